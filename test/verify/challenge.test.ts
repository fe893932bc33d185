import { expect, test } from 'vitest';
import { ran, verified } from './folders.ts';

const CHALLENGE = 'acme-pets 2026-11-23 7f3a91';
const PART = { only: ['create.echo', 'list.limit.default'] };

test('a run answers the challenge that it was given, and no other', async () => {
  const real = await ran([], { ...PART, challenge: CHALLENGE, seed: undefined });
  const scopes = async (challenge: string) =>
    (await verified(real, {}, challenge)).disagreements.map(({ where, message }) => `${where} ${message}`);
  expect(await scopes(CHALLENGE)).toEqual([]);
  expect(await scopes('acme-pets 2026-11-24 000000')).toEqual([
    'challenge is not the one that was given: the run answers another',
  ]);
  const without = await ran([], PART);
  expect((await verified(without, {}, CHALLENGE)).disagreements).toEqual([
    { kind: 'scope', where: 'challenge', message: 'is not answered: the run was made without one' },
  ]);
});

test('two runs on one challenge draw the same inputs, and call their animals alike', async () => {
  const options = { ...PART, challenge: CHALLENGE, seed: undefined, concurrency: 1 };
  const [one, other] = [await ran([], options), await ran([], options)];
  expect(one.report.created).toEqual(other.report.created);
  expect([one.report.seed, one.report.tag]).toEqual([other.report.seed, other.report.tag]);
});
