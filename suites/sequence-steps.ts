import * as fc from 'fast-check';
import { INVALID_BODIES } from '../generators/bodies.ts';
import { randomTokenHeader, randomTokens } from '../generators/credentials.ts';
import type { SequenceStep, StepKind } from '../generators/sequences.ts';
import type { RequirementId } from '../requirements/index.ts';
import { isBeforeRemoval, type ListQuery, noCredential, type Reply } from '../src/engine/target/index.ts';
import type { CheckContext } from '../src/engine/plan/index.ts';
import type { SequenceState } from '../src/engine/verbs/index.ts';
import { animalIn, isBelowLimit } from './lists.ts';
import { operations, unknownId, type AnimalOperation } from './operations.ts';

/** The required response status of a step, and the requirement that it belongs to. */
export interface ExpectedHttpStatus {
  readonly status: number;
  readonly requirement: RequirementId;
}

interface Kind {
  readonly uses: (step: SequenceStep) => AnimalOperation['name'];
  /** Returns undefined if no animal is available, or the budget is used up. */
  readonly ask: (
    step: SequenceStep,
    context: CheckContext,
    path: SequenceState,
  ) => Promise<Reply | undefined> | undefined;
  /** Absent if the required status depends on the animal. */
  readonly due?: (step: SequenceStep) => ExpectedHttpStatus;
}

function pick<T>(list: readonly T[], turn: number): T | undefined {
  return list[turn % Math.max(1, list.length)];
}

/** Invalid bodies that are objects, or broken JSON of an object. */
export const INVALID_OBJECT_BODIES = INVALID_BODIES.filter(({ breaks }) => breaks !== 'create.invalid.body');

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
    ask: ({ variant }, context, { made }) => {
      const others = context.population.animals().filter(({ isValid }) => isValid);
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

export function expectedHttpStatusOf(step: SequenceStep): ExpectedHttpStatus | undefined {
  return KINDS[step.kind].due?.(step);
}

export async function sendSequenceStep(
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
