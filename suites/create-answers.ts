import { FAULTY } from '../generators/bodies.ts';
import type { RequirementId } from '../requirements/index.ts';
import {
  bodyOf,
  categoryDoubt,
  isClientError,
  type CreateReply,
  isSuccess,
  type Reply,
} from '../src/engine/target/index.ts';
import { type Check, type Flaw, type CheckContext, subject } from '../src/engine/plan/index.ts';
import { invariant, unmet } from '../src/engine/verbs/index.ts';
import { int64 } from '../src/json/int64.ts';
import { isStatus } from './lists.ts';
import { misfit, wrongMember } from './shape.ts';

const PET = 'a Pet: an object with an integer id, a string name and an integer categoryId';

/** Statuses for an exhausted quota of animals. */
export const QUOTA: ReadonlySet<number> = new Set([402, 403, 409, 507]);
/** The checks that fill the target with animals. */
export const FILLS_STORE = ['list/limit-in-range'];
/** Requirements whose failure puts animals into the store that no valid request made. */
export const ADMITS_INVALID: readonly RequirementId[] = [
  ...new Set(FAULTY.map(({ breaks }) => breaks)),
  'create.rejected-not-stored',
];

/** An animal that every target has to accept; the same JSON with more blanks may be too large for a limit of its own (413). */
export function isPlain(reply: Reply): reply is CreateReply {
  if (reply.operation !== 'create' || reply.intent !== 'valid' || !reply.outcome.ask.credential.valid)
    return false;
  return reply.answer?.status !== 413 || reply.spelling === 'tight';
}

/** Spellings of the media type that mean the same bytes (RFC 9110, section 8.3.1). */
const JSON_TYPE = /^application\/json\s*(?:;\s*charset=utf-8)?$/iu;

/** An animal that the target took although it may have refused it, or that it had to take; sent as JSON. */
export function isTaken(reply: Reply): reply is CreateReply {
  return (
    reply.operation === 'create' &&
    JSON_TYPE.test(reply.outcome.ask.contentType ?? '') &&
    reply.outcome.ask.credential.valid &&
    (reply.intent === 'valid' || reply.intent === 'borderline') &&
    reply.repeats !== true &&
    isSuccess(reply.answer)
  );
}

/** Whether its category can be written in every language; for the others there is a requirement of their own. */
function hasSafeCategory({ submitted }: CreateReply): boolean {
  return submitted !== undefined && Number.isSafeInteger(Number(submitted.categoryId));
}

/** How the body of a 201 is not a Pet; a status that was omitted is judged on its own. */
function wrongShape(reply: CreateReply): Flaw | undefined {
  const { answer, submitted } = reply;
  if (!isSuccess(answer)) return undefined;
  const isShown = submitted?.status !== undefined;
  const found = misfit('pet', answer, '', ({ path }) => isShown || path[0] !== 'status');
  return (
    found && {
      kind: 'shape',
      expected: PET,
      ...found,
      input: submitted && bodyOf(submitted),
      subjects: [subject.animal(reply.id)],
    }
  );
}

function wrongOmittedStatus({ pet, submitted, id }: CreateReply): Flaw | undefined {
  const status = pet?.['status'];
  if (status === undefined || (typeof status === 'string' && isStatus(status))) return undefined;
  return {
    ...wrongMember('status', undefined, status),
    kind: 'shown',
    expected: 'no status, or one of available, pending, sold',
    input: submitted && bodyOf(submitted),
    subjects: [subject.animal(id)],
  };
}

/** How the answer differs from what was submitted: a member that is missing or of the wrong type is one of the shape. */
export function wrongEcho(reply: CreateReply): readonly Flaw[] {
  const { submitted, pet, id } = reply;
  if (submitted === undefined || pet === undefined) return [];
  const { name, status } = pet;
  const category = int64(pet['categoryId']);
  const isPet = typeof name === 'string' && category !== undefined;
  const isExact = reply.intent === 'valid' && hasSafeCategory(reply);
  const wrong = {
    name: typeof name === 'string' && name !== submitted.name,
    categoryId: isExact && category !== undefined && category !== submitted.categoryId,
    status: submitted.status !== undefined && status !== submitted.status && (isPet || status !== undefined),
  };
  const input = bodyOf(submitted);
  return (['name', 'categoryId', 'status'] as const)
    .filter((member) => wrong[member])
    .map((member) => ({
      requirement: 'create.echo',
      ...wrongMember(member, input[member], pet[member]),
      input,
      subjects: [subject.animal(id)],
    }));
}

/** Refused creates, with the facts to judge them. */
interface Refusals {
  readonly all: readonly CreateReply[];
  /** Why the refusals may be right: the target may not know the category. */
  readonly doubt: string | undefined;
  /** Which option says that the target knows the category, where every create with it is refused and another one is taken. */
  readonly named: (reply: CreateReply) => string;
}

/** Where one category that the user named is refused each time, it may be the option that is wrong, and not the target. */
function namedBy(
  { categoryIdsGiven }: CheckContext['config'],
  all: readonly CreateReply[],
): Refusals['named'] {
  return ({ answer, submitted }) => {
    const category = submitted?.categoryId;
    const isTakenOnce = all.some(
      (other) => other.submitted?.categoryId === category && isSuccess(other.answer),
    );
    if (!categoryIdsGiven || category === undefined || isTakenOnce || !isClientError(answer?.status ?? 0))
      return '';
    return `, since --category-ids says that the target knows category ${String(category)} (if it does not, correct that option)`;
  };
}

