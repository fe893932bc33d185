import { lookalikes, notIds, positiveIds, tellingNotIds, unknownIds } from '../generators/ids.ts';
import { exactProblems, problemText } from '../schemas/exact.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import { int64 } from '../src/json/int64.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Animal } from '../src/kit/population.ts';
import { eraOf } from '../src/kit/removal.ts';
import { isSuccess, STATUSES, type GetReply, type Reply } from '../src/kit/replies.ts';
import { differences } from './agreement.ts';
import { gets } from './log.ts';
import { expectStatus, settleProperty, silence, statusText } from './trials.ts';

const GONE: ReadonlySet<number> = new Set([404, 405, 410]);
/** What a target may say of an animal that exists and that this key may not see, or that is gone. */
const NOT_OURS: ReadonlySet<number> = new Set([402, 403, 409, 410, 423, 451]);
/** Animals of the run that are asked for one by one. */
const READ_BACK = 5;
/** Fresh animals on which another status has to show again at once, since others may change statuses. */
const FRESH = 3;

/** A plain animal of each status, the latest one, and the odd ones: what is unusual about them is what gets lost. */
function worthReading(lab: Lab): readonly Animal[] {
  const all = lab.population.animals();
  const plain = all.filter((animal) => animal.plain);
  const ofEach = [undefined, ...STATUSES].flatMap((status) =>
    plain.filter((animal) => animal.submitted.status === status).slice(0, 1),
  );
  const odd = all.filter((animal) => !animal.plain);
  return [...new Set([...ofEach, ...plain.slice(-1), ...odd])].slice(0, READ_BACK);
}

const each = defineCheck({
  id: 'get/each',
  title: 'animals of the run, asked for one by one',
  decides: ['get.success', 'get.agrees', 'create.int64'],
  stage: 'read-back',
  over: ['create/*'],
  pulls: [],
  needs: ['get', 'animal'],
  probe: async (lab) => {
    const replies = await Promise.all(
      worthReading(lab).map(async (animal) => ({
        animal,
        reply: await lab.baseline.getMade(animal.id, animal.since),
      })),
    );
    const plainTyped = replies.every(
      ({ animal, reply }) =>
        !animal.plain || reply.pet === undefined || int64(reply.pet['categoryId']) !== undefined,
    );
    for (const { animal, reply } of replies) {
      if (reply.answer === undefined) continue;
      if (isLost(lab, reply)) notFoundAgain(lab, animal, reply);
      if (reply.pet !== undefined) await compare(lab, animal, reply, plainTyped);
    }
    const read = replies.filter(({ reply }) => reply.pet !== undefined).map(({ reply }) => reply);
    if (read.length > 0) {
      lab.held(
        'get.agrees',
        `${String(read.length)} animals, each with the values it was created with`,
        ...read.slice(0, 3),
      );
    } else
      silence(
        lab,
        'get.agrees',
        replies.map(({ reply }) => reply),
      );
  },
});

/** Whether another status shows on fresh animals that are read at once too: others may have changed the first. */
async function showsAgain(lab: Lab, animal: Animal, reply: GetReply): Promise<readonly Reply[] | undefined> {
  let proof: readonly Reply[] = [];
  for (let round = 0; round < FRESH; round += 1) {
    const fresh = await lab.population.createPlain(animal.submitted.status);
    if (fresh?.id === undefined || fresh.answer === undefined) return undefined;
    const again = await lab.baseline.getMade(fresh.id, fresh.answer.receivedAt);
    if (again.pet === undefined || again.pet['status'] !== reply.pet?.['status']) return undefined;
    proof = [fresh, again];
  }
  return proof;
}

async function compare(lab: Lab, animal: Animal, reply: GetReply, plainTyped: boolean): Promise<void> {
  if (reply.pet === undefined) return;
  for (const found of differences(animal, reply.pet, lab.config.categoryIds)) {
    if (found.mistyped && !plainTyped) continue;
    let proof: readonly Reply[] = [animal.reply, reply];
    if (found.mayChange) {
      const again = await showsAgain(lab, animal, reply);
      if (again === undefined) continue;
      proof = again;
    }
    lab.broken(found.int64 ? 'create.int64' : 'get.agrees', {
      message: `the animal ${String(animal.id)} was created with ${found.member} ${found.expected}, and getting it shows ${found.actual}`,
      expected: `${found.member} ${found.expected}`,
      actual: `${found.member} ${found.actual}`,
      exchanges: proof.map(({ outcome }) => outcome.exchange),
      explainedBy: ['create.id.unique', 'create.id.by-service'],
    });
  }
}

