import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { safeJsonText } from '../../reports/text.ts';
import type { Report } from '../../reports/model.ts';
import { EXTENSION_NAMESPACE, type AttestationStatement } from '../../src/attest/statement.ts';
import { verifiedPayload, type SignedEnvelope } from '../../src/attest/dsse.ts';
import { parsePemKey } from '../../src/attest/keys.ts';
import { digest } from '../../src/base/digests.ts';
import { buildCli, judged, type Judged } from '../e2e/kit.ts';
import { KEY, target } from '../e2e/servers.ts';

const cli = await buildCli();
const good = await judged(cli, ['--product', 'Pets 1.2']);
const { baseUrl } = await target('list/default-10');
const bad = await judged(cli, ['--base-url', baseUrl, '--only', 'list.limit.*'], { PETSTORE_API_KEY: KEY });
await cli.run(['keygen', '--out', 'keys']);
const names = ['--product', 'Pets 1.2', '--vendor', 'Acme'];
const signed = await cli.run(['attest', good.out, '--key', 'keys/key.pem', ...names]);

const file = (...parts: string[]) => join(cli.cwd, ...parts);

/** The folder of a report under another name, to be changed. */
async function copyOf({ out }: Judged, name: string): Promise<string> {
  await cp(out, file(name), { recursive: true });
  return file(name);
}
await copyOf(bad, 'unsigned');

async function statementIn(dir: string): Promise<AttestationStatement> {
  const envelope = JSON.parse(await readFile(join(dir, 'statement.dsse.json'), 'utf8')) as SignedEnvelope;
  const key = parsePemKey('public', await readFile(file('keys', 'pub.pem'), 'utf8'), 'pub.pem');
  const payload = verifiedPayload(envelope, key);
  return JSON.parse(payload?.toString('utf8') ?? '') as AttestationStatement;
}

describe('keygen', () => {
  test('writes a private key for its owner alone, and a public one', async () => {
    expect((await stat(file('keys', 'key.pem'))).mode & 0o777).toBe(0o600);
    expect((await stat(file('keys', 'pub.pem'))).mode & 0o777).toBe(0o644);
    expect((await stat(file('keys'))).mode & 0o777).toBe(0o700);
    expect(await readFile(file('keys', 'key.pem'), 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/u);
    expect(await readFile(file('keys', 'pub.pem'), 'utf8')).toMatch(/^-----BEGIN PUBLIC KEY-----/u);
  });

  test('never overwrites a key, and leaves nothing half done', async () => {
    const before = await readFile(file('keys', 'key.pem'));
    const ended = await cli.run(['keygen', '--out', 'keys']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^error: The folder "keys" already holds a key[^\n]+\n$/u);
    expect(await readFile(file('keys', 'key.pem'))).toEqual(before);

    await mkdir(file('half'));
    await writeFile(file('half', 'key.pem'), 'mine');
    expect((await cli.run(['keygen', '--out', 'half'])).code).toBe(2);
    expect(await readFile(file('half', 'key.pem'), 'utf8')).toBe('mine');
    await expect(stat(file('half', 'pub.pem'))).rejects.toThrow('ENOENT');
  });
});

describe('verify', () => {
  test('takes what was signed, and says what that is', async () => {
    const words = ['verify', good.out, '--public-key', 'keys/pub.pem'];
    const ended = await cli.run(words);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(
      /^VERIFIED: ".*" is conformant for animals and messages\.\n  Product      "Pets 1\.2"\n.*"Acme"\n/u,
    );
    const json = await cli.run([...words, '--json']);
    const facts = { verdict: 'conformant', product: { name: 'Pets 1.2', vendor: 'Acme' } };
    const told = { verified: true, recomputed: true, sameKit: true, disagreements: [], facts };
    expect(JSON.parse(json.stdout)).toMatchObject({ schemaVersion: '1', ...told });
  });

  test('tells what was changed, a line each', async () => {
    const dir = await copyOf(good, 'changed');
    const text = await readFile(join(dir, 'evidence.har'), 'utf8');
    await writeFile(join(dir, 'evidence.har'), text.replace('"status": 401', '"status": 200'));
    const ended = await cli.run(['verify', dir, '--public-key', 'keys/pub.pem']);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    expect(ended.stdout).toMatch(/^digest: evidence\.har: has the digest/u);
    expect(ended.stdout).toMatch(
      /^verdict: (?:messages\.)?auth\.\S+: is pass, and the evidence gives fail/mu,
    );
    expect(ended.stdout).toMatch(/^verdict: is conformant, and the evidence gives/mu);
    expect(ended.stdout).not.toMatch(/^(\w+): \1:/mu);
    expect(ended.stdout).toMatch(/NOT VERIFIED: .* has \d+ disagreements\.\n$/u);
  });

  test('does not take the signature of another', async () => {
    await cli.run(['keygen', '--out', 'others', '--type', 'ecdsa']);
    const dir = await copyOf(bad, 'ours');
    await cli.run(['attest', dir, '--key', 'keys/key.pem', '--allow', 'non-conformant']);
    const ended = await cli.run(['verify', dir, '--public-key', 'others/pub.pem', '--json']);
    expect(ended.code).toBe(1);
    const disagreements = [{ kind: 'signature', where: 'statement.dsse.json' }];
    expect(JSON.parse(ended.stdout)).toMatchObject({ verified: false, disagreements });
  });
});

describe('attest', () => {
  test('states what the report says, about just these files', async () => {
    expect(signed).toMatchObject({ code: 0 });
    expect(signed.stderr).toContain('a certificate should rest on --runs 10');
    const statement = await statementIn(good.out);
    for (const { name, digest: found } of statement.subject) {
      expect(`sha256:${found.sha256}`).toBe(digest(await readFile(join(good.out, name))));
    }
    expect(statement.subject.map(({ name }) => name)).toEqual(['report.json', 'evidence.har']);
    const { report } = good;
    expect(statement.predicate.result).toBe('PASSED');
    expect(statement.predicate.passedTests).toHaveLength(report.totals.pass);
    expect(statement.predicate.configuration.map(({ digest: { sha256 } }) => `sha256:${sha256}`)).toEqual([
      report.catalogue?.digest,
      report.tool.digest,
    ]);
    expect(statement.predicate[EXTENSION_NAMESPACE]).toMatchObject({
      verdict: 'conformant',
      product: { name: 'Pets 1.2', vendor: 'Acme' },
      target: report.target,
      scope: { runs: report.scope.runs },
      requirements: { 'list.success': 'pass' },
      waivers: [],
    });
    expect(statement.predicate[EXTENSION_NAMESPACE]).not.toHaveProperty('allowed');
  });

  test('obeys its schema', async () => {
    const schema = createRequire(import.meta.url)('../../schemas/statement.schema.json') as object;
    const validate = new Ajv({ strict: true, strictRequired: false }).compile(schema);
    const statement = await statementIn(good.out);
    expect(validate(statement), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...statement, predicateType: 'other' })).toBe(false);
  });

  test('refuses what is not conformant, unless that is allowed by its name', async () => {
    const words = ['attest', bad.out, '--key', 'keys/key.pem'];
    const refused = await cli.run(words);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('error: The report is non-conformant and was not signed.');
    expect((await cli.run([...words, '--allow', 'partial'])).code).toBe(1);
    expect((await cli.run([...words, '--allow', 'conformant'])).code).toBe(2);
    await expect(stat(join(bad.out, 'statement.dsse.json'))).rejects.toThrow('ENOENT');
    expect((await cli.run([...words, '--allow', 'non-conformant'])).code).toBe(0);
    expect((await statementIn(bad.out)).predicate).toMatchObject({
      result: 'FAILED',
      failedTests: ['list.limit.default'],
      [EXTENSION_NAMESPACE]: { verdict: 'non-conformant', allowed: 'non-conformant' },
    });
  });

  test('does not sign what does not hold together', async () => {
    const dir = await copyOf(bad, 'forged');
    const forged: Report = { ...bad.report, verdict: 'conformant' };
    await writeFile(join(dir, 'report.json'), safeJsonText(forged));
    const ended = await cli.run(['attest', dir, '--key', 'keys/key.pem']);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toContain('verdict: is conformant, and the evidence gives non-conformant');
    expect(ended.stderr).toContain('error: The report is inconsistent and was not signed.');
    await writeFile(join(dir, 'report.json'), '{}');
    expect((await cli.run(['attest', dir, '--key', 'keys/key.pem'])).code).toBe(1);
  });

  test('says where a statement cannot be written', async () => {
    const dir = await copyOf(bad, 'taken');
    await rm(join(dir, 'statement.dsse.json'), { force: true });
    await mkdir(join(dir, 'statement.dsse.json'));
    const ended = await cli.run(['attest', dir, '--key', 'keys/key.pem', '--allow', 'non-conformant']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('cannot be written: name a folder that can be written to.');
  });
});

