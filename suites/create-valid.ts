import * as fc from 'fast-check';
import {
  categories,
  tellingCategories,
  tellingUnusualNames,
  unusualNames,
  type Around,
} from '../generators/animals.ts';
import type { RequirementId } from '../requirements/index.ts';
import { exactProblems, problemText } from '../schemas/exact.ts';
import type { Problem } from '../schemas/validate.ts';
import { categoryDoubt } from '../src/kit/baseline.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import { fitsInt64, int64, integer, jsonInteger } from '../src/json/int64.ts';
import type { Lab } from '../src/kit/lab.ts';
import { bodyOf } from '../src/kit/population.ts';
import type { Trial } from '../src/kit/property.ts';
import {
  isObject,
  isSuccess,
  itemId,
  STATUSES,
  type CreateReply,
  type Reply,
  type Status,
} from '../src/kit/replies.ts';
import type { Json } from '../src/json/types.ts';
import { writeJson } from '../src/json/json.ts';
import { creates } from './log.ts';
import { nothing, settleProperty, statusText } from './trials.ts';

/** What a target may answer once somebody has as many animals as he may have. */
const QUOTA: ReadonlySet<number> = new Set([402, 403, 409, 507]);

const FED_BY = ['create/*', 'list/limit-in-range'];

function plainCreates(lab: Lab): readonly CreateReply[] {
  return creates(lab).filter((reply) => reply.intent === 'plain' && reply.answer !== undefined);
}

/** Replies to plain bodies by the status that they asked for. */
function withStatus(replies: readonly CreateReply[], status: Status | undefined): readonly CreateReply[] {
  return replies.filter((reply) => reply.submitted?.status === status);
}

function allRefused(replies: readonly CreateReply[]): boolean {
  return replies.length > 0 && !replies.some((reply) => isSuccess(reply.answer));
}

/** A refusal as of a quota, which the document is silent about: some were accepted before, and none afterwards. */
function isQuota({ answer }: CreateReply, all: readonly CreateReply[]): boolean {
  if (answer === undefined || !QUOTA.has(answer.status)) return false;
  const accepted = all.filter((other) => isSuccess(other.answer)).map((other) => other.answer?.sentAt ?? 0);
  return accepted.length > 0 && Math.max(...accepted) < answer.receivedAt;
}

function isRefused({ answer }: Reply): boolean {
  return answer !== undefined && !isSuccess(answer);
}