/** What is wrong with an answer to an id that some animal has. */
function flaw(reply: GetReply): string | undefined {
  const { answer } = reply;
  if (!isSuccess(answer)) return undefined;
  if (answer.status !== 200) return statusText(reply);
  if (!answer.body.ok) return `a body that is no JSON: ${answer.body.problem}`;
  const [problem] = exactProblems('pet', answer.body.value);
  if (problem !== undefined) return problemText(problem);
  const id = int64(reply.pet?.['id']);
  return id === undefined || String(id) === reply.id ? undefined : `the animal ${String(id)}`;
}

/** Whether an animal of the run was not found although it had its time to become readable. */
function isLost(lab: Lab, { id, answer }: GetReply): boolean {
  if (answer?.status !== 404) return false;
  const animal = lab.population.animals().find((one) => String(one.id) === id);
  return animal !== undefined && answer.sentAt >= animal.since + lab.config.consistencyMs;
}

/** The first animal of the run, one from its middle and the last, once the target is as full as it gets. */
async function readOnceMore(lab: Lab): Promise<readonly GetReply[]> {
  if (!(await lab.baseline.of('get')).usable) return [];
  const plain = lab.population.animals().filter((animal) => animal.plain);
  const chosen = new Set([plain[0], plain[Math.floor(plain.length / 2)], plain.at(-1)]);
  const replies = [];
  for (const animal of chosen) {
    if (animal === undefined) continue;
    const reply = await lab.baseline.getMade(animal.id, animal.since);
    replies.push(reply);
  }
  return replies;
}

function notFoundAgain(lab: Lab, animal: Animal, reply: GetReply): void {
  lab.broken('get.success', {
    message: `the animal ${String(animal.id)} was added, and getting it was answered with 404 for ${String(lab.config.consistencyMs)} ms and more`,
    expected: '200 with the animal',
    actual: statusText(reply),
    exchanges: [animal.reply.outcome.exchange, reply.outcome.exchange],
    explainedBy: ['create.id.unique', 'create.id.by-service'],
  });
}

const success = defineCheck({
  id: 'get/shape',
  title: 'status and body of every get of an animal that is known to exist',
  decides: ['get.success'],
  stage: 'invariant',
  over: ['get/*', 'create/categories'],
  pulls: [],
  probe: async (lab) => {
    if (eraOf(lab.config.asOf) === 'after') {
      await lab.can('get', 'get.success');
      return;
    }
    const known = new Set([...lab.population.knownIds()].map(String));
    const late = await readOnceMore(lab);
    const asked = [...new Set([...(await lab.baseline.knownGets()), ...gets(lab), ...late])].filter((reply) =>
      known.has(reply.id),
    );
    const lost = asked.find((reply) => isLost(lab, reply));
    const animal = lost && lab.population.animals().find(({ id }) => String(id) === lost.id);
    if (lost !== undefined && animal !== undefined) notFoundAgain(lab, animal, lost);
    const wrong = asked.find((reply) => flaw(reply) !== undefined);
    if (wrong !== undefined) {
      const actual = flaw(wrong) ?? '';
      await lab.confirm('get.success', wrong, (again) => flaw(again) !== undefined, {
        message: `getting the animal ${wrong.id} did not bring that animal: ${actual}`,
        expected: `200 with the Pet whose id is ${wrong.id}`,
        actual,
        input: { petId: wrong.id },
        explainedBy: ['create.id.unique'],
      });
      return;
    }
    const refused = asked.find((reply) => {
      const status = reply.answer?.status ?? 200;
      return !isSuccess(reply.answer) && status !== 200 && status !== 401 && !GONE.has(status);
    });
    if (refused !== undefined) {
      const isRefused = ({ answer }: GetReply) => answer !== undefined && !isSuccess(answer);
      await lab.confirm('get.success', refused, isRefused, {
        message: `getting the animal ${refused.id}, which exists, was answered with ${statusText(refused)}`,
        expected: `200 with the Pet whose id is ${refused.id}`,
        actual: statusText(refused),
        input: { petId: refused.id },
      });
      return;
    }
    const read = asked.filter((reply) => reply.pet !== undefined);
    if (read.length > 0)
      lab.held(
        'get.success',
        `${String(read.length)} gets of animals that exist, each 200 with that animal`,
        ...read.slice(0, 3),
      );
    else await lab.can('get', 'get.success');
  },
});

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

