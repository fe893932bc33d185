import { INVALID_BODIES } from '../generators/bodies.ts';
import type { RequirementId } from '../requirements/index.ts';
import {
  createBodyOf,
  unknownCategoryNote,
  isClientError,
  type CreateReply,
  isSuccess,
  type Reply,
  isPetStatus,
} from '../src/engine/target/index.ts';
import { type Check, type Flaw, type CheckContext, flawSubjectKey } from '../src/engine/plan/index.ts';
import {
  type Expectation,
  type ExpectationResult,
  invariant,
  judgeStatus,
  wrongStatusFlaw,
} from '../src/engine/verbs/index.ts';
import { int64Value } from '../src/json/int64.ts';
import { confirmRejection, findNewRoom, looksLikeQuota } from './quotas.ts';
import { schemaFlaw, wrongMemberFlaw } from './shape.ts';

const PET = 'a Pet: an object with an integer id, a string name and an integer categoryId';

/** Checks that create many animals. */
export const STORE_FILLING_CHECKS = ['list/limit-in-range'];
/** Requirements whose failure lets animals from invalid requests into the store. */
export const INVALID_CREATE_REQUIREMENTS: readonly RequirementId[] = [
  ...new Set(INVALID_BODIES.map(({ breaks }) => breaks)),
  'create.rejected-not-stored',
];

/**
 * True for a create that every target must accept. A 413 response to JSON with extra whitespace is allowed, because the body
 * may be too large.
 */
export function mustBeAccepted(reply: Reply): reply is CreateReply {
  if (reply.operation !== 'create' || reply.intent !== 'valid' || !reply.outcome.ask.credential.valid)
    return false;
  return reply.answer?.status !== 413 || reply.spelling === 'tight';
}

/** Number of bytes of a body that every service must read: more than the plain animals of the kit have. */
const SHORT_BODY = 128;

/** True for a 413 to a body that is not short: the document does not say how long a body may be. */
function isTooLong({ outcome, answer }: Reply): boolean {
  return answer?.status === 413 && Buffer.byteLength(outcome.ask.body ?? '') > SHORT_BODY;
}

/** Returns an expectation for which a refused length of the body proves nothing. */
export function unlessTooLong(
  expect: Expectation | ((reply: CreateReply, context: CheckContext) => ExpectationResult),
): (reply: CreateReply, context: CheckContext) => ExpectationResult {
  return (reply, context) => {
    if (isTooLong(reply)) return 'no-evidence';
    return typeof expect === 'function' ? expect(reply, context) : judgeStatus(expect, reply);
  };
}

/** Content types that mean UTF-8 JSON (RFC 9110, section 8.3.1). */
const JSON_TYPE = /^application\/json\s*(?:;\s*charset=utf-8)?$/iu;

/** True for a create that was accepted, was sent with a valid key and as JSON, and is valid or may be refused. */
export function isProperlyAcceptedCreate(reply: Reply): reply is CreateReply {
  return (
    reply.operation === 'create' &&
    JSON_TYPE.test(reply.outcome.ask.contentType ?? '') &&
    reply.outcome.ask.credential.valid &&
    (reply.intent === 'valid' || reply.intent === 'borderline') &&
    reply.repeats !== true &&
    isSuccess(reply.answer)
  );
}

/** True for a 200 to a resent create that returns the animal sent: the earlier attempt may have stored it. */
function mayRepeatItself({ isResent, answer, pet, submitted }: CreateReply): boolean {
  const isSame =
    submitted !== undefined &&
    pet?.['name'] === submitted.name &&
    int64Value(pet['categoryId']) === submitted.categoryId;
  return isResent === true && answer?.status === 200 && isSame;
}

/** True if a double holds the category exactly; larger categories belong to create.int64. */
function hasSafeCategory({ submitted }: CreateReply): boolean {
  return submitted !== undefined && Number.isSafeInteger(Number(submitted.categoryId));
}

/** Violations of the Pet schema in a 201. A status that was not submitted is judged by `wrongOmittedStatus`. */
function wrongShape(reply: CreateReply): Flaw | undefined {
  const { answer, submitted } = reply;
  if (!isSuccess(answer)) return undefined;
  const isShown = submitted?.status !== undefined;
  const found = schemaFlaw('pet', answer, '', ({ path }) => isShown || path[0] !== 'status');
  return (
    found && {
      kind: 'shape',
      expected: PET,
      ...found,
      input: submitted && createBodyOf(submitted),
      subjects: [flawSubjectKey.animal(reply.id)],
    }
  );
}

