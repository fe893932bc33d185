import { exactProblems, problemText } from '../schemas/exact.ts';
import type { Problem } from '../schemas/validate.ts';
import { categoryDoubt } from '../src/kit/baseline.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import { fitsInt64, integer } from '../src/json/int64.ts';
import { writeJson } from '../src/json/json.ts';
import { isObject, isSuccess, itemId, type CreateReply, type Reply } from '../src/kit/replies.ts';
import { creates } from './log.ts';
import { blamed, echoDifference, plainCreates, shown } from './plain-creates.ts';
import { statusText } from './trials.ts';

/** What a target may answer once somebody has as many animals as he may have. */
const QUOTA: ReadonlySet<number> = new Set([402, 403, 409, 507]);

const FED_BY = ['create/*', 'list/limit-in-range'];

/** A refusal as of a quota, which the document is silent about: some were accepted before, and none afterwards. */
function isQuota({ answer }: CreateReply, all: readonly CreateReply[]): boolean {
  if (answer === undefined || !QUOTA.has(answer.status)) return false;
  const accepted = all.filter((other) => isSuccess(other.answer)).map((other) => other.answer?.sentAt ?? 0);
  return accepted.length > 0 && Math.max(...accepted) < answer.receivedAt;
}

/** Problems of a 201's body that are a matter of create.success, not of an omitted status. */
function bodyProblems(reply: CreateReply): readonly Problem[] {
  const { answer } = reply;
  if (answer === undefined || !answer.body.ok) return [];
  const all = exactProblems('pet', answer.body.value);
  return reply.submitted?.status === undefined ? all.filter(({ path }) => path[0] !== 'status') : all;
}

const PET = 'a Pet: an object with an integer id, a string name and an integer categoryId';

const success = defineCheck({
  id: 'create/plain',
  title: 'status and body of the answer to every plain animal of the run',
  decides: ['create.success'],
  stage: 'invariant',
  over: FED_BY,
  pulls: [],
  probe: async (lab) => {
    await lab.population.starters();
    const all = plainCreates(lab);
    if (all.length === 0) {
      await lab.can('create', 'create.success');
      return;
    }
    const doubt = categoryDoubt(lab.config, all, await lab.population.snapshot());
    if (doubt !== undefined) {
      lab.undecided('create.success', doubt, 'test-data', ...all.slice(0, 1));
      return;
    }
    const wrong = all.find((reply) => {
      const status = reply.answer?.status;
      if (status === 201 || status === 401 || isQuota(reply, all)) return false;
      return isSuccess(reply.answer) || blamed(reply, all) === 'create.success';
    });
    if (wrong !== undefined) {
      const isWrong = ({ answer }: Reply) => answer?.status !== 201;
      await lab.confirm('create.success', wrong, isWrong, {
        message: `a valid animal was answered with ${statusText(wrong)} instead of 201`,
        expected: '201 with a Pet',
        actual: statusText(wrong),
        input: shown(wrong),
      });
    }
    const created = all.filter((reply) => isSuccess(reply.answer));
    const isFlawed = (reply: CreateReply) => reply.answer?.body.ok !== true || bodyProblems(reply).length > 0;
    const flawed = created.find(isFlawed);
    if (flawed?.answer !== undefined) {
      const { body } = flawed.answer;
      const problem = body.ok
        ? bodyProblems(flawed).map(problemText).join('; ')
        : `the body is no JSON: ${body.problem}`;
      await lab.confirm('create.success', flawed, isFlawed, {
        message: `the answer to a valid animal is not a Pet: ${problem}`,
        expected: PET,
        actual: problem,
        input: shown(flawed),
      });
    }
    if (created.length > 0) {
      lab.held(
        'create.success',
        `${String(created.length)} valid animals, each answered with 201 and a Pet`,
        ...created.slice(0, 3),
      );
    } else lab.undecided('create.success', 'no valid animal was accepted', 'server', ...all.slice(0, 1));
  },
});