test('a report is not signed under another name than its own', async () => {
  const ended = await cli.run(['attest', good.out, '--key', 'keys/key.pem', '--product', 'Pets 9']);
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toBe(
    'error: The report says "Pets 1.2", and not "Pets 9": leave out --product, or run again with --product "Pets 9".\n',
  );
});

test.each([
  ['keygen', 'The command keygen needs the option --out'],
  ['keygen --out=', 'The option --out must not be empty.'],
  ['keygen --out x --type rsa', 'The option --type must be one of ed25519, ecdsa, not "rsa".'],
  ['keygen --out /proc/none', '"/proc/none" cannot be written: name a folder'],
  ['keygen --out /dev/null/x', '"/dev/null/x" cannot be written: name a folder'],
  ['verify unsigned --public-key keys/pub.pem', 'statement.dsse.json" does not exist'],
  ['verify unsigned --public-key keys/key.pem', 'is a private key'],
  ['verify unsigned --public-key keys/pub.pem --challenge=', 'The option --challenge must not be empty.'],
  ...['\u001b[31m', 'x'.repeat(201)].map((text) => [
    `verify unsigned --public-key keys/pub.pem --challenge=${text}`,
    'The option --challenge must be one line of at most 200 visible characters.',
  ]),
  ['verify unsigned', 'The command verify needs the option --public-key'],
  ['attest --key keys/key.pem', 'The command attest needs its dir'],
  ['attest no-such --key keys/key.pem', 'no-such/report.json" does not exist'],
  ['attest .', 'The command attest needs the option --key'],
  ['attest . --key keys/no.pem', 'keys/no.pem" does not exist'],
  ['attest . --key keys/pub.pem', 'must be a private key in PEM'],
  ['attest . --key keys/key.pem --product a\nb', 'The option --product must be one line'],
])('%j is refused', async (words = '', sentence = '') => {
  const ended = await cli.run(words.split(' '));
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain(sentence);
  expect(ended.stderr).toMatch(/^error: [^\n]+\n$/u);
});
