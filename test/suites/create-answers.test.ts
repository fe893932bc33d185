import { expect, it } from 'vitest';
import { createResponseChecks } from '../../suites/create-answers.ts';
import { foundBy } from '../engine/context-of.ts';
import { FakeStore, ok } from '../engine/fake-store.ts';
import { present } from '../present.ts';

const plain = { ...present(createResponseChecks.find(({ id }) => id === 'create/plain')), dependsOn: [] };

/** What is found where every create is answered 200, the second time that it is sent if `lost`. */
async function with200(lost: boolean): Promise<string | undefined> {
  const store = new FakeStore();
  const sent = new Set<string>();
  const { findings } = await foundBy([plain], (ask) => {
    const { body = '' } = ask;
    if (ask.operation !== 'create' || body === null) return store.answer(ask);
    if (lost && sent.size < sent.add(body).size) return 'connection';
    return ok(200, store.add(JSON.parse(body) as { name: string }));
  });
  return findings.find(({ requirement }) => requirement === 'create.success')?.kind;
}

it('a 200 to a create is wrong, and proves nothing where an answer to it was lost before', async () => {
  expect(await with200(false)).toBe('violation');
  expect(await with200(true)).toBe('undecided');
});
