import * as fc from 'fast-check';
import { INVALID_BODIES } from '../generators/bodies.ts';
import { randomTokenHeader, randomTokens } from '../generators/credentials.ts';
import { anyStep, stepSequences, type SequenceStep, type StepKind } from '../generators/sequences.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Check, Flaw, CheckContext } from '../src/engine/plan/index.ts';
import { type SequenceState, type StepFlaw, wrongStatusFlaw, sequence } from '../src/engine/verbs/index.ts';
import {
  type Animal,
  isBeforeRemoval,
  isClientError,
  isSuccess,
  type ListQuery,
  type ListReply,
  noCredential,
  type Reply,
} from '../src/engine/target/index.ts';
import { intermediaryMark } from '../src/engine/silence/index.ts';
import { listDiffersFromCreateFlaws, getDiffersFromCreateFlaws } from './agreement.ts';
import { wrongEchoFlaws } from './create-answers.ts';
import { knownAnimals, wrongGetFlaws } from './get-known.ts';
import { missingAnimalFlaws, animalsMissingFrom } from './list-complete.ts';
import { animalIn, isBelowLimit } from './lists.ts';
import { operations, unknownId, type AnimalOperation } from './operations.ts';
import { tooLongFlaws } from './list-limit.ts';
import { mayBeQuota, mayMeanQuota, withQuotaControl } from './quotas.ts';
import { statusFilterFlaws } from './list-status.ts';

interface Kind {
  readonly uses: (step: SequenceStep) => AnimalOperation['name'];
  /** Returns undefined if no animal is available, or the budget is used up. */
  readonly ask: (
    step: SequenceStep,
    context: CheckContext,
    path: SequenceState,
  ) => Promise<Reply | undefined> | undefined;
  /** The required status, and the requirement that it belongs to; absent if the required status depends on the animal. */
  readonly due?: (step: SequenceStep) => { readonly status: number; readonly requirement: RequirementId };
}

function pick<T>(list: readonly T[], turn: number): T | undefined {
  return list[turn % Math.max(1, list.length)];
}

/** Invalid bodies that are objects, or broken JSON of an object. */
const INVALID_OBJECT_BODIES = INVALID_BODIES.filter(({ breaks }) => breaks !== 'create.invalid.body');

const faulty = ({ variant }: SequenceStep) => pick(INVALID_OBJECT_BODIES, variant) ?? INVALID_BODIES[0];
const isKeyless = ({ variant }: SequenceStep): boolean => variant % 2 === 0;
const unauthenticated = ({ variant }: SequenceStep): AnimalOperation | undefined => pick(operations, variant);

function queryOf({ kind, status, limit }: SequenceStep): ListQuery {
  return {
    ...(limit === null || kind === 'plain' ? {} : { limit: String(limit) }),
    ...(kind === 'filtered' ? { status: status ?? 'available' } : {}),
  };
}

/** True if every GET of this id so far was answered with 404: the animal did not exist yet. */
function wasEarly({ api }: CheckContext, id: bigint | undefined): boolean {
  const gets = api.log.filter((reply) => reply.operation === 'get' && reply.id === String(id));
  return gets.length > 0 && gets.every(({ answer }) => answer?.status === 404);
}

const LISTING: Kind = {
  uses: () => 'list',
  ask: (step, { api }) => api.list(queryOf(step)),
  due: (step) => {
    if (step.kind === 'filtered') return { status: 200, requirement: 'list.status.accepted' };
    const isBare = queryOf(step).limit === undefined;
    return { status: 200, requirement: isBare ? 'list.success' : 'list.limit.accepted' };
  },
};

const CREATING: Kind = {
  uses: () => 'create',
  ask: ({ kind, status, variant }, { creates }) =>
    creates.plain(kind === 'unmarked' ? undefined : (status ?? undefined), {
      spelling: creates.spelling(variant),
      purpose: 'drawn',
    }),
  due: () => ({ status: 201, requirement: 'create.success' }),
};

