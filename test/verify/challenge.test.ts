import { expect, test } from 'vitest';
import { ran, verified } from './folders.ts';

const CHALLENGE = 'acme-pets 2026-11-23 7f3a91';
const PART = { only: ['create.echo', 'list.limit.default'] };

test('a run answers the challenge that it was given, and no other', async () => {
  const real = await ran([], { ...PART, challenge: CHALLENGE, seed: undefined });
  const scopes = async (challenge: string) =>
    (await verified(real, {}, challenge)).disagreements.map(({ where, message }) => `${where} ${message}`);
  expect(await scopes(CHALLENGE)).toEqual([]);
  expect(await scopes('acme-pets 2026-11-24 000000')).toEqual(['challenge is not the challenge of the run']);
  const without = await ran([], PART);
  expect((await verified(without, {}, CHALLENGE)).disagreements).toEqual([
    { kind: 'scope', where: 'challenge', message: 'is missing: the run had no challenge' },
  ]);
});

test('two runs on one challenge draw the same inputs, and call their animals alike', async () => {
  const options = { ...PART, challenge: CHALLENGE, seed: undefined, concurrency: 1 };
  const [one, other] = [await ran([], options), await ran([], options)];
  expect(one.report.created).toEqual(other.report.created);
  expect([one.report.seed, one.report.tag]).toEqual([other.report.seed, other.report.tag]);
});

test('messages cannot be taken out of a run that answers a challenge, and the challenge may ask for them', async () => {
  const options = { only: ['list.limit.default'], seed: undefined };
  const both = await ran([], { ...options, challenge: CHALLENGE });
  const {
    target,
    scope,
    profiles,
    settings: { messagesUrl: _, messagesApiKey: __, ...settings },
  } = both.report;
  const alone = {
    target: { ...target, messagesUrl: null },
    scope: { ...scope, profiles: ['animals'] as const },
    profiles: { animals: profiles.animals ?? 'partial' },
    settings,
  };
  const { disagreements } = await verified(both, { report: { ...both.report, ...alone } }, CHALLENGE);
  expect(disagreements.map(({ message }) => message)).toContain(
    'The option seed must be left out: the seed is derived from challenge.',
  );

  const asked = `${CHALLENGE} profiles=animals+messages`;
  const answered = await ran([], { ...options, challenge: asked });
  expect((await verified(answered, {}, asked)).disagreements).toEqual([]);
  await expect(
    ran([], { ...options, challenge: asked, messagesUrl: undefined, messagesApiKey: undefined }),
  ).rejects.toThrow(
    'asks for profiles=animals+messages, and the run claims animals: messagesUrl claims messages.',
  );
});
