import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startReference } from '../../reference/index.ts';
import type { Report } from '../../reports/model.ts';
import { verify } from '../../src/verify/verify.ts';
import { parsePemKey } from '../../src/attest/keys.ts';
import { buildCli } from '../e2e/kit.ts';
import { scratch } from '../later.ts';
import { KEY, reference, relay } from '../e2e/servers.ts';

const ONLY = ['--only', 'list.limit.default', '--only', 'auth.missing'];

const cli = await buildCli();
const keys = await scratch('recertify');
await cli.run(['keygen', '--out', keys]);
const server = await reference({ key: KEY });

const env = { PETSTORE_API_KEY: KEY };

/** A signed run of a server, in a folder of its own. */
async function signed(baseUrl: string, words: readonly string[] = ONLY): Promise<string> {
  const dir = await scratch('run');
  await cli.run(['run', '--base-url', baseUrl, '--out', dir, '--consistency-ms', '150', ...words], env);
  const who = ['--product', 'Pets', '--vendor', 'Acme', '--allow', 'partial'];
  const ended = await cli.run(['attest', dir, ...who, '--key', join(keys, 'key.pem')]);

  expect(ended.stdout).toContain('signed with key');
  return dir;
}

const recertify = (dir: string, words: readonly string[], more: object = {}) =>
  cli.run(['recertify', dir, '--public-key', join(keys, 'pub.pem'), ...words], { ...env, ...more });
/** At the addresses of the report, though those are of this machine. */
const again = (dir: string, ...words: readonly string[]) =>
  recertify(dir, ['--addresses-of-report', '--allow-any-address', ...words]);

/** One of a good server, for all who change nothing of it. */
const good = await signed(server.baseUrl);

const reportIn = async (dir: string) =>
  JSON.parse(await readFile(join(dir, 'report.json'), 'utf8')) as Report;

