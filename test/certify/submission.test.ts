import { cp, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ran } from '../verify/folders.ts';
import { changes, INITECH, PART, productYaml, RULES, startProducts, type Names } from './products.ts';
import { submissionIn } from './programme.ts';

const products = await startProducts();
const PRODUCT = productYaml(INITECH);
const answered = { ...PART, challenge: await products.challengeFor('initech-pets-1') };
await products.lay('initech-pets-1', INITECH, await ran([], answered));

/** Checks what was handed in under a name: it is refused, and all of this is said. */
async function refused(name: string, ...told: readonly string[]): Promise<void> {
  const ended = await products.check('submission', changes(name));
  expect(ended).toMatchObject({ code: 1, stderr: '' });
  for (const text of told) expect(ended.stdout).toContain(text);
}

const swap = (file: string, text: string | Uint8Array) => async (dir: string) =>
  writeFile(join(dir, file), text);
const linked = async (path: string, to = `${path}-away`) => {
  await rename(path, `${path}-away`);
  await symlink(to, path);
  if (to === '/etc/passwd') await rm(`${path}-away`);
};
const said = (...names: Names) => swap('product.yaml', productYaml(names));
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
  ['at another address', said('Pets 1.2', 'Initech', 'initech'), 'another address than that of product.yaml'],
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
  await change(await products.handIn('initech-pets-1'));
  await refused('initech-pets-1', '### initech-pets-1: not verified', told);
});

test('the run of another product', async () => {
  const dir = await products.handIn('initech-pets-1', 'globex-pets-1');
  const words = ['--key', 'keys/globex/key.pem', '--product', 'Pets 1', '--vendor', 'Globex'];
  await products.kit(['attest', dir, ...words, '--allow', 'partial']);
  await writeFile(join(dir, 'product.yaml'), productYaml(['Pets 1', 'Globex', 'globex']));
  await refused('globex-pets-1', 'We gave no challenge for it');
  await products.challengeFor('globex-pets-1');
  await refused('globex-pets-1', 'challenge: is not the challenge of the run');
  // As no two are of one text, this is a mistake of ours.
  await cp(products.at('challenges', 'initech-pets-1'), products.at('challenges', 'globex-pets-1'));
  await cp(products.at('made', 'initech-pets-1'), products.at('products', 'initech-pets-1'), {
    recursive: true,
  });
  const told = ['The run has the seed of initech-pets-1.', 'The run has the tag of initech-pets-1.'];
  await refused('globex-pets-1', ...told);
  await rm(products.at('products', 'initech-pets-1'), { recursive: true });
});

test('a run without the challenge, and one from before it', async () => {
  const only = ['list.limit.default'];
  const challenge = 'acme-early-1 2999-01-01 7f3a';
  const early = await ran([], { only, challenge, seed: undefined });
  const without = await ran([], { only });
  for (const [name, real] of Object.entries({ 'acme-early-1': early, 'acme-none-1': without })) {
    await products.lay(name, [name, 'Initech', 'initech'], real);
    await products.challengeFor(name);
  }
  await writeFile(products.at('challenges', 'acme-early-1'), `${challenge}\n`);
  await products.handIn('acme-early-1');
  await refused('acme-early-1', 'The run is from before 2999-01-01, when we gave the challenge.');
  await products.handIn('acme-none-1');
  await refused('acme-none-1', 'challenge: is missing: the run had no challenge');
});

test('less than the rules ask for', async () => {
  await products.handIn('initech-pets-1');
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
  await writeFile(products.at('rules.json'), JSON.stringify(more));
  const told = ['The run had --runs 1: we ask for 100.', 'The run is older than 0 days.'];
  told.push('The run had --concurrency 8: we ask for 9.');
  told.push('The run had --consistency-ms 2000: we allow 0.');
  told.push('The run had --timeout-ms 10000: we allow 9999.', 'An address is plain http.');
  told.push('An address is loopback, private or link-local');
  await refused('initech-pets-1', ...told, 'A profile was not claimed.', 'The verdict is partial.');
  await writeFile(products.at('rules.json'), JSON.stringify({ ...RULES, seconds: 0.01 }));
  await refused('initech-pets-1', 'verify did not end within 0.01 seconds, and was stopped.');
  await writeFile(products.at('rules.json'), JSON.stringify(RULES));
});

test('a part of a folder, and one that is there already', async () => {
  await products.handIn('initech-pets-1');
  const part = await products.check('submission', ['products/initech-pets-1/report.json']);
  expect([part.code, part.stdout]).toEqual([1, expect.stringContaining('It changes a folder that is there')]);
  await cp(products.at('made', 'initech-pets-1'), products.at('products', 'initech-pets-1'), {
    recursive: true,
  });
  await refused(
    'initech-pets-1',
    'It changes a folder that is there: hand in a new one, with all of its files.',
  );
  await rm(products.at('products', 'initech-pets-1'), { recursive: true });
});

test.each([
  [['check.js'], 'check.js'],
  [['vendors/acme.pem'], 'vendors/acme.pem'],
  [['products/UPPER/report.json'], 'products/UPPER/report.json'],
  [['products/../rules.json'], 'products/../rules.json'],
  [['products/initech-pets-1/sub/report.json'], 'sub/report.json'],
  [[], 'Nothing is handed in.'],
])('a change of %j is for a person to look at', async (changed, told) => {
  await submissionIn(products);
  const ended = await products.check('submission', changed);
  expect(ended).toMatchObject({ code: 1, stderr: '' });
  expect(ended.stdout).toContain('### For us to look at');
  expect(ended.stdout).toContain(told);
});
