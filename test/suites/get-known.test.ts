import { expect, it } from 'vitest';
import { confirmMissingAnimal, knownAnimals, wrongGetFlaws } from '../../suites/get-known.ts';
import { withClock } from '../../src/engine/target/clock.ts';
import type { GetReply } from '../../src/engine/target/replies.ts';
import { FakeStore, refusal } from '../engine/fake-store.ts';
import { benchOf } from '../engine/context-of.ts';
import { present } from '../present.ts';

it.each([
  ['before any list showed it: it may have been added since', 0],
  ['after a list showed it: it has to be there', 1],
])('an animal of somebody else that is not found %s', async (_, failures) => {
  const store = new FakeStore();
  const { context } = benchOf((ask) =>
    ask.operation === 'get' && ask.url.endsWith('/1') ? refusal(404) : store.answer(ask),
  );
  store.add({ name: 'Luna', categoryId: 1 });
  store.add({ name: 'Rex', categoryId: 1 });
  await context.api.get('2');
  if (failures > 0) await context.api.list();
  const reply = await context.api.get('1');
  await context.api.list();
  expect(wrongGetFlaws(reply, knownAnimals(context), context)).toHaveLength(failures);
});

it.each<[string, number, object | undefined]>([
  [
    'long after a list showed it, and found again, is left open',
    0,
    { why: expect.stringContaining('removed an animal and restored it') as unknown },
  ],
  ['before every replica has to have it, and found again, was late', 60_000, undefined],
])('an animal of somebody else that is not found %s', async (_, consistencyMs, came) => {
  const store = new FakeStore(2);
  let gets = 0;
  const { context } = benchOf(
    (ask) => (ask.operation === 'get' && (gets += 1) === 2 ? refusal(404) : store.answer(ask)),
    { consistencyMs },
  );
  await context.api.get('2');
  await context.api.list();
  const reply = await context.api.get('1');
  const wrongs = (again: GetReply) => wrongGetFlaws(again, knownAnimals(context), context);
  const flaw = present(wrongs(reply)[0]);
  const looking = withClock({ now: () => performance.now(), pause: () => Promise.resolve() }, () =>
    confirmMissingAnimal(context, { reply, flaw }, wrongs),
  );
  expect(await looking).toEqual(came);
});
