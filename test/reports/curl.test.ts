import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { curlNote, curlSequence, curlText } from '../../reports/render/curl.ts';
import { command } from '../../reports/render/terminal/layout.ts';
import { rerunText } from '../../reports/rerun.ts';
import { printfCommand, shellWord } from '../../reports/render/shell.ts';
import * as credentials from '../../generators/credentials.ts';
import { keyBehind, validKey } from '../../src/engine/target/credentials.ts';
import type { CredentialForm, Exchange } from '../../reports/exchange.ts';
import type { CheckReport, RecordedSettings } from '../../reports/model.ts';
import { allHostile, exchange, hostile, report } from './fixture.ts';

const curlLine = (one: Exchange) => curlText(one).join(' ');

let dir = '';
beforeAll(() => void (dir = mkdtempSync(join(tmpdir(), 'curl-'))));
afterAll(() => rmSync(dir, { recursive: true }));

const KEY = 'sk-live-Öé$`"\'!-key';
const END = '\u0001END\u0001';

/** The shells that a printed command has to work in; those that are installed. */
const SHELLS = ['bash --norc -s', 'dash -s', 'zsh -f -s']
  .map((words) => words.split(' '))
  .filter(([shell = '']) => spawnSync(shell, ['-c', ':']).status === 0);

/** Runs lines in every shell, and gives what each was given once all of them agree. */
function pasted(lines: readonly string[], env: Record<string, string> = {}): string[][] {
  const [first, ...others] = SHELLS.map(([shell = '', ...options]) => pastedIn(shell, options, lines, env));
  for (const other of others) expect(other).toEqual(first);
  return first ?? [];
}