const KINDS: Readonly<Record<StepKind, Kind>> = {
  plain: {
    ...LISTING,
    ask: async (_, context, { made }) => {
      const page = await context.api.list();
      const newest = made.at(-1)?.id;
      if (newest === undefined || !isBelowLimit(page) || animalIn(page, newest) !== undefined) return page;
      // A replica may lag, but not longer than this. No list is read meanwhile, because a cache may then be renewed.
      await context.settle();
      return context.api.list();
    },
  },
  list: LISTING,
  filtered: LISTING,
  unmarked: CREATING,
  create: CREATING,
  empty: {
    uses: () => 'create',
    ask: (_, { creates }) => creates.malformed(() => ''),
    due: () => ({ status: 400, requirement: 'create.invalid.body' }),
  },
  get: {
    uses: () => 'get',
    ask: ({ variant }, context, { made, again }) => {
      // Steps that are repeated get an animal of their own, if they have one: older ones go where a store is emptied.
      const isOwn = again && made.length > 0;
      const others = isOwn ? [] : context.population.animals().filter(({ isValid }) => isValid);
      const newest = made.toReversed().map(({ id, answer }) => ({ id, since: answer?.receivedAt ?? 0 }));
      const one = newest.find(({ id }) => wasEarly(context, id)) ?? pick([...newest, ...others], variant);
      return one?.id === undefined ? undefined : context.baseline.getMade(one.id, one.since);
    },
  },
  unknown: {
    uses: () => 'get',
    ask: (_, context) => context.api.get(unknownId(context)),
    due: () => ({ status: 404, requirement: 'get.not-found' }),
  },
  next: {
    uses: () => 'get',
    ask: (_, { api, population }) => {
      const newest = population.animals().at(-1)?.id;
      return newest === undefined ? undefined : api.get(newest + 1n);
    },
  },
  faulty: {
    uses: () => 'create',
    ask: (step, { creates }) => {
      const { body } = faulty(step);
      return typeof body === 'string' ? creates.malformed(() => body) : creates.invalid(body);
    },
    due: (step) => ({ status: 400, requirement: faulty(step).breaks }),
  },
  stranger: {
    uses: (step) => unauthenticated(step)?.name ?? 'list',
    ask: (step, context) => {
      const [token = ''] = fc.sample(randomTokens, { seed: context.seed(String(step.variant)), numRuns: 1 });
      const key = isKeyless(step) ? noCredential : { ...randomTokenHeader(token), valid: false };
      return unauthenticated(step)?.ask(context, key, step.variant);
    },
    due: (step) => ({
      status: 401,
      requirement: isKeyless(step) ? 'auth.missing' : 'auth.invalid',
    }),
  },
};

/** Sends the request of a step; returns undefined if the target lacks the operation, or if there is nothing to request. */
async function sendSequenceStep(
  step: SequenceStep,
  path: SequenceState,
  context: CheckContext,
): Promise<Reply | undefined> {
  const can = {
    list: true,
    get: isBeforeRemoval(context.config.asOf) && (await context.baseline.of('get')).usable,
    create: (await context.baseline.of('create')).usable,
  };
  const { uses, ask: send } = KINDS[step.kind];
  return can[uses(step)] ? send(step, context, path) : undefined;
}

/** True if a response before this list was requested showed the animal. */
function wasSeen({ api }: CheckContext, { id }: Animal, page: ListReply): boolean {
  const sentAt = page.answer?.sentAt ?? 0;
  return api.log.some(
    (reply) => (reply.answer?.receivedAt ?? Infinity) <= sentAt && animalIn(reply, id) !== undefined,
  );
}

/** A violation in a response; `settles` means that the consistency time must pass before it is confirmed. */
type Judged = Flaw & Pick<StepFlaw, 'settles'>;

/** Violations of list.complete in an unfiltered list: missing animals that were created long before, or were shown before. */
function incomplete(page: ListReply, { again }: SequenceState, context: CheckContext): readonly Judged[] {
  if (page.query.status !== undefined || !isBelowLimit(page)) return [];
  const settled = (page.answer?.sentAt ?? 0) - context.config.consistencyMs;
  const absent = animalsMissingFrom(context, page).filter(
    (animal) => animal.since <= settled || (!again && wasSeen(context, animal, page)),
  );
  return missingAnimalFlaws(page, absent, context).map((flaw) => ({ ...flaw, settles: true }));
}

