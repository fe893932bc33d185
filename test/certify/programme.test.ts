import { createPublicKey } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crypto as sigstore, dsse } from '@sigstore/core';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../reports/model.ts';
import type { SignedEnvelope } from '../../src/attest/dsse.ts';
import { decided, ran, reader, withRow, writeFolder, type Ran } from '../verify/folders.ts';
import { blocksOf } from '../docs/guide.ts';
import { KEY, reference } from '../e2e/servers.ts';
import { startProgramme, submissionIn } from './programme.ts';
const FILES = ['report.json', 'evidence.har', 'statement.dsse.json', 'product.yaml'];
const RULES = {
  verdicts: ['conformant'],
  profiles: ['animals'],
  https: false,
  publicHost: false,
  runs: 1,
  concurrency: 8,
  consistencyMs: 2000,
  timeoutMs: 10_000,
  headers: [],
  days: 90,
  seconds: 300,
};

const VENDORS = { acme: 'Acme', globex: 'Globex', initech: 'Initech' };

const programme = await startProgramme(RULES, VENDORS);
const at = (...parts: string[]): string => join(programme.folder, ...parts);

function productYaml(
  product: string,
  vendor: string,
  signer: string,
  address = 'https://pets.example',
): string {
  const words = { product, vendor, signer, website: `https://${signer}.example`, address };
  return Object.entries(words)
    .map(([name, text]) => `${name}: ${text}\n`)
    .join('');
}

const PRODUCT = productYaml('Pets 1.2', 'Initech', 'initech');

/** What a certifier gives a vendor who wants to hand in a product by that name. */
async function challengeFor(product: string): Promise<string> {
  const { code, stdout } = await programme.play('challenge.yml', { product });
  const [, given = ''] = /^Run with: --challenge '([^']+)'$/mu.exec(stdout) ?? [];
  expect({ code, given }).toEqual({
    code: 0,
    given: expect.stringMatching(`^${product} \\d{4}-\\d\\d-\\d\\d [0-9a-f]{32} profiles=animals$`) as string,
  });
  return given;
}

/** To a report and a statement goes what the product is; the certifier gets the key. */
async function handOut(name: string, keys: string, words: readonly [string, string, string]): Promise<void> {
  const { target: judged } = JSON.parse(await readFile(at('made', name, 'report.json'), 'utf8')) as Report;
  await writeFile(at('made', name, 'product.yaml'), productYaml(...words, judged.baseUrl));
  await cp(join(keys, 'pub.pem'), at('vendors', `${words[2]}.pem`));
}

/** What a vendor does whose server closes connections, and whose key is of the other type. */
async function certifyZoo(): Promise<void> {
  const { baseUrl } = await reference({ variants: ['wire/close-every-third'] });
  const run = ['run', '--base-url', baseUrl, '--out', 'made/globex-zoo-3'];
  run.push('--challenge', await challengeFor('globex-zoo-3'));
  expect((await programme.kit(run, { PETSTORE_API_KEY: KEY })).code).toBe(0);
  await programme.kit(['keygen', '--out', 'keys/globex', '--type', 'ecdsa']);
  const words = ['--key', 'keys/globex/key.pem', '--product', 'Zoo 3', '--vendor', 'Globex'];
  expect((await programme.kit(['attest', 'made/globex-zoo-3', ...words])).code).toBe(0);
  await handOut('globex-zoo-3', at('keys', 'globex'), ['Zoo 3', 'Globex', 'globex']);
}

/** What the guide does, block by block: of its vendor comes a product, and its certifier runs again. */
async function followGuide(name: string): Promise<void> {
  const guide = new URL('../../docs/certifying.md', import.meta.url);
  const blocks = (await blocksOf(guide)).map(({ text }) => text.trim());
  expect(blocks.length).toBeGreaterThanOrEqual(6);
  await mkdir(at('guide', 'products'), { recursive: true });
  const { baseUrl } = await reference();
  const challenge = await challengeFor(name);
  for (const block of blocks) {
    const script = block
      .replaceAll(/'acme-pets-1\.2 \d[^']*'/gu, `'${challenge}'`)
      .replaceAll('https://pets.example.com/v1', baseUrl)
      .replaceAll('PETSTORE_API_KEY=...', `PETSTORE_API_KEY=${KEY}`)
      .replaceAll('--runs 10', '--runs 1');
    const ended = await programme.shell(script, 'guide');
    expect(ended, script).toMatchObject({ code: 0 });
    // The vendor has handed its key out.
    if (block.includes('keygen')) await cp(at('guide', 'keys', 'pub.pem'), at('guide', 'acme.pem'));
    if (block.includes(' attest ')) {
      for (const to of ['products/acme', 'reference', `../made/${name}`]) {
        await cp(at('guide', name), at('guide', to), { recursive: true });
      }
    }
  }
  await handOut(name, at('guide', 'keys'), ['Pets 1.2', 'Acme', 'acme']);
}

