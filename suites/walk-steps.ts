import * as fc from 'fast-check';
import { CUT } from '../generators/spoilers.ts';
import { drawnToken, tokens } from '../generators/credentials.ts';
import type { Step } from '../generators/walks.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { JsonObject } from '../src/json/types.ts';
import type { Credential } from '../src/http/types.ts';
import { credential, noCredential } from '../src/kit/credentials.ts';
import type { Lab } from '../src/kit/lab.ts';
import { eraOf } from '../src/kit/removal.ts';
import type { CreateReply, ListQuery, Reply } from '../src/kit/replies.ts';
import { queryWords } from '../src/kit/verbs/same.ts';
import type { Path } from '../src/kit/verbs/follow.ts';
import { operations, unknownId, type Operation } from './operations.ts';

/** A body that has to be refused, and what says so. */
interface Faulty {
  readonly requirement: RequirementId;
  readonly label: string;
  readonly ask: (lab: Lab) => Promise<CreateReply | undefined>;
}

function without(member: 'name' | 'categoryId'): Faulty['ask'] {
  return ({ creates }) =>
    creates.faulty((valid) => Object.fromEntries(Object.entries(valid).filter(([name]) => name !== member)));
}

function replaced(more: JsonObject): Faulty['ask'] {
  return ({ creates }) => creates.faulty((valid) => ({ ...valid, ...more }));
}

const FAULTY: readonly Faulty[] = [
  { requirement: 'create.missing.name', label: 'a body without name', ask: without('name') },
  { requirement: 'create.invalid.status', label: 'an unknown status', ask: replaced({ status: 'unknown' }) },
  {
    requirement: 'create.malformed-json',
    label: 'a body that is no JSON',
    ask: ({ creates }) => creates.spoiled(CUT.spoil),
  },
  { requirement: 'create.missing.category', label: 'a body without categoryId', ask: without('categoryId') },
  {
    requirement: 'create.invalid.name',
    label: 'a name that is a number',
    ask: replaced({ name: 271828182 }),
  },
  {
    requirement: 'create.invalid.category',
    label: 'a category that is text',
    ask: replaced({ categoryId: 'x' }),
  },
];

function pick<T>(list: readonly T[], turn: number): T | undefined {
  return list[turn % Math.max(1, list.length)];
}

function faulty({ turn }: Step): Faulty | undefined {
  return pick(FAULTY, turn);
}

function isKeyless({ turn }: Step): boolean {
  return turn % 2 === 0;
}

function strange(step: Step): Operation | undefined {
  return pick(operations, step.turn);
}

function strangeKey(step: Step, lab: Lab): Credential {
  if (isKeyless(step)) return noCredential;
  const [token = ''] = fc.sample(tokens, { seed: lab.seed(String(step.turn)), numRuns: 1 });
  return credential(drawnToken(token));
}

/** The status that a step has to be answered with, and the requirement that says so; undefined where its answer depends. */
export function refusal(
  step: Step,
): { readonly status: number; readonly requirement: RequirementId } | undefined {
  switch (step.kind) {
    case 'faulty':
      return { status: 400, requirement: faulty(step)?.requirement ?? 'create.invalid.body' };
    case 'stranger':
      return { status: 401, requirement: isKeyless(step) ? 'auth.missing' : 'auth.invalid' };
    case 'unknown':
      return { status: 404, requirement: 'get.not-found' };
    default:
      return undefined;
  }
}

function queryOf({ kind, status, limit }: Step): ListQuery {
  return {
    ...(limit === null ? {} : { limit: String(limit) }),
    ...(kind === 'filtered' ? { status: status ?? 'available' } : {}),
  };
}

/** Whether an id was asked for when there was no animal of it yet, and never since. */
function wasEarly({ api }: Lab, id: bigint | undefined): boolean {
  const gets = api.log.filter((reply) => reply.operation === 'get' && reply.id === String(id));
  return gets.length > 0 && gets.every(({ answer }) => answer?.status === 404);
}

/** Sends the request of a step; undefined where there is nothing to ask for. */
export async function ask(step: Step, { made }: Path, lab: Lab): Promise<Reply | undefined> {
  const { api, baseline, creates, population } = lab;
  const { turn } = step;
  const canGet = eraOf(lab.config.asOf) === 'before' && (await baseline.of('get')).usable;
  const canCreate = (await baseline.of('create')).usable;
  switch (step.kind) {
    case 'list':
    case 'filtered':
      return api.list(queryOf(step));
    case 'create':
      if (!canCreate) return undefined;
      return creates.plain(step.status ?? undefined, {
        spelling: creates.spelling(turn),
        purpose: 'drawn',
      });
    case 'get': {
      const others = population.animals().filter(({ plain }) => plain);
      const newest = made.toReversed().map(({ id, answer }) => ({ id, since: answer?.receivedAt ?? 0 }));
      const one = newest.find(({ id }) => wasEarly(lab, id)) ?? pick([...newest, ...others], turn);
      return !canGet || one?.id === undefined ? undefined : baseline.getMade(one.id, one.since);
    }
    case 'unknown':
      return canGet ? api.get(unknownId(lab)) : undefined;
    case 'next': {
      const newest = population.animals().at(-1)?.id;
      return canGet && newest !== undefined ? api.get(newest + 1n) : undefined;
    }
    case 'faulty':
      return canCreate ? faulty(step)?.ask(lab) : undefined;
    case 'stranger': {
      const operation = strange(step);
      const can = operation?.name === 'list' || (operation?.name === 'get' ? canGet : canCreate);
      return can ? operation?.ask(lab, strangeKey(step, lab), turn) : undefined;
    }
  }
}

/** A step in words. */
export function says(step: Step): string {
  return `${wordsOf(step)}${step.last ? ', closing the connection' : ''}`;
}

function wordsOf(step: Step): string {
  switch (step.kind) {
    case 'create':
      return `adding an animal with ${step.status === null ? 'no status' : `status ${step.status}`}`;
    case 'list':
    case 'filtered':
      return `listing with ${queryWords(queryOf(step))}`;
    case 'get':
      return step.turn === 0 ? 'getting the animal added last' : 'getting an animal';
    case 'unknown':
      return 'getting an unknown id';
    case 'next':
      return 'getting the id that comes next';
    case 'faulty':
      return `adding one with ${faulty(step)?.label ?? 'a faulty body'}`;
    case 'stranger':
      return `${strange(step)?.title ?? 'listing'} ${isKeyless(step) ? 'without a key' : 'with a wrong key'}`;
  }
}