function wrongOmittedStatus({ pet, submitted, id }: CreateReply): Flaw | undefined {
  const status = pet?.['status'];
  if (status === undefined || isPetStatus(status)) return undefined;
  return {
    ...wrongMemberFlaw('status', undefined, status),
    kind: 'shown',
    expected: 'no status, or one of available, pending, sold',
    input: submitted && createBodyOf(submitted),
    subjects: [flawSubjectKey.animal(id)],
  };
}

/** Violations of create.echo: members that differ from the request. The schema check covers missing members and wrong types. */
export function wrongEchoFlaws(reply: CreateReply): readonly Flaw[] {
  const { submitted, pet, id } = reply;
  if (submitted === undefined || pet === undefined) return [];
  const { name, status } = pet;
  const category = int64Value(pet['categoryId']);
  const isPet = typeof name === 'string' && category !== undefined;
  const isExact = reply.intent === 'valid' && hasSafeCategory(reply);
  const wrong = {
    name: typeof name === 'string' && name !== submitted.name,
    categoryId: isExact && category !== undefined && category !== submitted.categoryId,
    status: submitted.status !== undefined && status !== submitted.status && (isPet || status !== undefined),
  };
  const input = createBodyOf(submitted);
  return (['name', 'categoryId', 'status'] as const)
    .filter((member) => wrong[member])
    .map((member) => ({
      requirement: 'create.echo',
      ...wrongMemberFlaw(member, input[member], pet[member]),
      input,
      subjects: [flawSubjectKey.animal(id)],
    }));
}

/** The plain creates, and the facts by which rejected creates are judged. */
interface Refusals {
  readonly all: readonly CreateReply[];
  /** Why rejections may be legitimate: the target may not know the category. */
  readonly doubt: string | undefined;
  readonly categoryIdsGiven: boolean;
  readonly hasNewRoom: Awaited<ReturnType<typeof findNewRoom>>;
}

/**
 * Returns a note that --category-ids may be wrong, if no create with this category of the option was accepted; otherwise empty.
 */
function optionNote({ answer, submitted }: CreateReply, { all, categoryIdsGiven }: Refusals): string {
  const category = submitted?.categoryId;
  const isTakenOnce = all.some(
    (other) => other.submitted?.categoryId === category && isSuccess(other.answer),
  );
  if (!categoryIdsGiven || category === undefined || isTakenOnce || !isClientError(answer?.status ?? 0))
    return '';
  return `, since --category-ids says that the target knows category ${String(category)} (if it does not, correct that option)`;
}

/** From so many rejected creates on, all with one status, the status is the reason. */
const FEWEST_REFUSED = 3;

/**
 * Returns the requirement that a rejected create violates: one about statuses, if only creates with this status are rejected.
 */
function blamed({ submitted }: CreateReply, { all }: Refusals): RequirementId {
  const status = submitted?.status;
  const isTaken = ({ answer }: CreateReply) => isSuccess(answer);
  const isOfStatus = (some: readonly CreateReply[]): boolean =>
    some.some((other) => other.submitted?.status !== status && isTaken(other)) &&
    !some.some((other) => other.submitted?.status === status && isTaken(other));
  // A service may refuse a status in one category only.
  const inCategory = all.filter((other) => other.submitted?.categoryId === submitted?.categoryId);
  // One of several servers may refuse a status that the others accept.
  const others = all.filter((other) => !isTaken(other));
  const isAlone =
    others.length >= FEWEST_REFUSED && others.every((other) => other.submitted?.status === status);
  if (!isOfStatus(all) && !isOfStatus(inCategory) && !isAlone) return 'create.success';
  return status === undefined ? 'create.status.optional' : 'create.status.values';
}

/**
 * True if the target refuses every create whose JSON has so many blanks that the body is above 1 kB, and no other, with one
 * status, and takes the same animal in a small body: it may limit the size of a body, with a status of its own.
 */
function mayBeTooLarge({ answer, spelling, submitted }: CreateReply, { all }: Refusals): boolean {
  if (spelling !== 'far apart' || !isClientError(answer?.status ?? 0)) return false;
  return (
    // Where small bodies get the status too, the size is not why.
    all.every((other) => (other.spelling === spelling) === (other.answer?.status === answer?.status)) &&
    all.some(
      (other) =>
        isSuccess(other.answer) &&
        other.submitted?.status === submitted?.status &&
        other.submitted?.categoryId === submitted?.categoryId,
    )
  );
}