/** The requirement that a refusal of a plain body breaks: the one of its status, where just that status is refused. */
function blamed(reply: CreateReply, all: readonly CreateReply[]): RequirementId {
  const status = reply.submitted?.status;
  const others = all.filter((other) => other.submitted?.status !== status);
  const onlyThis = allRefused(withStatus(all, status)) && others.some((other) => isSuccess(other.answer));
  if (!onlyThis) return 'create.success';
  return status === undefined ? 'create.status.optional' : 'create.status.values';
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

function shown(reply: CreateReply): unknown {
  return reply.submitted === undefined ? undefined : bodyOf(reply.submitted);
}

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

const optional = defineCheck({
  id: 'create/without-status',
  title: 'plain animals without a status',
  decides: ['create.status.optional'],
  stage: 'invariant',
  over: ['create/*'],
  pulls: [],
  needs: ['create'],
  probe: async (lab) => {
    const all = plainCreates(lab);
    const without = withStatus(all, undefined);
    const refused = without.find(
      (reply) => !isSuccess(reply.answer) && blamed(reply, all) === 'create.status.optional',
    );
    if (refused !== undefined) {
      await lab.confirm('create.status.optional', refused, isRefused, {
        message: `an animal without a status was answered with ${statusText(refused)}, while others were accepted`,
        expected: '201 with a Pet: status is not required',
        actual: statusText(refused),
        input: shown(refused),
      });
      return;
    }
    const accepted = without.filter((reply) => reply.pet !== undefined);
    const isOdd = (reply: CreateReply) => {
      const status = reply.pet?.['status'];
      return status !== undefined && !STATUSES.some((one) => one === status);
    };
    const odd = accepted.find(isOdd);
    if (odd?.pet !== undefined) {
      const status = writeJson(odd.pet['status'] ?? null);
      await lab.confirm('create.status.optional', odd, isOdd, {
        message: `an animal that was added without a status came back with status ${status}`,
        expected: 'no status, or one of available, pending, sold',
        actual: `status ${status}`,
        input: shown(odd),
      });
    } else if (accepted.length > 0) {
      lab.held('create.status.optional', 'animals without a status were accepted', ...accepted.slice(0, 3));
    } else nothing(lab, 'create.status.optional', without);
  },
});

const values = defineCheck({
  id: 'create/each-status',
  title: 'plain animals with each of the three statuses',
  decides: ['create.status.values'],
  stage: 'invariant',
  over: ['create/*'],
  pulls: [],
  needs: ['create'],
  probe: async (lab) => {
    const all = plainCreates(lab);
    for (const status of STATUSES) {
      const asked = withStatus(all, status);
      const refused = asked.find(
        (reply) => !isSuccess(reply.answer) && blamed(reply, all) === 'create.status.values',
      );
      if (refused !== undefined) {
        await lab.confirm('create.status.values', refused, isRefused, {
          message: `an animal with status ${status} was answered with ${statusText(refused)}, while others were accepted`,
          expected: '201 with a Pet',
          actual: statusText(refused),
          input: shown(refused),
        });
        continue;
      }
      const accepted = asked.filter((reply) => isSuccess(reply.answer));
      if (accepted.length > 0)
        lab.held(
          'create.status.values',
          `an animal with status ${status} was accepted`,
          ...accepted.slice(0, 1),
        );
      else nothing(lab, 'create.status.values', asked);
    }
  },
});

function echoDifference(
  reply: CreateReply,
): { member: string; expected: string; actual: string } | undefined {
  const { submitted, pet } = reply;
  if (submitted === undefined || pet === undefined) return undefined;
  const name = pet['name'];
  if (typeof name === 'string' && name !== submitted.name) {
    return { member: 'name', expected: writeJson(submitted.name), actual: writeJson(name) };
  }
  const category = int64(pet['categoryId']);
  const within = submitted.categoryId <= 2n ** 53n && submitted.categoryId >= -(2n ** 53n);
  if (category !== undefined && within && reply.intent === 'plain' && category !== submitted.categoryId) {
    return { member: 'categoryId', expected: String(submitted.categoryId), actual: String(category) };
  }
  const status = pet['status'];
  const isPet = typeof name === 'string' && category !== undefined;
  if (submitted.status !== undefined && status !== submitted.status && (isPet || status !== undefined)) {
    return {
      member: 'status',
      expected: writeJson(submitted.status),
      actual: status === undefined ? 'absent' : writeJson(status),
    };
  }
  return undefined;
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

/** An animal with an unusual name: judged only where it is accepted. */
async function tryName(lab: Lab, { before, after, digits }: Around): Promise<Trial> {
  const base = lab.population.plainBody(await lab.population.rarestStatus());
  const core = digits === true ? lab.names.digits() : base.name;
  const submitted = { ...base, name: `${before}${core}${after}` };
  const reply = await lab.api.createJson(bodyOf(submitted), { intent: 'odd', submitted });
  if (reply?.pet === undefined) return { kind: 'void', ...(reply === undefined ? {} : { reply }) };
  const found = echoDifference(reply);
  if (found?.member !== 'name') return { kind: 'held', replies: [reply] };
  const { expected, actual } = found;
  return { kind: 'broke', expected: `name ${expected}`, actual: `name ${actual}`, replies: [reply] };
}

const unusual = defineCheck({
  id: 'create/unusual-names',
  title: 'names with spaces, emoji, markup and the rest of Unicode: unchanged where they are accepted',
  decides: ['create.echo'],
  stage: 'scenario',
  needs: ['create'],
  probe: async (lab) => {
    const judgedNames = {
      arbitrary: unusualNames,
      always: tellingUnusualNames,
      runs: Math.ceil(lab.config.runs / 2),
      ask: (around: Around) => tryName(lab, around),
    };
    await settleProperty(lab, 'create.echo', judgedNames, {
      subject: ({ before, after }) =>
        `an animal whose name has ${JSON.stringify(before)} before it and ${JSON.stringify(after)} behind it`,
      note: (tried) => `${String(tried)} unusual names, each refused or unchanged`,
      optional: true,
    });
  },
});

/** Where not even plain animals come back with an integer category, exactness is not the matter. */
function plainCategoriesAreTyped(lab: Lab): boolean {
  return lab.api.log.every(
    (reply) =>
      reply.operation !== 'create' ||
      reply.intent !== 'plain' ||
      reply.pet === undefined ||
      int64(reply.pet['categoryId']) !== undefined,
  );
}

async function tryCategory(lab: Lab, categoryId: bigint): Promise<Trial> {
  const submitted = { ...lab.population.plainBody(await lab.population.rarestStatus()), categoryId };
  const body = { ...bodyOf(submitted), categoryId: jsonInteger(categoryId) };
  const created = await lab.api.createJson(body, { intent: 'odd', submitted });
  if (created === undefined) return { kind: 'void' };
  if (created.answer === undefined) return { kind: 'void', reply: created };
  // However it is refused: only what is accepted can come back wrong.
  if (!isSuccess(created.answer)) return { kind: 'held', replies: [created] };
  const expected = `categoryId ${String(categoryId)}`;
  const differs = (reply: Reply, value: Json | undefined): Trial | undefined =>
    int64(value) === categoryId
      ? undefined
      : {
          kind: 'broke',
          expected,
          actual: `categoryId ${value === undefined ? 'absent' : writeJson(value)}`,
          replies: [reply],
        };
  if (created.pet === undefined) return { kind: 'void', reply: created };
  if (!plainCategoriesAreTyped(lab)) return { kind: 'void', reply: created };
  const echoed = differs(created, created.pet['categoryId']);
  if (echoed !== undefined) return echoed;
  if (created.id === undefined || !(await lab.baseline.of('get')).usable)
    return { kind: 'held', replies: [created] };
  const got = await lab.baseline.getMade(created.id, created.answer.receivedAt);
  // Another animal in its place, or none, is a matter of get; so is a category that is no integer.
  const isIt = got.pet !== undefined && int64(got.pet['id']) === created.id;
  if (got.pet === undefined || !isIt || int64(got.pet['categoryId']) === undefined)
    return { kind: 'held', replies: [created] };
  const read = differs(got, got.pet['categoryId']);
  return read?.kind === 'broke'
    ? { ...read, replies: [created, got] }
    : { kind: 'held', replies: [created, got] };
}

const int64s = defineCheck({
  id: 'create/categories',
  title: 'category ids from all of int64: exact in every answer where they are accepted',
  decides: ['create.int64'],
  stage: 'scenario',
  needs: ['create'],
  probe: async (lab) => {
    await settleProperty(
      lab,
      'create.int64',
      {
        arbitrary: categories,
        always: [
          ...tellingCategories,
          ...lab.config.categoryIds.filter((id) => !Number.isSafeInteger(Number(id))),
        ],
        runs: Math.ceil(lab.config.runs / 3),
        ask: (categoryId) => tryCategory(lab, categoryId),
      },
      {
        subject: (categoryId) => `an animal of category ${String(categoryId)}`,
        input: (categoryId) => ({ categoryId }),
        note: (tried) => `${String(tried)} category ids from all of int64, each refused or exact`,
        explainedBy: ['create.id.unique', 'create.id.by-service'],
      },
    );
  },
});

const ownId = defineCheck({
  id: 'create/own-id',
  title: 'bodies that bring an id of their own: a free one, and one that is taken',
  decides: ['create.id.by-service'],
  stage: 'scenario',
  needs: ['animal'],
  probe: async (lab) => {
    const [taken] = lab.population.animals();
    const free = [
      ...fc.sample(fc.bigInt({ min: 2n ** 40n, max: 2n ** 52n }), { seed: lab.seed(), numRuns: 1 }),
      ...fc.sample(fc.bigInt({ min: 2n ** 29n, max: 2n ** 31n - 1n }), { seed: lab.seed(), numRuns: 1 }),
    ];
    const ids = [...free, ...(taken === undefined ? [] : [taken.id])];
    await Promise.all(
      ids.map(async (id) => {
        const submitted = lab.population.plainBody(await lab.population.rarestStatus());
        const reply = await lab.api.createJson(
          { ...bodyOf(submitted), id: jsonInteger(id) },
          { intent: 'odd', submitted },
        );
        if (reply === undefined) lab.outOfBudget('create.id.by-service');
        else if (reply.id === id) {
          await lab.confirm('create.id.by-service', reply, (again) => again.id === id, {
            message: `a body that brought the id ${String(id)} made an animal with just that id`,
            expected: 'an id that the service assigned, or 400',
            actual: `id ${String(id)}`,
            input: { id },
            ...(id === taken?.id ? { explainedBy: ['create.id.unique'] as const } : {}),
          });
        } else await askForIt(lab, id, reply);
      }),
    );
  },
});

/** The id that a body brought must not name its animal behind the 201's back either. */
async function askForIt(lab: Lab, id: bigint, reply: CreateReply): Promise<void> {
  if (reply.answer === undefined) {
    lab.silent('create.id.by-service', reply);
    return;
  }
  if (isSuccess(reply.answer) && (await lab.baseline.of('get')).usable) {
    const got = await lab.api.get(id);
    if (got.pet !== undefined && got.pet['name'] === reply.submitted?.name) {
      lab.broken('create.id.by-service', {
        message: `an animal was stored under the id ${String(id)} that its body brought, although the 201 shows another`,
        expected: 'an id that the service assigned, or 400',
        actual: `the animal is found under id ${String(id)}`,
        exchanges: [reply.outcome.exchange, got.outcome.exchange],
        input: { id },
      });
      return;
    }
  }
  lab.held('create.id.by-service', 'bodies with an id of their own: refused, or given another', reply);
}

export const createChecks: readonly Check[] = [
  success,
  assigned,
  unique,
  optional,
  values,
  echo,
  unusual,
  int64s,
  ownId,
];
