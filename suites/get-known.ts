import { exactProblems, problemText } from '../schemas/exact.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import { int64 } from '../src/json/int64.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Animal } from '../src/kit/population.ts';
import { eraOf } from '../src/kit/removal.ts';
import { isSuccess, STATUSES, type GetReply, type Reply } from '../src/kit/replies.ts';
import { differences } from './agreement.ts';
import { gets } from './log.ts';
import { silence, statusText } from './trials.ts';

const GONE: ReadonlySet<number> = new Set([404, 405, 410]);
/** Animals of the run that are asked for one by one. */
const READ_BACK = 5;
/** Fresh animals on which another status has to show again at once, since others may change statuses. */
const FRESH = 3;

/**
 * A plain animal of each status, the latest one, and the odd ones: what is unusual about them is what gets lost.
 * @param read ids of those that were read already
 */
function worthReading(lab: Lab, read: ReadonlySet<string>): readonly Animal[] {
  const all = lab.population.animals();
  const plain = all.filter((animal) => animal.plain);
  const ofEach = [undefined, ...STATUSES].flatMap((status) =>
    plain.filter((animal) => animal.submitted.status === status).slice(0, 1),
  );
  const odd = all.filter((animal) => !animal.plain);
  const chosen = [...new Set([...ofEach, ...plain.slice(-1), ...odd])];
  return chosen.filter(({ id }) => !read.has(String(id))).slice(0, READ_BACK);
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
    const before = await lab.baseline.knownGets();
    const made = new Map(lab.population.animals().map((animal) => [String(animal.id), animal]));
    const known = before.flatMap((reply) => {
      const animal = made.get(reply.id);
      return animal === undefined ? [] : [{ animal, reply }];
    });
    const fresh = await Promise.all(
      worthReading(lab, new Set(before.map(({ id }) => id))).map(async (animal) => ({
        animal,
        reply: await lab.baseline.getMade(animal.id, animal.since),
      })),
    );
    const replies = [...known, ...fresh];
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
    message: `the animal ${String(animal.id)} (status ${animal.submitted.status ?? 'none'}) was added, and getting it was answered with 404 for ${String(lab.config.consistencyMs)} ms and more`,
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

export const knownChecks: readonly Check[] = [success, each];