/** Returns the violation if a create was not answered with 201, and this is a violation of `requirement`. */
function refused(requirement: RequirementId, reply: CreateReply, given: Refusals): Flaw | undefined {
  const status = reply.answer?.status;
  if (status === undefined || status === 201 || status === 401 || mayRepeatItself(reply)) return undefined;
  if (given.doubt !== undefined || looksLikeQuota(reply, given.all, given.hasNewRoom)) return undefined;
  const isLarge = mayBeTooLarge(reply, given);
  const isNotAboutStatus = isLarge || isSuccess(reply.answer);
  if (requirement !== (isNotAboutStatus ? 'create.success' : blamed(reply, given))) return undefined;
  // An accepted create with another status shows that only this status is rejected.
  const other = ({ answer, submitted }: CreateReply) =>
    isSuccess(answer) && submitted?.status !== reply.submitted?.status;
  return {
    ...(isLarge && { requirement: 'robust.equal-forms' }),
    kind: 'status',
    ...wrongStatusFlaw(reply, `201 with a Pet${optionNote(reply, given)}`),
    input: reply.submitted && createBodyOf(reply.submitted),
    comparedWith: requirement === 'create.success' ? [] : [given.all.find(other) ?? []].flat(),
    subjects: [flawSubjectKey.answer('create', status)],
  };
}

async function refusals(context: CheckContext): Promise<Refusals> {
  const { api, config, pages, population } = context;
  await population.starters();
  const all = api.log.filter(mustBeAccepted).filter(({ answer }) => answer !== undefined);
  const doubt = unknownCategoryNote(config, all, await pages.at('snapshot'));
  const hasNewRoom = await findNewRoom(context, all);
  return { all, doubt, categoryIdsGiven: config.categoryIdsGiven, hasNewRoom };
}

export const createResponseChecks: readonly Check[] = [
  invariant('create/plain', {
    decides: 'create.success',
    mayBreak: ['robust.equal-forms'],
    dependsOn: STORE_FILLING_CHECKS,
    of: (reply): reply is CreateReply =>
      mustBeAccepted(reply) || (isProperlyAcceptedCreate(reply) && hasSafeCategory(reply)),
    classOf: ({ intent, spelling, outcome: { ask } }) =>
      intent !== 'valid'
        ? undefined
        : ask.inPieces === true
          ? 'a body that arrives in two pieces'
          : `JSON that is written ${spelling ?? ''}`,
    given: refusals,
    wrong: (reply, given) =>
      [mustBeAccepted(reply) ? refused('create.success', reply, given) : undefined, wrongShape(reply)].filter(
        (flaw) => flaw !== undefined,
      ),
    confirm: confirmRejection,
    conclusive: (reply) => mustBeAccepted(reply) && isSuccess(reply.answer) && !mayRepeatItself(reply),
    applies: (reply, { kind }) => (kind === 'shape' ? isSuccess(reply.answer) : mustBeAccepted(reply)),
    passMessage: 'valid creates, each answered with 201 and a Pet',
    inconclusive: ({ config }, { doubt }) =>
      doubt ?? (config.readOnly ? 'no create was sent' : 'no valid create was accepted'),
  }),

  invariant('create/without-status', {
    decides: 'create.status.optional',
    needs: ['create'],
    of: (reply): reply is CreateReply => mustBeAccepted(reply) && reply.submitted?.status === undefined,
    classOf: () => 'no status',
    given: refusals,
    wrong: (reply, given) => refused('create.status.optional', reply, given) ?? wrongOmittedStatus(reply),
    confirm: confirmRejection,
    conclusive: ({ pet }) => pet !== undefined,
    applies: ({ answer }, { kind }) => kind === 'status' || isSuccess(answer),
    passMessage: 'creates without a status, each accepted',
    inconclusive: 'no animal without a status was accepted',
  }),

  invariant('create/each-status', {
    decides: 'create.status.values',
    needs: ['create'],
    of: (reply): reply is CreateReply => mustBeAccepted(reply) && reply.submitted?.status !== undefined,
    classOf: ({ submitted }) => `status ${submitted?.status ?? ''}`,
    given: refusals,
    wrong: (reply, given) => refused('create.status.values', reply, given),
    confirm: confirmRejection,
    conclusive: ({ answer }) => isSuccess(answer),
    applies: () => true,
    passMessage: 'creates with a status, each accepted',
    inconclusive: 'no animal with a status was accepted',
  }),

  invariant('create/echo', {
    decides: 'create.echo',
    needs: ['create'],
    dependsOn: STORE_FILLING_CHECKS,
    of: (reply): reply is CreateReply =>
      isProperlyAcceptedCreate(reply) && reply.pet !== undefined && !mayRepeatItself(reply),
    wrong: wrongEchoFlaws,
    passMessage: 'accepted creates, each returned as it was sent',
    inconclusive: 'no answer to a valid create held an object',
  }),
];