/** Violations in the response, by the rules for its operation. */
function byRules(reply: Reply, path: SequenceState, context: CheckContext): readonly Judged[] {
  switch (reply.operation) {
    case 'list': {
      const strangers = reply.query.status === undefined ? [] : statusFilterFlaws(reply, true);
      return [
        ...tooLongFlaws(reply),
        ...strangers,
        ...incomplete(reply, path, context),
        ...listDiffersFromCreateFlaws(reply, context),
      ];
    }
    case 'create':
      return wrongEchoFlaws(reply);
    case 'get':
      return [
        ...wrongGetFlaws(reply, knownAnimals(context), context),
        ...getDiffersFromCreateFlaws(reply, context),
      ];
    case 'message':
      return [];
  }
}

/** True if a valid create may be rejected: none was accepted so far, or the status may mean a used-up quota. */
function mayBeRefused(reply: Reply, { population }: CheckContext): boolean {
  const worked = population.animals().some(({ isValid }) => isValid);
  return reply.operation === 'create' && (!worked || mayMeanQuota(reply));
}

/** Violations in the response to a step. A rejected valid key is left to the authentication checks. */
function wrong(
  step: SequenceStep,
  reply: Reply,
  path: SequenceState,
  context: CheckContext,
): readonly StepFlaw[] {
  const { answer } = reply;
  const isKeyRefused = answer?.status === 401 && reply.outcome.ask.credential.valid;
  if (answer === undefined || step.kind === 'next' || isKeyRefused) return [];
  if (intermediaryMark(reply, context.api) !== undefined) return [];
  const due = KINDS[step.kind].due?.(step);
  const isMet =
    due === undefined || answer.status === due.status || (due.status === 201 && isSuccess(answer));
  const isRefusal = due !== undefined && isClientError(due.status);
  if (!isMet) {
    const { requirement, status } = due;
    if (isRefusal ? mayBeQuota(reply) : mayBeRefused(reply, context)) return [];
    const expected = `${String(status)}${isRefusal ? ' with an Error object' : ''}`;
    const kind = isRefusal ? reply.operation : 'status';
    // No other check of the run judges this response.
    return [
      { requirement, kind, ...wrongStatusFlaw(reply, expected, status), ...(isRefusal && { own: true }) },
    ];
  }
  if (isRefusal) return [];
  return (
    byRules(reply, path, context)
      // A missing member may be lag: get/agreement and list/agreement also judge the response, and read again after that.
      .filter(({ isMissing }) => isMissing !== true)
      // Only animals of this sequence count, and no pending ones, because other clients or the service may change a status.
      .filter(
        ({ mayChange, comparedWith }) =>
          mayChange !== true ||
          path.made.some((made) => made === comparedWith?.[0] && made.pet?.['status'] !== 'pending'),
      )
      .map((flaw) => ({ requirement: 'list.success', ...flaw }))
  );
}

export const sequenceChecks: readonly Check[] = [
  sequence('walk/any-order', {
    title: 'lists, creates, gets and refused requests, in any order, some at the same time',
    mayBreak: [
      'list.success',
      'list.limit.accepted',
      'list.limit.respected',
      'list.limit.default',
      'list.status.accepted',
      'list.status.filter',
      'list.complete',
      'list.agrees',
      'create.success',
      'create.echo',
      'create.int64',
      ...new Set(INVALID_OBJECT_BODIES.map(({ breaks }) => breaks)),
      'create.invalid.body',
      'get.success',
      'get.agrees',
      'get.not-found',
      'auth.missing',
      'auth.invalid',
    ],
    draw: stepSequences,
    step: anyStep,
    ask: async (step, path, context) =>
      withQuotaControl(context, await sendSequenceStep(step, path, context)),
    wrong,
  }),
];
