import { expect, it } from 'vitest';
import type { Ask } from '../../src/http/types.ts';
import { authChecks } from '../../suites/auth.ts';
import { FakeStore, refusal } from '../engine/fake-store.ts';
import { foundBy } from '../engine/lab-of.ts';

/** What is said of a target that lists animals for these requests, whatever their key. */
async function told(id: string, isOpen: (url: URL) => boolean): Promise<string | undefined> {
  const check = authChecks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  const { answer } = new FakeStore(3);
  const { findings } = await foundBy([check], (ask: Ask) =>
    ask.credential.valid || isOpen(new URL(ask.url)) ? answer(ask) : refusal(401),
  );
  return findings.flatMap((finding) => (finding.kind === 'violation' ? [finding.message] : []))[0];
}

it.each<[string, boolean, RegExp]>([
  ['auth/no-header-list', true, /^listing animals with (limit|status)=.* and no Authorization header was/u],
  ['auth/no-header-list', false, /^listing animals without an Authorization header was/u],
  ['auth/wrong-token-list', true, /^listing animals with (limit|status)=.* and an Authorization header \(/u],
])('%s names the parameters of a list, where there are any: %s', async (id, hasQuery, words) => {
  expect(await told(id, ({ search }) => (search !== '') === hasQuery)).toMatch(words);
});
