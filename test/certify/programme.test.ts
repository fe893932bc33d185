import { createPublicKey } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { crypto as sigstore, dsse } from '@sigstore/core';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../reports/model.ts';
import type { SignedEnvelope } from '../../src/attest/dsse.ts';
import { blocksOf } from '../docs/guide.ts';
import { KEY, reference } from '../e2e/servers.ts';
import { decided, ran, withRow } from '../verify/folders.ts';
import { changes, PART, productYaml, startProducts } from './products.ts';

const programme = await startProducts();
const { at } = programme;

/** What Acme hands in: a run of everything. */
async function certifyPets(challenge: string): Promise<void> {
  const whole = await ran([], { messagesUrl: undefined, seed: undefined, challenge });
  await programme.lay('acme-pets-1.2', ['Pets 1.2', 'Acme', 'acme'], whole);
}

/** What a vendor does whose key is of the other type, with a run of a part. */
async function certifyZoo(): Promise<void> {
  const { baseUrl } = await reference();
  const run = ['run', '--base-url', baseUrl, '--out', 'made/globex-zoo-3', '--only', 'list.limit.default'];
  run.push('--challenge', await programme.challengeFor('globex-zoo-3'));
  expect((await programme.kit(run, { PETSTORE_API_KEY: KEY })).code).toBe(0);
  const words = ['--key', 'keys/globex/key.pem', '--product', 'Zoo 3', '--vendor', 'Globex'];
  words.push('--allow', 'partial');
  expect((await programme.kit(['attest', 'made/globex-zoo-3', ...words])).code).toBe(0);
  const { target } = JSON.parse(await readFile(at('made', 'globex-zoo-3', 'report.json'), 'utf8')) as Report;
  const product = productYaml(['Zoo 3', 'Globex', 'globex'], target.baseUrl);
  await writeFile(at('made', 'globex-zoo-3', 'product.yaml'), product);
}

/** What Initech hands in: a report that its evidence does not bear out. */
async function forgeArk(): Promise<void> {
  const challenge = await programme.challengeFor('initech-ark-1');
  const faulty = await ran(['list/default-10'], { ...PART, challenge });
  const forged = withRow(faulty.report, 'list.limit.default', decided('pass'));
  await programme.lay('initech-ark-1', ['Ark 1', 'Initech', 'initech'], faulty, forged);
}

/** What the guide does, block by block, for a part of what it judges; its certifier runs again. */
async function followGuide(challenge: string): Promise<void> {
  const guide = new URL('../../docs/certifying.md', import.meta.url);
  const blocks = (await blocksOf(guide)).map(({ text }) => text.trim());
  expect(blocks.length).toBeGreaterThanOrEqual(6);
  await mkdir(at('guide', 'products'), { recursive: true });
  const { baseUrl } = await reference();
  for (const block of blocks) {
    const script = block
      .replaceAll(/'acme-pets-1\.2 \d[^']*'/gu, `'${challenge}'`)
      .replaceAll('https://pets.example.com/v1', baseUrl)
      .replaceAll('PETSTORE_API_KEY=...', `PETSTORE_API_KEY=${KEY}`)
      .replaceAll('--runs 10', '--runs 1 --only list.limit.default')
      .replaceAll(' attest ', ' attest --allow partial ');
    const ended = await programme.shell(script, 'guide');
    expect(ended, script).toMatchObject({ code: 0 });
    // The vendor has handed its key out.
    if (block.includes('keygen')) await cp(at('guide', 'keys', 'pub.pem'), at('guide', 'acme.pem'));
    if (block.includes(' attest ')) {
      for (const to of ['products/acme', 'reference']) {
        await cp(at('guide', 'acme-pets-1.2'), at('guide', to), { recursive: true });
      }
    }
  }
}

const challenge = await programme.challengeFor('acme-pets-1.2');
await Promise.all([certifyPets(challenge), followGuide(challenge), certifyZoo(), forgeArk()]);

describe('the workflow of a pull request', () => {
  const played = async (name: string) => {
    await programme.handIn(name);
    const ended = await programme.play('verify.yml', { changed: changes(name) });
    return { ended, comment: await programme.comment() };
  };

  test('verifies what is as the rules ask, and says so', async () => {
    const { ended, comment } = await played('acme-pets-1.2');
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(comment).toMatch(/^### acme-pets-1\.2: verified\n\n```text\nProduct +"/u);
    expect(comment).toMatch(
      /^Address +http:\/\/127\S+ \(is plain http, is loopback[^\n]*\n[^`]*```\n\nSignature, /mu,
    );
    expect(comment).toContain('recertify products/acme-pets-1.2 --public-key vendors/acme.pem --key');
  });

  test('has nothing but the part to object to where a part was judged, signed with the other type of key', async () => {
    const { ended, comment } = await played('globex-zoo-3');
    expect(ended.code).toBe(1);
    const told = 'The verdict is partial.\nThe run judged a part only.';
    expect(comment.trimEnd()).toBe(`### globex-zoo-3: not verified\n\n\`\`\`text\n${told}\n\`\`\``);
  });

  test('finds out the forged one, and says what is wrong', async () => {
    const { ended, comment } = await played('initech-ark-1');
    expect(ended.code).toBe(1);
    expect(comment).toMatch(/^### initech-ark-1: not verified\n\n```text\n/u);
    expect(comment).toContain('verdict: list.limit.default: is pass, and the evidence gives fail');
    expect(comment.trimEnd()).toMatch(/\n```$/u);
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
  expect(verdicts).toBe('(verdict),,partial,conformant,partial');
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