/** After the removal whatever is no success and not about the key says that the operation is gone. */
function isGone({ answer }: GetReply): boolean {
  const status = answer?.status ?? 0;
  return status >= 300 && status !== 401 && status !== 500;
}

const removal = defineCheck({
  id: 'get/removal',
  title: 'whether the operation is there before 5 December 2030, and gone after it',
  decides: ['get.removed'],
  stage: 'scenario',
  probe: async (lab) => {
    const era = eraOf(lab.config.asOf);
    const known = await lab.baseline.knownGets();
    if (known.length === 0) {
      lab.scarce('get.removed', 'no animal is known whose id could be asked for');
      return;
    }
    const working = known.filter((reply) => isSuccess(reply.answer));
    const gone = known.filter((reply) => GONE.has(reply.answer?.status ?? 0));
    const [first] = known;
    if (era !== 'after' && gone.length === known.length && first !== undefined && era === 'before') {
      lab.broken('get.removed', {
        message: `getting an animal is gone already: every known id was answered with ${statusText(first)}`,
        expected: 'the operation works until 5 December 2030',
        actual: statusText(first),
        exchanges: gone.map(({ outcome }) => outcome.exchange),
      });
    } else if (era === 'after' && working[0] !== undefined) {
      lab.broken('get.removed', {
        message: `getting an animal still works on ${lab.config.asOf}, although it was to be removed on 5 December 2030`,
        expected: 'the operation is gone',
        actual: statusText(working[0]),
        exchanges: working.map(({ outcome }) => outcome.exchange),
      });
    } else if (era === 'after' ? known.some(isGone) : working.length > 0 || gone.length > 0) {
      lab.held(
        'get.removed',
        `on ${lab.config.asOf} the operation is ${working.length > 0 ? 'there' : 'gone'}, as it has to be`,
        ...known,
      );
    } else if (first?.answer === undefined) silence(lab, 'get.removed', known);
    else
      lab.undecided(
        'get.removed',
        `a known animal was answered with ${statusText(first)}, which tells nothing about the removal`,
        'server',
        first,
      );
  },
});

/** The day of the removal as a Sunset header has to name it, in any time zone. */
function namesTheDay(sunset: string): boolean {
  const day = Date.parse(sunset);
  return Math.abs(day - Date.UTC(2030, 11, 5, 12)) <= 36 * 3_600_000;
}

const deprecation = defineCheck({
  id: 'get/deprecation',
  title: 'the Deprecation and Sunset headers of a get that works',
  decides: ['get.deprecation'],
  stage: 'scenario',
  needs: ['get'],
  probe: async (lab) => {
    const reply = (await lab.baseline.knownGets()).find((one) => one.pet !== undefined);
    if (reply?.answer === undefined) return;
    const sunset = reply.answer.header('sunset');
    const announced = sunset ?? reply.answer.header('deprecation');
    if (announced !== undefined && (sunset === undefined || namesTheDay(sunset))) {
      lab.held('get.deprecation', 'the answer announces the removal', reply);
      return;
    }
    lab.broken('get.deprecation', {
      message:
        sunset === undefined
          ? 'the answer of a deprecated operation does not announce its removal'
          : `the Sunset header names another day: ${sunset}`,
      expected: 'Sunset: Thu, 05 Dec 2030 00:00:00 GMT, or a Deprecation header',
      actual: sunset === undefined ? 'neither header' : `Sunset: ${sunset}`,
      exchanges: [reply.outcome.exchange],
    });
  },
});

export const getChecks: readonly Check[] = [
  success,
  each,
  notFound,
  wholeIds,
  invalidId,
  removal,
  deprecation,
];