/** What Initech hands in: the run of a part, signed with a key of the tests. */
async function lay(name: string, product: string, real: Ran, report = real.report): Promise<void> {
  await mkdir(at('made', name), { recursive: true });
  await writeFolder(at('made', name), real, { report }, { name: product, vendor: 'Initech' });
  await writeFile(at('made', name, 'product.yaml'), productYaml(product, 'Initech', 'initech'));
}

async function runOfInitech(): Promise<void> {
  await writeFile(at('vendors', 'initech.pem'), reader.export({ type: 'spki', format: 'pem' }));
  const asked = { only: ['list.limit.default'], messagesUrl: undefined, seed: undefined };
  const small = await ran([], { ...asked, challenge: await challengeFor('initech-pets-1') });
  await lay('initech-pets-1', 'Pets 1.2', small);
  const faulty = await ran(['list/default-10'], {
    ...asked,
    challenge: await challengeFor('initech-ark-1'),
  });
  await lay('initech-ark-1', 'Ark 1', faulty, withRow(faulty.report, 'list.limit.default', decided('pass')));
}

await Promise.all([followGuide('acme-pets-1.2'), certifyZoo(), runOfInitech()]);

const changes = (name: string): readonly string[] => FILES.map((file) => `products/${name}/${file}`);

/** A pull request that hands in one product under a name. */
async function handIn(made: string, name = made): Promise<string> {
  const submission = await submissionIn(programme);
  const dir = join(submission, 'products', name);
  await mkdir(dir);
  for (const file of FILES) await cp(at('made', made, file), join(dir, file));
  return dir;
}

