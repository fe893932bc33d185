import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curlCredentialNote, curlSequenceParts, curlCommandParts } from '../../reports/curl.ts';
import { wrapCommand } from '../../reports/render/terminal/layout.ts';
import { printfCommand, shellWord } from '../../reports/shell.ts';
import * as credentials from '../../generators/credentials.ts';
import { keyBehindBearerSpelling, validCredential } from '../../src/engine/target/credentials.ts';
import type { RecordedCredential, Exchange } from '../../reports/exchange.ts';
import { exchange, hostile } from './fixture.ts';
import { after, END, folder, KEY, pasted, wellFormed } from './shells.ts';

const curlLine = (one: Exchange) => curlCommandParts(one).join(' ');

const sent = (change: Partial<Exchange['request']>, more: Partial<Exchange> = {}): Exchange => ({
  ...exchange('x1'),
  ...more,
  request: { ...exchange('x1').request, ...change },
});

/** An exchange with this credential, as the recorder would keep it. */
function credited({ kind, label, pieces }: RecordedCredential, more: Partial<Exchange> = {}): Exchange {
  return sent({ headers: [['authorization', `<${label}>`]], credential: { kind, label, pieces } }, more);
}

/** The headers that curl is given by the lines of these exchanges, in every shell. */
function headersOf(exchanges: readonly Exchange[], env?: Record<string, string>): string[][] {
  return pasted(exchanges.map(curlLine), env).map((args) => after(args, '-H'));
}