/**
 * A refusal as of a quota, which the document is silent about: some were accepted before, and none afterwards. A 409 may be one
 * of the animals with that status alone.
 */
function isQuota({ answer, submitted }: CreateReply, { all }: Refusals): boolean {
  if (answer === undefined || !QUOTA.has(answer.status)) return false;
  const isUsedUp = (some: readonly CreateReply[]): boolean => {
    const accepted = some.filter((other) => isSuccess(other.answer));
    return accepted.length > 0 && accepted.every((other) => (other.answer?.sentAt ?? 0) < answer.receivedAt);
  };
  const alike = all.filter((other) => other.submitted?.status === submitted?.status);
  return isUsedUp(all) || (answer.status === 409 && isUsedUp(alike));
}

/** The requirement that a refusal breaks: the one of its status, where just that status is refused. */
function blamed({ submitted }: CreateReply, { all }: Refusals): RequirementId {
  const status = submitted?.status;
  const same = all.filter((other) => other.submitted?.status === status);
  const others = all.filter((other) => other.submitted?.status !== status);
  const onlyThis =
    !same.some(({ answer }) => isSuccess(answer)) && others.some(({ answer }) => isSuccess(answer));
  if (!onlyThis) return 'create.success';
  return status === undefined ? 'create.status.optional' : 'create.status.values';
}

/** An answer other than 201 that breaks this requirement, and no other. */
function refused(requirement: RequirementId, reply: CreateReply, given: Refusals): Flaw | undefined {
  const status = reply.answer?.status;
  if (status === undefined || status === 201 || status === 401) return undefined;
  if (given.doubt !== undefined || isQuota(reply, given)) return undefined;
  if (requirement !== (isSuccess(reply.answer) ? 'create.success' : blamed(reply, given))) return undefined;
  // Just this status is refused: the first of another one was not.
  const other = ({ answer, submitted }: CreateReply) =>
    isSuccess(answer) && submitted?.status !== reply.submitted?.status;
  return {
    kind: 'status',
    ...unmet(reply, `201 with a Pet${given.named(reply)}`),
    input: reply.submitted && bodyOf(reply.submitted),
    comparedWith: requirement === 'create.success' ? [] : [given.all.find(other) ?? []].flat(),
    subjects: [subject.answer('create', status)],
  };
}

async function refusals({ api, config, pages, population }: CheckContext): Promise<Refusals> {
  await population.starters();
  const all = api.log.filter(isPlain).filter(({ answer }) => answer !== undefined);
  return { all, doubt: categoryDoubt(config, all, await pages.snapshot()), named: namedBy(config, all) };
}

export const answerChecks: readonly Check[] = [
  invariant('create/plain', {
    decides: 'create.success',
    dependsOn: FILLS_STORE,
    of: (reply): reply is CreateReply => isPlain(reply) || (isTaken(reply) && hasSafeCategory(reply)),
    classOf: ({ intent, spelling, outcome: { ask } }) =>
      intent !== 'valid'
        ? undefined
        : ask.inPieces === true
          ? 'a body that arrives in two pieces'
          : `JSON that is written ${spelling ?? ''}`,
    given: refusals,
    wrong: (reply, given) =>
      [(isPlain(reply) && refused('create.success', reply, given)) || [], wrongShape(reply) ?? []].flat(),
    conclusive: (reply) => isPlain(reply) && isSuccess(reply.answer),
    applies: (reply, { kind }) => (kind === 'shape' ? isSuccess(reply.answer) : isPlain(reply)),
    passMessage: 'valid creates, each answered with 201 and a Pet',
    inconclusive: ({ config }, { doubt }) =>
      doubt ?? (config.readOnly ? 'no create was sent' : 'no valid create was accepted'),
  }),

  invariant('create/without-status', {
    decides: 'create.status.optional',
    needs: ['create'],
    of: (reply): reply is CreateReply => isPlain(reply) && reply.submitted?.status === undefined,
    classOf: () => 'no status',
    given: refusals,
    wrong: (reply, given) =>
      [refused('create.status.optional', reply, given) ?? [], wrongOmittedStatus(reply) ?? []].flat(),
    conclusive: ({ pet }) => pet !== undefined,
    applies: ({ answer }, { kind }) => kind === 'status' || isSuccess(answer),
    passMessage: 'creates without a status, each accepted',
    inconclusive: 'no animal without a status was accepted',
  }),

  invariant('create/each-status', {
    decides: 'create.status.values',
    needs: ['create'],
    of: (reply): reply is CreateReply => isPlain(reply) && reply.submitted?.status !== undefined,
    classOf: ({ submitted }) => `status ${submitted?.status ?? ''}`,
    given: refusals,
    wrong: (reply, given) => refused('create.status.values', reply, given),
    conclusive: ({ answer }) => isSuccess(answer),
    applies: () => true,
    passMessage: 'creates with a status, each accepted',
    inconclusive: 'no animal with a status was accepted',
  }),

  invariant('create/echo', {
    decides: 'create.echo',
    needs: ['create'],
    dependsOn: FILLS_STORE,
    of: (reply): reply is CreateReply => isTaken(reply) && reply.pet !== undefined,
    wrong: wrongEcho,
    passMessage: 'accepted creates, each shown as it was sent',
    inconclusive: 'no answer to a valid create held an object',
  }),
];
