import { expect, it } from 'vitest';
import { known, wrongGet } from '../../suites/get-known.ts';
import { FakeStore, refusal } from '../engine/fake-store.ts';
import { benchOf } from '../engine/context-of.ts';

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
  expect(wrongGet(reply, known(context), context)).toHaveLength(failures);
});