const assigned = defineCheck({
  id: 'create/id',
  title: 'the id in every 201 of the run',
  decides: ['create.id.assigned'],
  stage: 'invariant',
  over: FED_BY,
  pulls: [],
  needs: ['create'],
  probe: async (lab) => {
    const created = creates(lab).filter((reply) => reply.pet !== undefined && reply.intent !== 'faulty');
    const isWrong = (reply: CreateReply) => reply.pet !== undefined && reply.id === undefined;
    const wrong = created.find(isWrong);
    if (wrong?.pet !== undefined) {
      const id = wrong.pet['id'];
      const actual = id === undefined ? 'no id' : `id ${writeJson(id)}`;
      const exact = integer(id);
      const why = exact !== undefined && !fitsInt64(exact) ? ', which does not fit int64' : '';
      await lab.confirm('create.id.assigned', wrong, isWrong, {
        message: `the Pet in a ${statusText(wrong)} has ${actual}${why}`,
        expected: 'an integer id that fits int64',
        actual,
      });
    } else if (created.length > 0) {
      lab.held(
        'create.id.assigned',
        `${String(created.length)} animals, each with an int64 id`,
        ...created.slice(0, 3),
      );
    } else lab.undecided('create.id.assigned', 'no answer to a valid animal held an object', 'server');
  },
});

const unique = defineCheck({
  id: 'create/unique-ids',
  title: 'the ids of all animals of the run, many of them added at the same moment',
  decides: ['create.id.unique'],
  stage: 'invariant',
  over: ['create/*', 'list/limit-in-range', 'auth/scheme-in-other-case'],
  pulls: [],
  needs: ['animal'],
  probe: async (lab) => {
    const before = new Map<bigint, Reply>();
    for (const page of await lab.population.snapshot()) {
      for (const item of page.items ?? []) {
        const id = itemId(item);
        if (id !== undefined) before.set(id, page);
      }
    }
    const seen = new Map<bigint, Reply>(before);
    const created = creates(lab).filter((reply) => reply.id !== undefined);
    for (const reply of created) {
      const first = reply.id === undefined ? undefined : seen.get(reply.id);
      if (first !== undefined && !answersItself(first, reply)) {
        lab.broken('create.id.unique', {
          message: `the id ${String(reply.id)} was given to an animal although another one has it`,
          expected: 'an id that no other animal has',
          actual: `id ${String(reply.id)} a second time`,
          exchanges: [first.outcome.exchange, reply.outcome.exchange],
          ...(broughtId(reply) ? { explainedBy: ['create.id.by-service'] as const } : {}),
        });
        return;
      }
      if (reply.id !== undefined) seen.set(reply.id, reply);
    }
    if (created.length > 1) {
      lab.held(
        'create.id.unique',
        `${String(created.length)} animals, many of them added at the same moment, no id twice`,
        ...created.slice(0, 3),
      );
    } else lab.scarce('create.id.unique', 'fewer than two animals could be added');
  },
});

/** Whether the body brought an id of its own. */
function broughtId({ sent }: CreateReply): boolean {
  return isObject(sent) && 'id' in sent;
}

/** An animal that the preflight made before the snapshot is on the snapshot by right. */
function answersItself(first: Reply, reply: CreateReply): boolean {
  return (
    first.operation === 'list' &&
    reply.answer !== undefined &&
    (first.answer?.sentAt ?? 0) >= reply.answer.sentAt
  );
}

const echo = defineCheck({
  id: 'create/echo',
  title: 'the submitted values in the answer to every plain animal of the run',
  decides: ['create.echo'],
  stage: 'invariant',
  over: FED_BY,
  pulls: [],
  needs: ['create'],
  probe: async (lab) => {
    const created = plainCreates(lab).filter((reply) => reply.pet !== undefined);
    const reported = new Set<string>();
    for (const reply of created) {
      const found = echoDifference(reply);
      if (found === undefined || reported.has(found.member)) continue;
      reported.add(found.member);
      const differs = (again: CreateReply) => echoDifference(again)?.member === found.member;
      await lab.confirm('create.echo', reply, differs, {
        message: `an animal was sent with ${found.member} ${found.expected}, and the answer carries ${found.actual}`,
        expected: `${found.member} ${found.expected}`,
        actual: `${found.member} ${found.actual}`,
        input: shown(reply),
      });
    }
    if (created.length > 0) {
      lab.held(
        'create.echo',
        `${String(created.length)} plain animals came back as they were sent`,
        ...created.slice(0, 3),
      );
    } else lab.undecided('create.echo', 'no answer to a valid animal held an object', 'server');
  },
});

export const answerChecks: readonly Check[] = [success, assigned, unique, echo];
