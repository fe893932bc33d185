import { describe, expect, it } from 'vitest';
import { stowawayChecks } from '../../suites/create-stowaways.ts';
import { readJson } from '../../src/json/json.ts';
import type { JsonObject } from '../../src/json/types.ts';
import type { Ask } from '../../src/client/types.ts';
import { noCredential } from '../../src/kit/credentials.ts';
import type { Lab } from '../../src/kit/lab.ts';
import { asks } from '../../src/kit/verbs/asks.ts';
import type { Script } from '../kit/fake-client.ts';
import { FakeStore, ok, refusal } from '../kit/fake-store.ts';
import { foundBy } from '../kit/lab-of.ts';

const [, lists] = stowawayChecks;

/** A target that takes what is right; the other requests to add an animal it answers like that. */
type Refuse = (ask: Ask, store: FakeStore) => Script;

function sent({ body }: Ask): JsonObject {
  const read = readJson(body ?? '');
  return read.ok ? (read.value as JsonObject) : {};
}

/** What the lists of a run show that sends this, and then asks for the widest one. */
async function foundIn(send: (lab: Lab) => Promise<unknown>, refuse: Refuse) {
  const store = new FakeStore();
  const sending = asks('create/refused', {
    title: 'refused',
    decides: [],
    needs: ['create'],
    stage: 'scenario',
    send: async (lab) => {
      await send(lab);
      await lab.api.list({ limit: '100' });
    },
  });
  if (lists === undefined) throw new Error('there is no such check');
  const { findings } = await foundBy([sending, lists], (ask) => {
    const isRight = ask.credential.valid && typeof sent(ask)['categoryId'] !== 'string';
    return ask.operation === 'create' && !isRight ? refuse(ask, store) : store.answer(ask);
  });
  return findings.map(({ requirement, kind }) => [requirement, kind]);
}

const wrongCategory = ({ creates }: Lab) => creates.faulty((valid) => ({ ...valid, categoryId: 'x' }));
const intruder = ({ creates }: Lab) => creates.intruder(noCredential);

const refused: Refuse = ({ credential }) => refusal(credential.valid ? 400 : 401);
const keptAndRefused =
  (answer: Refuse): Refuse =>
  (ask, store) => {
    store.add({ ...sent(ask), categoryId: 1 });
    return answer(ask, store);
  };

describe('the lists of a run', () => {
  it('pass where they show nothing of what was refused', async () => {
    expect(await foundIn(wrongCategory, refused)).toEqual([['create.rejected-not-stored', 'witness']]);
  });

  it.each([
    ['400', wrongCategory, 'create.rejected-not-stored'],
    ['401', intruder, 'auth.no-effect'],
  ] as const)('tell what was refused with %s, and stands in one of them', async (_, send, requirement) => {
    expect(await foundIn(send, keptAndRefused(refused))).toContainEqual([requirement, 'violation']);
  });

  it('say nothing of what was refused with another status', async () => {
    expect(
      await foundIn(
        wrongCategory,
        keptAndRefused(() => refusal(422)),
      ),
    ).toEqual([]);
  });

  it('say nothing of an animal that was refused once, and taken when it was sent again', async () => {
    const twice = async ({ api, names }: Lab) => {
      const marker = names.plain();
      const body = { name: marker, categoryId: 'x' };
      await api.createJson(body, { intent: 'odd', marker });
      await api.createJson(body, { intent: 'odd', marker });
    };
    let asked = 0;
    const found = await foundIn(twice, (ask, store) => {
      asked += 1;
      return asked === 1 ? refusal(400) : ok(201, store.add({ ...sent(ask), categoryId: 1 }));
    });
    expect(asked).toBe(2);
    expect(found).toEqual([]);
  });
});