describe('recertify', () => {
  test('judges the target unannounced, and signs that it does as its report says', async () => {
    const callers = new Set<string | undefined>();
    const { baseUrl } = await relay((pass, { headers }) => {
      callers.add(headers['user-agent']);
      pass();
    }, {});
    const dir = await signed(baseUrl);
    callers.clear();
    const out = await scratch('again');
    const ended = await again(dir, '--out', out, '--key', join(keys, 'key.pem'));
    expect(ended.stdout).toMatch(
      new RegExp(
        `^RECERTIFIED: ${baseUrl} gives the same results as its report, .+, with --consistency-ms 150\\.$`,
        'mu',
      ),
    );
    expect(ended.code).toBe(0);
    expect([...callers].join()).toMatch(/^(?!.*petstore)\w/u);
    const [before, after] = [await reportIn(dir), await reportIn(out)];
    expect(after.seed).not.toBe(before.seed);
    expect(after.settings).toMatchObject({ consistencyMs: 150 });
    const found = await verify(
      out,
      parsePemKey('public', await readFile(join(keys, 'pub.pem'), 'utf8'), 'pub.pem'),
    );
    expect(found).toMatchObject({ disagreements: [], facts: { product: { name: 'Pets', vendor: 'Acme' } } });
    expect(found.facts?.settings).toEqual(after.settings);
    expect(found.facts?.recertifies).toMatch(/^sha256:[0-9a-f]{64}$/u);
  });

  test('says what a target that does worse was good at before', async () => {
    const worse = await reference({ key: KEY, faults: ['list/default-10'] });
    const out = await scratch('again');
    const ended = await again(good, '--base-url', worse.baseUrl, '--out', out);
    expect(ended.stdout).toContain('list.limit.default (pass -> fail)');
    expect(ended.stdout).toMatch(
      /NOT RECERTIFIED: the target has failures that its report does not have\.\n$/u,
    );
    expect(ended.code).toBe(1);
  });

  test('is no proof where less was asked', async () => {
    const dir = await signed(server.baseUrl, [...ONLY, '--runs', '2']);
    const ended = await again(dir, '--runs', '1', '--out', await scratch('again'));
    expect(ended.stdout).toMatch(/NOT RECERTIFIED: lower coverage than the report\.\n$/u);
    expect(ended.code).toBe(1);
  });

  test('says what stays unproven of a target that does not answer', async () => {
    const gone = await startReference({ key: KEY });
    const dir = await signed(gone.baseUrl);
    await gone.close();
    const ended = await again(dir, '--out', await scratch('again'));
    expect(ended.stdout).toMatch(
      /NOT RECERTIFIED: the report in "[^"]+" could not be confirmed: The target could not be reached/u,
    );
    expect(ended.code).toBe(3);
  });

  test('sends nothing for a folder that does not hold together, or that is of the embedded server', async () => {
    const forged = await scratch('forged');
    await cp(good, forged, { recursive: true });
    await cp(join(forged, 'statement.dsse.json'), join(forged, 'report.json'));
    const ended = await again(forged);
    expect([ended.code, ended.stdout]).toEqual([1, expect.stringContaining('NOT VERIFIED')]);
    const own = await scratch('own');
    await cli.run(['run', '--embedded', ...ONLY, '--out', own]);
    await cli.run(['attest', own, '--allow', 'partial', '--key', join(keys, 'key.pem')]);
    const refused = await again(own);
    expect(refused.stdout).toContain("NOT RECERTIFIED: the report is about the kit's own reference server.");
    expect(refused.code).toBe(1);
  });

  test('is no proof where the target holds too much by now, which is not worse', async () => {
    const few = await reference({ key: KEY });
    const dir = await signed(few.baseUrl, ['--only', 'list.complete']);
    const many = await reference({ key: KEY, variants: ['population/2000-newest-first'] });
    const ended = await again(dir, '--base-url', many.baseUrl, '--out', await scratch('again'));
    expect(ended.stdout).toContain('list.complete (pass -> not-tested)');
    expect(ended.stdout).toMatch(/NOT RECERTIFIED: lower coverage than the report\.\n$/u);
    expect(ended.code).toBe(1);
  });

  test.each([
    [['--key', join(keys, 'none.pem')], /^error: The file "[^"]+none\.pem" does not exist: [^\n]+\.\n$/u],
    [['--key', join(keys, 'pub.pem')], /^error: The key "[^"]+" must be a private key in PEM: [^\n]+\.\n$/u],
    [
      ['--out', join(keys, '.')],
      /^error: The option --out must not be "[^"]+", the folder that was submitted\.\n$/u,
    ],
    [['--header', 'user-agent: x'], /^error: The option --header must not set User-Agent: [^\n]+\.\n$/u],
  ])('refuses %j before anything is sent or written', async (words, told) => {
    const ended = await again(keys, ...words);
    expect([ended.code, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toMatch(told);
  });

  test('judges the target of the report with overlaps and headers of its own, says so before it sends, and answers no challenge of the environment', async () => {
    const dir = await signed(server.baseUrl, [...ONLY, '--concurrency', '1', '--header', 'X-Gate: open']);
    const out = await scratch('again');
    const words = ['--base-url', server.baseUrl, '--out', out];
    const elsewhere = {
      PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1',
      PETSTORE_MESSAGES_URL: 'http://127.0.0.1:9',
      PETSTORE_CHALLENGE: 'of another run',
    };
    const ended = await recertify(dir, words, elsewhere);
    const [before = ''] = ended.stdout.split('\nJudging ');
    expect(before).toMatch(/^  Option       --header X-Gate\n  Option       --consistency-ms 150\n/mu);
    expect(before).toMatch(/^Not taken from the report: --concurrency 1 --header X-Gate\. Give /mu);
    expect(ended.stdout).toContain(`RECERTIFIED: ${server.baseUrl} gives the same results as its report`);
    const { settings, target } = await reportIn(out);
    expect(target.messagesUrl).toBeNull();
    expect(settings).toEqual({
      baseUrl: server.baseUrl,
      apiKey: '${PETSTORE_API_KEY}',
      header: ['User-Agent: ${PETSTORE_HEADER_1}'],
      consistencyMs: 150,
      seed: expect.any(Number) as unknown,
      out: expect.any(String) as unknown,
    });
    const given = await again(dir, '--out', out, '--concurrency', '2', '--header', 'x-gate: open');
    expect(given.stdout).not.toContain('Not taken');
    expect(given.stdout).toMatch(/, with --header x-gate --consistency-ms 150 --concurrency 2\.$/mu);
  });

  test('sends nothing to an address that no flag names', async () => {
    let sent = 0;
    const { baseUrl } = await relay((pass) => {
      sent += 1;
      pass();
    }, {});
    const dir = await signed(baseUrl, [...ONLY, '--messages-url', `${baseUrl}/other`]);
    sent = 0;
    const [named, elsewhere] = [await recertify(dir, []), await recertify(dir, ['--base-url', baseUrl])];
    expect([named.code, elsewhere.code, sent]).toEqual([2, 2, 0]);
    const hint = '[^\\n]+, or use the address of the report with --addresses-of-report\\.\\n';
    expect(named.stderr).toMatch(new RegExp(`^error: The report is about "${baseUrl}": [^]+${hint}`, 'u'));
    expect(elsewhere.stderr).toMatch(
      new RegExp(`^error: The report is about "${baseUrl}/other/messages": give ${hint}$`, 'u'),
    );
    const refused = await recertify(dir, ['--addresses-of-report', '--messages-url', 'https://pets.example']);
    expect([refused.code, sent]).toEqual([2, 0]);
    expect(refused.stdout).toContain(`Address of the report: --base-url ${baseUrl}\n`);
    expect(refused.stderr).toContain('is plain http: ');
    expect(refused.stderr).toContain('is loopback, private or link-local: ');
    expect(refused.stderr).toContain('has an origin that differs from the origin of the other address: ');
  });

  test('says of another address that it is not the one of the report', async () => {
    const other = await reference({ key: KEY });
    const ended = await again(good, '--base-url', other.baseUrl, '--out', await scratch('again'));
    expect(ended.stdout).toContain(
      `RECERTIFIED: ${other.baseUrl} gives the same results as the report of ${server.baseUrl}, `,
    );
  });

  test.each([
    ['--seed 7', 'seed'],
    ['--only list.success', 'only'],
    ['--challenge x', 'challenge'],
  ])('takes no %s', async (words, name) => {
    const ended = await again('nowhere', ...words.split(' '));
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(`--${name}`);
  });
});