/** Runs lines in a shell whose `curl` and `petstore-conformance` print what they were given; one list for each line. */
function pastedIn(
  shell: string,
  options: readonly string[],
  lines: readonly string[],
  env: Record<string, string>,
): string[][] {
  const fake = `show() { printf '%s\\0' "$@"; if [ ! -t 0 ]; then printf 'STDIN:'; cat; printf '\\0'; fi; printf '${END}'; }
curl() { show "$@"; }
npx() { show "$@"; }
`;
  const out = execFileSync(shell, options, {
    input: fake + lines.map((line) => (line.includes(' | curl') ? line : `${line} </dev/null`)).join('\n'),
    cwd: dir,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', PETSTORE_API_KEY: KEY, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return out
    .toString()
    .split(END)
    .slice(0, -1)
    .map((call) => call.split('\0').slice(0, -1));
}

const sent = (change: Partial<Exchange['request']>, more: Partial<Exchange> = {}): Exchange => ({
  ...exchange('x1'),
  ...more,
  request: { ...exchange('x1').request, ...change },
});

/** An exchange with this credential, as the recorder would keep it. */
function credited({ kind, label, pieces }: CredentialForm, more: Partial<Exchange> = {}): Exchange {
  return sent({ headers: [['authorization', `<${label}>`]], credential: { kind, label, pieces } }, more);
}

/** The headers that curl is given by the lines of these exchanges, in every shell. */
function headersOf(exchanges: readonly Exchange[], env?: Record<string, string>): string[][] {
  return pasted(exchanges.map(curlLine), env).map((args) => after(args, '-H'));
}

function after(args: readonly string[] | undefined, flag: string): string[] {
  return (args ?? []).flatMap((arg, index) => (args?.[index - 1] === flag ? [arg] : []));
}

const rerunLine = (...given: Parameters<typeof rerunText>) => rerunText(...given).join(' ');

const wellFormed = (text: string) => Buffer.from(text, 'utf8').toString('utf8');

test('a credential that is made of the key is broken where the line may go on, and the key of messages too', () => {
  const made = ['Bearer with the key, altered', 'Bearer with half of the key'].map((label) =>
    credited(
      { kind: 'wrong-token', label, pieces: [{ text: 'Bearer ' }, { alike: 'x' }] },
      { operation: 'message' },
    ),
  );
  const basic = credited({
    kind: 'malformed',
    label: 'Basic with the key',
    pieces: [{ text: 'Basic ' }, { base64: [{ text: 'user:' }, { key: true }] }],
  });
  for (const one of [...made, basic]) {
    const lines = command(curlText(one), 80, 4);
    for (const line of lines.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(pasted([lines])).toEqual(pasted([curlLine(one)]));
  }
});

describe('a curl line of several requests', () => {
  const body = '{"name":"it\'s\\u001b\u001b[31m"}';
  const both = [sent({ method: 'POST', body }), exchange('x2')];

  test('sends one after the other, each with its own', () => {
    const line = (curlSequence(both) ?? []).join(' ');
    const [args] = pasted([line]);
    const next = args?.indexOf('--next') ?? -1;
    expect(args?.slice(0, next)).toEqual([...plain.slice(0, -1), '-H', 'Content-Type:', '--data-raw', body]);
    expect(args?.slice(next + 1)).toEqual(['-i', ...plain.slice(1)]);
    expect(line).not.toMatch(/[\n\u001b]/u);
  });

  test('says the headers of reads once, where they differ in nothing but their addresses', () => {
    const other = sent({ url: 'https://pets.example/v1/pets/1' });
    const keyless = sent({ headers: [] });
    const [args] = pasted([(curlSequence([exchange('x1'), other, keyless]) ?? []).join(' ')]);
    const addresses = [...url, '--url', 'https://pets.example/v1/pets/1'];
    expect(args).toEqual(['-sSi', ...addresses, ...sentHeaders, '--next', '-i', ...url, 'STDIN:']);
  });

  test('sends all at the same time where they went out like that', () => {
    const [args] = pasted([(curlSequence(both, true) ?? []).join(' ')]);
    expect(args?.slice(0, 2)).toEqual(['-sSiZ', '--parallel-immediate']);
    expect(args).toContain('--next');
  });

  test('is none where a shell has no word for a body', () => {
    expect(curlSequence([...both, sent({ method: 'POST', body: 'a\0b' })])).toBeUndefined();
  });
});

const url = ['--url', 'https://pets.example/v1/pets'];
const accept = 'accept: application/json';
const sentHeaders = ['-H', accept, '-H', `Authorization: Bearer ${KEY}`];
const plain = ['-sSi', ...url, ...sentHeaders, 'STDIN:'];

describe('a curl line', () => {
  test('is the request that was sent, key and all', () => {
    const [args] = pasted([curlLine(exchange('x1'))]);
    expect(args).toEqual(plain);
  });

  test('brings any body, header and address to curl unchanged, whatever bash thinks of it', () => {
    const odd = Object.values(hostile).filter((text) => text !== hostile.nul && text !== hostile.long);
    const texts = [...odd, 'é', '-n', '@/etc/passwd', "'", '\\', '\r\n\t'];
    const lines = texts.map((text) => {
      const headers = ['x-odd', 'content-type'].map((name) => [name, text] as const);
      const address = `https://pets.example/v1/pets?q=${text}`;
      return curlLine(sent({ method: 'POST', body: text, url: address, headers }));
    });
    for (const line of lines) expect(line).not.toMatch(/[^\P{Cc}]|\p{Cf}|\p{Cs}|::[a-z]|##/u);
    pasted(lines).forEach((args, index) => {
      const text = wellFormed(texts[index] ?? '');
      // What would act on a screen comes through a pipe.
      const piped = after(args, '--data-binary').length > 0;
      expect(piped ? [args?.at(-1)] : after(args, '--data-raw')).toEqual([piped ? `STDIN:${text}` : text]);
      expect(after(args, '--url')).toEqual([`https://pets.example/v1/pets?q=${text}`]);
      expect(after(args, '-H')).toEqual([`x-odd: ${text}`, `content-type: ${text}`]);
    });
    expect(readdirSync(dir)).toEqual([]);
  });

  test('brings a body with NUL through a pipe', () => {
    const body = `{"a":"\0%s\\n'é::##["}`;
    const [args] = pasted([curlLine(sent({ method: 'POST', body }))]);
    expect(args?.join('\0')).toContain(`--data-binary\0@-`);
    expect(args?.join('\0')).toContain(`STDIN:${body}`);
  });

  test('sends what was sent where curl would do otherwise by itself', () => {
    const [empty, get, odd, brackets] = pasted([
      curlLine(sent({ method: 'POST', body: '', headers: [] })),
      curlLine(sent({ method: 'GET', body: 'x', headers: [['content-type', '']] })),
      curlLine(sent({ url: 'https://pets.example/v1/pets/..' })),
      curlLine(sent({ url: 'https://pets.example/v1/pets/[1-3]' })),
    ]);
    expect(after(empty, '--data-raw')).toEqual(['']);
    expect(after(empty, '-H')).toEqual(['Content-Type:']);
    expect(after(get, '-X')).toEqual(['GET']);
    expect(after(get, '-H')).toEqual(['content-type;']);
    expect(odd).toContain('--path-as-is');
    expect(brackets).toContain('--globoff');
  });

  test('takes the value of a header that the user gave from its variable', () => {
    const given = sent({ headers: [['X-Gateway', '<given with --header>', 'PETSTORE_HEADER_1']] });
    // What a damaged file may say is a header like any other.
    const odd = sent({ headers: [['X-Gateway', 'x', '}$(id)']] });
    const headers = headersOf([given, odd], { PETSTORE_HEADER_1: 'gw "1"' });
    expect(headers).toEqual([['X-Gateway: gw "1"'], ['X-Gateway: x']]);
  });

  test('takes the key of messages where there is one, and else the key', () => {
    const message = exchange('x1', { operation: 'message' });
    expect(headersOf([message])[0]).toContain(`Authorization: Bearer ${KEY}`);
    const own = headersOf([message], { PETSTORE_MESSAGES_API_KEY: 'other' });
    expect(own[0]).toContain('Authorization: Bearer other');
  });

  /** Whether evidence keeps all that the header is made of. */
  const kept = ({ pieces }: credentials.HeaderDraft) =>
    pieces?.every((piece) => !('alike' in piece)) === true;

  test('has every header that the kit sends, byte for byte, and needs no word about it', () => {
    const drafts = [
      ...[credentials.malformedHeaders, credentials.malformedTokens, credentials.invalidKeys]
        .flatMap((make) => make(KEY).flatMap(({ values = [] }) => values))
        .filter(kept),
      { ...validKey(KEY), value: `Bearer ${KEY}` },
      { ...keyBehind('bearer', KEY), value: `bearer ${KEY}` },
    ];
    for (const operation of ['list', 'message'] as const) {
      const exchanges = drafts.map((draft) => credited(draft, { operation }));
      expect(exchanges.map(curlNote).filter((note) => note !== undefined)).toEqual([]);
      expect(headersOf(exchanges)).toEqual(
        drafts.map(({ value }) => [value === '' ? 'Authorization;' : `Authorization: ${value}`]),
      );
    }
  });

  test.each([
    ['the key, altered', 'abcde~~hijklmnop'],
    ['one character of the key changed', 'abcde~ghijklmnop'],
    ['half of the key', 'abcdefgh'],
    ['the other half of the key', 'ijklmnop'],
    ['the key, cut', 'abcdefghijkl'],
    ['the key backwards', 'ponmlkjihgfedcba'],
  ])('makes of the key what was made of it: %s', (label, token) => {
    const pieces = [{ text: 'Bearer ' }, { alike: 'a-token' }];
    const labelled = { kind: 'wrong-token', label: `Bearer with ${label}`, pieces } as const;
    // Every one of them is one that the kit sends.
    const sentLabels = credentials
      .invalidKeys('abcdefghijklmnop')
      .flatMap(({ values = [] }) => values.map((one) => one.label));
    expect(sentLabels).toContain(labelled.label);
    const env = { PETSTORE_API_KEY: 'abcdefghijklmnop', PETSTORE_MESSAGES_API_KEY: 'abcdefghijklmnop' };
    for (const operation of ['list', 'message'] as const) {
      const one = credited(labelled, { operation });
      expect(headersOf([one], env)).toEqual([[`Authorization: Bearer ${token}`]]);
      expect(curlNote(one)).toMatch(/makes one like it of the key\.$/u);
    }
  });

  test('quotes what a damaged file may say of a credential', () => {
    const pieces = [{ text: `a"$(id)\`!' ${hostile.ansi}` }, { key: true }] as const;
    const odd = credited({ kind: 'malformed', label: 'odd', pieces });
    expect(curlLine(odd)).not.toMatch(/[\n\u001b]/u);
    expect(headersOf([odd])).toEqual([[`Authorization: a"$(id)\`!' ${hostile.ansi}${KEY}`]]);
    expect(curlNote(odd)).toBeUndefined();
  });

  test('shows a credential that is not kept by one like it, and says so; sends none where none was sent', () => {
    const lost = credited(credentials.drawnToken('secret-token'));
    expect(curlNote(lost)).toBe(
      'The credential that was sent is not recorded (random token): put one like it in its place.',
    );
    expect(headersOf([lost])).toEqual([['Authorization: Bearer a-token-that-is-no-key']]);
    expect(curlLine(sent({ headers: [] }))).not.toMatch(/authorization/iu);
  });
});

describe('a word for the shell', () => {
  test('is read back as the text it was made from', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 }).filter((one) => !one.includes('\0'));
    const unit = fc.constantFrom(..."\\'\n$`!\u001ba9\u202e:# ");
    const texts = fc.sample(fc.oneof(text, fc.string({ unit, maxLength: 12 })), { numRuns: 120, seed: 7 });
    const args = pasted(texts.map((one) => `curl ${shellWord(one)}`)).map((list) => list[0]);
    expect(args).toEqual(texts.map(wellFormed));
  });

  test('is written by printf byte for byte', () => {
    const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 12 }), { numRuns: 50, seed: 7 });
    const script = texts.map((one) => `${printfCommand(one)}; printf '${END}'`).join('\n');
    const out = execFileSync('bash', ['--norc', '-c', script]).toString();
    expect(out.split(END).slice(0, -1)).toEqual(texts.map(wellFormed));
  });
});