test('a credential that is made of the key is broken where the line may go on, and the key of messages too', () => {
  const made = ['Bearer with the key, altered in its middle', 'Bearer with the first half of the key'].map(
    (label) =>
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
    const lines = wrapCommand(curlCommandParts(one), 80, 4);
    for (const line of lines.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    expect(pasted([lines])).toEqual(pasted([curlLine(one)]));
  }
});

describe('a curl line of several requests', () => {
  const body = '{"name":"it\'s\\u001b\u001b[31m"}';
  const both = [sent({ method: 'POST', body }), exchange('x2')];

  test('sends one after the other, each with its own', () => {
    const line = (curlSequenceParts(both) ?? []).join(' ');
    const [args] = pasted([line]);
    const next = args?.indexOf('--next') ?? -1;
    expect(args?.slice(0, next)).toEqual([...plain.slice(0, -1), '-H', 'Content-Type:', '--data-raw', body]);
    expect(args?.slice(next + 1)).toEqual(['-i', ...plain.slice(1)]);
    expect(line).not.toMatch(/[\n\u001b]/u);
  });

  test('says the headers of reads once, where they differ in nothing but their addresses', () => {
    const other = sent({ url: 'https://pets.example/v1/pets/1' });
    const keyless = sent({ headers: [] });
    const [args] = pasted([(curlSequenceParts([exchange('x1'), other, keyless]) ?? []).join(' ')]);
    const addresses = [...url, '--url', 'https://pets.example/v1/pets/1'];
    expect(args).toEqual(['-sSi', ...addresses, ...sentHeaders, '--next', '-i', ...url, 'STDIN:']);
  });

  test('sends all at the same time where they went out like that', () => {
    const [args] = pasted([(curlSequenceParts(both, true) ?? []).join(' ')]);
    expect(args?.slice(0, 2)).toEqual(['-sSiZ', '--parallel-immediate']);
    expect(args).toContain('--next');
  });

  test('is none where a shell has no word for a body', () => {
    expect(curlSequenceParts([...both, sent({ method: 'POST', body: 'a\0b' })])).toBeUndefined();
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
    expect(readdirSync(folder)).toEqual([]);
  });

  test('brings a body with NUL through a pipe', () => {
    const body = `{"a":"\0%s\\n'é::##["}`;
    const [args] = pasted([curlLine(sent({ method: 'POST', body }))]);
    expect(args?.join('\0')).toContain(`--data-binary\0@-`);
    expect(args?.join('\0')).toContain(`STDIN:${body}`);
  });

  test('sends what was sent where curl would do otherwise by itself', () => {
    const whole = 'https://pets.example/v1/pets';
    const [empty, get, odd, brackets, absolute] = pasted([
      curlLine(sent({ method: 'POST', body: '', headers: [] })),
      curlLine(sent({ method: 'GET', body: 'x', headers: [['content-type', '']] })),
      curlLine(sent({ url: 'https://pets.example/v1/pets/..' })),
      curlLine(sent({ url: 'https://pets.example/v1/pets/[1-3]' })),
      curlLine(sent({ url: whole, absolute: true })),
    ]);
    expect(after(empty, '--data-raw')).toEqual(['']);
    expect(after(empty, '-H')).toEqual(['Content-Type:']);
    expect(after(get, '-X')).toEqual(['GET']);
    expect(after(get, '-H')).toEqual(['content-type;']);
    expect(odd).toContain('--path-as-is');
    expect(brackets).toContain('--globoff');
    expect(after(absolute, '--request-target')).toEqual([whole]);
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
  const kept = ({ pieces }: credentials.InvalidAuthorization) =>
    pieces?.every((piece) => !('alike' in piece)) === true;

  test('has every header that the kit sends, byte for byte, and needs no word about it', () => {
    const drafts = [
      ...[credentials.malformedHeaders, credentials.malformedTokens, credentials.wrongTokens]
        .flatMap((make) => make(KEY).flatMap(({ values = [] }) => values))
        .filter(kept),
      { ...validCredential(KEY), value: `Bearer ${KEY}` },
      { ...keyBehindBearerSpelling('bearer', KEY), value: `bearer ${KEY}` },
    ];
    for (const operation of ['list', 'message'] as const) {
      const exchanges = drafts.map((draft) => credited(draft, { operation }));
      expect(exchanges.map(curlCredentialNote).filter((note) => note !== undefined)).toEqual([]);
      expect(headersOf(exchanges)).toEqual(
        drafts.map(({ value }) => [value === '' ? 'Authorization;' : `Authorization: ${value}`]),
      );
    }
  });

  test.each([
    ['the key, altered in its middle', 'abcdefgh~~klmnop'],
    ['the key, altered towards its end', 'abcdefghijkl~~op'],
    ['the key, altered in its first half', 'abcd~~ghijklmnop'],
    ['the key, its first character changed', '~bcdefghijklmnop'],
    ['a wildcard for each character', '________________'],
    ['the key, one character changed', 'abcde~ghijklmnop'],
    ['the first half of the key', 'abcdefgh'],
    ['the second half of the key', 'ijklmnop'],
    ['the key, cut', 'abcdefghijkl'],
    ['the key backwards', 'ponmlkjihgfedcba'],
  ])('makes of the key what was made of it: %s', (label, token) => {
    const pieces = [{ text: 'Bearer ' }, { alike: 'a-token' }];
    const labelled = { kind: 'wrong-token', label: `Bearer with ${label}`, pieces } as const;
    // Every one of them is one that the kit sends.
    const sentLabels = credentials
      .wrongTokens('abcdefghijklmnop')
      .flatMap(({ values = [] }) => values.map((one) => one.label));
    expect(sentLabels).toContain(labelled.label);
    const env = { PETSTORE_API_KEY: 'abcdefghijklmnop', PETSTORE_MESSAGES_API_KEY: 'abcdefghijklmnop' };
    for (const operation of ['list', 'message'] as const) {
      const one = credited(labelled, { operation });
      expect(headersOf([one], env)).toEqual([[`Authorization: Bearer ${token}`]]);
      expect(curlCredentialNote(one)).toMatch(/builds a similar one from the key\.$/u);
    }
  });

  test('quotes what a damaged file may say of a credential', () => {
    const pieces = [{ text: `a"$(id)\`!' ${hostile.ansi}` }, { key: true }] as const;
    const odd = credited({ kind: 'malformed', label: 'odd', pieces });
    expect(curlLine(odd)).not.toMatch(/[\n\u001b]/u);
    expect(headersOf([odd])).toEqual([[`Authorization: a"$(id)\`!' ${hostile.ansi}${KEY}`]]);
    expect(curlCredentialNote(odd)).toBeUndefined();
  });

  test('shows a credential that is not kept by one like it, and says so; sends none where none was sent', () => {
    const lost = credited(credentials.randomTokenHeader('secret-token'));
    expect(curlCredentialNote(lost)).toBe(
      'The credential that was sent is not recorded (random token): put a similar one into the command.',
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