describe('the workflow of a pull request', () => {
  test.each(['acme-pets-1.2', 'globex-zoo-3'])('verifies %s, and says so', async (name) => {
    await handIn(name);
    const ended = await programme.play('verify.yml', { changed: changes(name) });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const comment = await programme.comment();
    expect(comment).toMatch(new RegExp(`^### ${name}: verified\n\n\`\`\`text\nProduct +"`, 'u'));
    expect(comment).toMatch(
      /^Address +http:\/\/127\S+ \(is plain http, is loopback[^\n]*\n[^`]*```\n\nSignature, /mu,
    );
    expect(comment).toContain(
      `recertify products/${name} --public-key vendors/${name.split('-', 1)[0] ?? ''}.pem --key`,
    );
  });

  test('finds out the forged one, and says what is wrong', async () => {
    await handIn('initech-ark-1');
    const ended = await programme.play('verify.yml', { changed: changes('initech-ark-1') });
    expect(ended.code).toBe(1);
    const comment = await programme.comment();
    expect(comment).toMatch(/^### initech-ark-1: not verified\n\n```text\n/u);
    expect(comment).toContain('verdict: list.limit.default: is pass, and the evidence gives fail');
    expect(comment.trimEnd()).toMatch(/\n```$/u);
  });
});

/** Checks what was handed in under a name: it is refused, and all of this is said. */
async function refused(name: string, ...told: readonly string[]): Promise<void> {
  const ended = await programme.check('submission', changes(name));
  expect(ended).toMatchObject({ code: 1, stderr: '' });
  for (const text of told) expect(ended.stdout).toContain(text);
}

describe('what a vendor must not hand in', () => {
  const swap = (file: string, text: string | Uint8Array) => async (dir: string) =>
    writeFile(join(dir, file), text);
  const linked = async (path: string, to = `${path}-away`) => {
    await rename(path, `${path}-away`);
    await symlink(to, path);
    if (to === '/etc/passwd') await rm(`${path}-away`);
  };
  const said = (...words: readonly [product: string, vendor: string, signer: string]) =>
    swap('product.yaml', productYaml(...words));
  test.each<readonly [what: string, change: (dir: string) => Promise<void>, told: string]>([
    ['without a statement', (dir) => rm(join(dir, 'statement.dsse.json')), 'statement.dsse.json is missing.'],
    ['with a script', swap('run.sh', 'exit'), 'run.sh does not belong there.'],
    [
      'with a link',
      (dir) => linked(join(dir, 'report.json'), '/etc/passwd'),
      'Only plain files belong there: no links, and no folders.',
    ],
    ['as a link itself', (dir) => linked(dir), 'Only plain files belong there: no links, and no folders.'],
    ['taken out', (dir) => rm(dir, { recursive: true }), 'only we take a product out.'],
    ['with a broken product.yaml', swap('product.yaml', '{'), 'Flow map'],
    ['with an empty one', swap('product.yaml', ''), 'product.yaml has to say what its product is.'],
    [
      'with one that unfolds',
      swap('product.yaml', 'a: &a [1]\nproduct: [*a, *a]\n'),
      'Alias resolution is disabled',
    ],
    ['by a stranger', said('Pets 1.2', 'Acme', 'nobody'), 'whose key we do not have'],
    ['by a path', said('Pets 1.2', 'Acme', '../keys/acme/pub'), 'whose key we do not have'],
    ['signed by another', said('Pets 1.2', 'Globex', 'globex'), 'signature: '],
    ['of a vendor with the key of another', said('Pets 1.2', 'Acme', 'globex'), 'not the one that we know'],
    ['with a folder', (dir) => mkdir(join(dir, 'product.yaml.d')), 'no links, and no folders.'],
    [
      'with a script for its website',
      swap('product.yaml', PRODUCT.replace('https://initech.example', 'javascript:alert(1)')),
      'has to give an http or https address',
    ],
    [
      'with a link text for its website',
      swap('product.yaml', PRODUCT.replace('initech.example', 'initech.example) [good](http://evil')),
      'has to give an http or https address',
    ],
    ['with a praise of its own', swap('product.yaml', `${PRODUCT}verdict: best\n`), 'more than we ask for'],
    ['as another product', said('Pets 2.0', 'Initech', 'initech'), 'about another product'],
    [
      'at another address',
      said('Pets 1.2', 'Initech', 'initech'),
      'another address than that of product.yaml',
    ],
    [
      'with messages elsewhere',
      swap('product.yaml', `${PRODUCT}messages: https://pets.example/messages\n`),
      'another messages address than product.yaml says',
    ],
    [
      'at no address',
      swap('product.yaml', PRODUCT.replace('https://pets', 'ftp://pets')),
      'of plain characters',
    ],
    ['for another vendor', said('Pets 1.2', 'Initech Inc', 'initech'), 'not the one that we know'],
    ['with a broken report', swap('report.json', '```\n@everyone'), 'schema: report.json: is not JSON'],
  ])('a product %s', async (_, change, told) => {
    await change(await handIn('initech-pets-1'));
    await refused('initech-pets-1', '### initech-pets-1: not verified', told);
  });

  test('the run of another product', async () => {
    const dir = await handIn('initech-pets-1', 'globex-pets-1');
    const words = ['--key', 'keys/globex/key.pem', '--product', 'Pets 1', '--vendor', 'Globex'];
    await programme.kit(['attest', dir, ...words, '--allow', 'partial']);
    await writeFile(join(dir, 'product.yaml'), productYaml('Pets 1', 'Globex', 'globex'));
    await refused('globex-pets-1', 'We gave no challenge for it');
    await challengeFor('globex-pets-1');
    await refused('globex-pets-1', 'challenge: is not the challenge of the run');
    // As no two are of one text, this is a mistake of ours.
    await cp(at('challenges', 'initech-pets-1'), at('challenges', 'globex-pets-1'));
    await cp(at('made', 'initech-pets-1'), at('products', 'initech-pets-1'), { recursive: true });
    const told = ['The run has the seed of initech-pets-1.', 'The run has the tag of initech-pets-1.'];
    await refused('globex-pets-1', ...told);
    await rm(at('products', 'initech-pets-1'), { recursive: true });
  });

  test('a run without the challenge, and one from before it', async () => {
    const only = ['list.limit.default'];
    const challenge = 'acme-early-1 2999-01-01 7f3a';
    const early = await ran([], { only, challenge, seed: undefined });
    const without = await ran([], { only });
    for (const [name, real] of Object.entries({ 'acme-early-1': early, 'acme-none-1': without })) {
      await lay(name, name, real);
      await challengeFor(name);
    }
    await writeFile(at('challenges', 'acme-early-1'), `${challenge}\n`);
    await handIn('acme-early-1');
    await refused('acme-early-1', 'The run is from before 2999-01-01, when we gave the challenge.');
    await handIn('acme-none-1');
    await refused('acme-none-1', 'challenge: is missing: the run had no challenge');
  });

  test('less than the rules ask for', async () => {
    await handIn('initech-pets-1');
    const more = {
      ...RULES,
      runs: 100,
      concurrency: 9,
      consistencyMs: 0,
      timeoutMs: 9999,
      days: 0,
      profiles: ['animals', 'messages'],
      https: true,
      publicHost: true,
    };
    await writeFile(at('rules.json'), JSON.stringify(more));
    const told = ['The run had --runs 1: we ask for 100.', 'The run is older than 0 days.'];
    told.push('The run had --concurrency 8: we ask for 9.');
    told.push('The run had --consistency-ms 2000: we allow 0.');
    told.push('The run had --timeout-ms 10000: we allow 9999.', 'An address is plain http.');
    told.push('An address is loopback, private or link-local');
    await refused('initech-pets-1', ...told, 'A profile was not claimed.', 'The verdict is partial.');
    await writeFile(at('rules.json'), JSON.stringify({ ...RULES, seconds: 0.01 }));
    await refused('initech-pets-1', 'verify did not end within 0.01 seconds, and was stopped.');
    await writeFile(at('rules.json'), JSON.stringify(RULES));
  });

  test('a part of a folder, and one that is there already', async () => {
    await handIn('initech-pets-1');
    const part = await programme.check('submission', ['products/initech-pets-1/report.json']);
    expect([part.code, part.stdout]).toEqual([
      1,
      expect.stringContaining('It changes a folder that is there'),
    ]);
    await cp(at('made', 'initech-pets-1'), at('products', 'initech-pets-1'), { recursive: true });
    await refused(
      'initech-pets-1',
      'It changes a folder that is there: hand in a new one, with all of its files.',
    );
    await rm(at('products', 'initech-pets-1'), { recursive: true });
  });

  test.each([
    [['check.js'], 'check.js'],
    [['vendors/acme.pem'], 'vendors/acme.pem'],
    [['products/UPPER/report.json'], 'products/UPPER/report.json'],
    [['products/../rules.json'], 'products/../rules.json'],
    [['products/initech-pets-1/sub/report.json'], 'sub/report.json'],
    [[], 'Nothing is handed in.'],
  ])('a change of %j is for a person to look at', async (changed, told) => {
    await submissionIn(programme);
    const ended = await programme.check('submission', changed);
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    expect(ended.stdout).toContain('### For us to look at');
    expect(ended.stdout).toContain(told);
  });
});

test('the page shows all products that were merged', async () => {
  for (const name of ['acme-pets-1.2', 'globex-zoo-3']) {
    await cp(at('made', name), at('products', name), { recursive: true });
  }
  expect((await programme.play('matrix.yml')).code).toBe(0);
  const page = await readFile(at('site', 'index.html'), 'utf8');
  expect(page).toContain('products/acme-pets-1.2');
  expect(page).toContain('products/globex-zoo-3');
  expect(page).not.toContain('initech');
  const [head, , , , verdicts] = (await readFile(at('site', 'matrix.csv'), 'utf8')).split('\r\n');
  expect(head).toBe('requirement,level,reference,products/acme-pets-1.2,products/globex-zoo-3');
  expect(verdicts).toBe('(verdict),,conformant,conformant,conformant');
});

test('every command of the guide does what it says', async () => {
  expect(await readFile(at('guide', 'site', 'matrix.csv'), 'utf8')).toContain('products/acme');
  const again = await readFile(at('guide', 'recertified', 'statement.dsse.json'), 'utf8');
  const { payload } = JSON.parse(again) as SignedEnvelope;
  expect(Buffer.from(payload, 'base64').toString()).toContain('"recertifies":"sha256:');
});

// openssl takes what the same seal makes: test/attest/dsse.test.ts.
test.each([
  ['acme-pets-1.2', 'acme', undefined],
  ['globex-zoo-3', 'globex', 'sha256'],
])('the statement of %s is taken by a verifier that is not ours', async (name, signer, algorithm) => {
  const envelope = JSON.parse(
    await readFile(at('made', name, 'statement.dsse.json'), 'utf8'),
  ) as SignedEnvelope;
  const signed = dsse.preAuthEncoding(envelope.payloadType, Buffer.from(envelope.payload, 'base64'));
  const signature = Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64');
  const key = createPublicKey(await readFile(at('vendors', `${signer}.pem`)));
  expect(sigstore.verify(signed, key, signature, algorithm)).toBe(true);
});