describe('the command that runs one requirement again', () => {
  const undecided = { verdict: 'inconclusive', checks: [] } as const;
  const row = { id: 'list.limit.default', profile: 'animals', ...undecided } as const;
  const message = { id: 'messages.echo', profile: 'messages', ...undecided } as const;
  const told = (settings: RecordedSettings) => report({}, { settings });

  test('names target, requirement and seed, and a folder of its own', () => {
    expect(rerunLine(report(), row)).toBe(
      'npx petstore-conformance run --base-url https://pets.example/v1 --runs 20 --seed 42 ' +
        '--only list.limit.default --out conformance-report/again/list.limit.default',
    );
    expect(rerunLine(report(), message)).toContain('--messages-url https://pets.example/messages');
  });

  test('names what the run was given, and no secret', () => {
    const line = rerunLine(
      told({
        apiKey: '${PETSTORE_API_KEY}',
        header: ['X-Gateway: ${PETSTORE_HEADER_1}', "x!$'`y: ${PETSTORE_HEADER_2}"],
        clientCert: '${PETSTORE_CLIENT_CERT}',
        timeoutMs: 500,
        readOnly: true,
        out: "it's here",
      }),
      row,
    );
    const headers = { PETSTORE_HEADER_1: 'a "b" $c', PETSTORE_HEADER_2: '*' };
    const [args] = pasted([line], { ...headers, PETSTORE_CLIENT_CERT: 'my cert.pem' });
    expect(args?.slice(0, 2)).toEqual(['petstore-conformance', 'run']);
    expect(after(args, '--header')).toEqual(['X-Gateway: a "b" $c', "x!$'`y: *"]);
    expect(after(args, '--client-cert')).toEqual(['my cert.pem']);
    expect(after(args, '--timeout-ms')).toEqual(['500']);
    expect(after(args, '--read-only')).toEqual(['--only']);
    expect(args?.slice(-4, -1)).toEqual([
      'list.limit.default',
      '--out',
      "it's here/again/list.limit.default",
    ]);
    expect(args).toHaveLength(16);
  });

  test('nests no folders', () => {
    for (const out of ['out', 'out/again/get.success', 'out/again/list.limit.default']) {
      const line = rerunLine(told({ out }), row);
      expect(line).toMatch(/ --out out\/again\/list\.limit\.default$/u);
    }
  });

  test('names the waivers that were given', () => {
    const line = rerunLine(told({ waivers: 'known.yaml' }), row);
    expect(line).toContain(' --waivers known.yaml ');
  });

  const check = (more: Partial<CheckReport> = {}): CheckReport => {
    return { name: 'list/limit-default', verdict: 'fail', message: 'm', exchanges: ['x1'], ...more };
  };

  test.each<[what: string, checks: readonly CheckReport[], settings: RecordedSettings, line: string]>([
    [
      'replays a failure',
      [check()],
      { out: "it's here", header: ['X-Gateway: ${PETSTORE_HEADER_1}'], seed: 7 },
      String.raw`npx petstore-conformance replay 'it'\''s here' list.limit.default --header "X-Gateway: $PETSTORE_HEADER_1"`,
    ],
    [
      'judges again where nothing can be sent again',
      [check({ exchanges: [] })],
      { out: 'out' },
      'npx petstore-conformance run --only list.limit.default --out out/again/list.limit.default',
    ],
    [
      'judges again where no report was written',
      [check()],
      { out: '' },
      'npx petstore-conformance run --only list.limit.default --out conformance-report/again/list.limit.default',
    ],
  ])('%s', (_, checks, settings, line) => {
    expect(rerunLine(told(settings), { ...row, verdict: 'fail', checks })).toBe(line);
  });

  test('brings any address through a shell unchanged', () => {
    const text = `https://pets.example/${allHostile.replaceAll('\0', '')}`;
    const line = rerunLine(told({ baseUrl: text }), row);
    expect(after(pasted([line])[0], '--base-url')).toEqual([wellFormed(text)]);
  });
});
