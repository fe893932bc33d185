import { lookalikes, notIds, positiveIds, tellingNotIds, unknownIds } from '../generators/ids.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import { int64 } from '../src/json/int64.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Animal } from '../src/kit/population.ts';
import type { GetReply } from '../src/kit/replies.ts';
import { expectStatus, settleProperty, silence } from './trials.ts';

/** What a target may say of an animal that exists and that this key may not see, or that is gone. */
const NOT_OURS: ReadonlySet<number> = new Set([402, 403, 409, 410, 423, 451]);

const notFound = defineCheck({
  id: 'get/unknown-id',
  title: 'ids that no animal has: random ones of 63 bits, and ids of every magnitude',
  decides: ['get.not-found'],
  stage: 'scenario',
  needs: ['get'],
  probe: async (lab) => {
    const expected = '404 with an Error object';
    await settleProperty(
      lab,
      'get.not-found',
      {
        label: 'unknown',
        arbitrary: unknownIds,
        runs: Math.max(3, Math.ceil(lab.config.runs / 2)),
        ask: async (id) => expectStatus(await lab.api.get(id), 404, expected),
      },
      {
        subject: (id) => `getting the unknown id ${String(id)}`,
        input: (id) => ({ petId: id }),
        note: (tried) => `${String(tried)} unknown ids, each answered with 404`,
      },
    );
    await settleProperty(
      lab,
      'get.not-found',
      {
        label: 'any',
        arbitrary: positiveIds,
        runs: Math.ceil(lab.config.runs / 3),
        ask: async (id) => {
          const reply = await lab.api.get(id);
          // Somebody's animal may have it, and the target may have its own word for one that is not ours to see.
          if (reply.pet !== undefined || NOT_OURS.has(reply.answer?.status ?? 0))
            return { kind: 'void', reply };
          return expectStatus(reply, 404, '200 with that animal, or 404 with an Error object');
        },
      },
      {
        subject: (id) => `getting the id ${String(id)}`,
        input: (id) => ({ petId: id }),
        note: () => 'ids of every magnitude, each answered with 404 or with an animal',
        optional: true,
      },
    );
  },
});

/** Whether another id reached this animal: it shows up with an id that was not asked for, or with its unique name. */
function reached(lab: Lab, animal: Animal, reply: GetReply): string | undefined {
  const { pet } = reply;
  if (pet === undefined) return undefined;
  const id = int64(pet['id']);
  if (id !== undefined && String(id) !== reply.id) return `the animal ${String(id)}`;
  const name = pet['name'];
  return typeof name === 'string' && lab.names.isOurs(name) && name === animal.submitted.name
    ? `the animal ${String(animal.id)}, under another id`
    : undefined;
}

/** The animal of the run whose id most other ids may be taken for: past 2^53 not every id has a neighbour of the same double. */
function alikeMost(lab: Lab): Animal | undefined {
  return lab.population.animals().toSorted((a, b) => lookalikes(b.id).length - lookalikes(a.id).length)[0];
}

const wholeIds = defineCheck({
  id: 'get/lookalike-ids',
  title: 'ids that wrap or round to the id of an animal of the run',
  decides: ['get.int64'],
  stage: 'scenario',
  needs: ['get', 'animal'],
  probe: async (lab) => {
    const animal = alikeMost(lab);
    if (animal === undefined) return;
    const replies = await Promise.all(lookalikes(animal.id).map((id) => lab.api.get(id)));
    const wrong = replies.find((reply) => reached(lab, animal, reply) !== undefined);
    if (wrong !== undefined) {
      const actual = reached(lab, animal, wrong) ?? '';
      await lab.confirm('get.int64', wrong, (again) => reached(lab, animal, again) !== undefined, {
        message: `getting the id ${wrong.id} brought ${actual}`,
        expected: `404, or an animal whose id is ${wrong.id}`,
        actual,
        exchanges: [animal.reply.outcome.exchange],
        input: { petId: wrong.id, knownId: animal.id },
      });
      return;
    }
    const told = replies.filter((reply) => reply.answer !== undefined);
    if (told.length > 0)
      lab.held(
        'get.int64',
        `${String(told.length)} ids that a narrower number takes for the id of an animal: none reached it`,
        ...told.slice(0, 3),
      );
    else silence(lab, 'get.int64', replies);
  },
});

const invalidId = defineCheck({
  id: 'get/no-id',
  title: 'path segments that are no int64',
  decides: ['get.invalid-id'],
  stage: 'scenario',
  needs: ['get'],
  probe: async (lab) => {
    const [known] = (await lab.baseline.knownGets()).filter((reply) => reply.pet !== undefined);
    const behind = known === undefined ? [] : [`${known.id}abc`, String(BigInt(known.id) + 2n ** 64n)];
    await settleProperty(
      lab,
      'get.invalid-id',
      {
        arbitrary: notIds,
        always: [...tellingNotIds, ...behind],
        runs: Math.floor(lab.config.runs / 4),
        ask: async (id) => {
          const reply = await lab.api.get(id);
          const status = reply.answer?.status ?? 0;
          return expectStatus(
            reply,
            status >= 400 && status < 500 ? status : 400,
            'a 4xx with an Error object',
          );
        },
      },
      {
        subject: (id) => `getting ${JSON.stringify(id)}`,
        input: (id) => ({ petId: id }),
        note: (tried) => `${String(tried)} texts that are no id, each refused with a 4xx`,
      },
    );
  },
});

export const idChecks: readonly Check[] = [notFound, wholeIds, invalidId];
