import { writeJson } from '../../json/json.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import { type CreateReply, isSuccess, messageTextOf, type Reply, type PetStatus } from '../target/index.ts';
import {
  type CheckContext,
  type ConfirmationResult,
  type Flaw,
  type FlawedReply,
  isRepeatable,
  simplestFirst,
  flawMessage,
  type Violation,
} from '../plan/index.ts';

/** A repeated failure that has two possible explanations; the report names both. */
export interface AmbiguousFlaw {
  /** Text with both possible explanations, in front of the message. */
  readonly why: string;
  /** The next step. Default: run again at a time when nobody else changes animals. */
  readonly next?: string;
  /** True if a repetition of other candidates would be just as ambiguous, so that none is tried. */
  readonly final?: true;
}

/** Repeats the request of a flaw; returns undefined if there is none after all. `wrongs`: such flaws in a reply. */
export type ConfirmFlaw<R extends Reply> = (
  context: CheckContext,
  flawed: FlawedReply<R>,
  wrongs: (again: R) => readonly Flaw[],
) => Promise<ConfirmationResult | AmbiguousFlaw | undefined>;

/** The next step if a flaw can be read in two ways. */
const NEXT_STEP_UNSETTLED =
  'Run again while nothing else changes animals on the target: if the failure shows again, the service causes it.';
/** Maximum number of candidates whose requests are repeated until one shows its flaw again. */
const ATTEMPTS = 3;

/**
 * Resends the same request. A valid body gets a fresh name or text, since these may have to be unique, unless `isExact`: a name
 * that was refused is not in use.
 */
export async function resendRequest(
  { api, creates, names }: Pick<CheckContext, 'api' | 'creates' | 'names'>,
  reply: Reply,
  isExact = false,
): Promise<Reply | undefined> {
  const { url, credential, accept, headers, chunked, inPieces, body = null } = reply.outcome.ask;
  const { contentType = null } = reply.outcome.ask;
  const manner = { credential, accept, headers, chunked, inPieces, contentType };
  switch (reply.operation) {
    case 'list':
      return api.list(reply.query, manner);
    case 'get':
      return api.get(reply.id, { ...manner, segment: reply.segment });
    case 'create': {
      const { intent, submitted, spelling, marker = null, sent } = reply;
      const search = new URL(url).search.slice(1);
      return intent === 'valid' && !isExact
        ? creates.plain(submitted?.status, { spelling, inPieces, categoryId: submitted?.categoryId })
        : api.create(body, { ...manner, intent, submitted, marker, sent, search, spelling });
    }
    case 'message': {
      const { intent, sent } = reply;
      const text = messageTextOf(reply);
      if (intent !== 'valid' || isExact || text === undefined)
        return api.message(reply.body, { ...manner, intent, sent });
      const fresh = { message: names.renewed(text) };
      return api.message(writeJson(fresh), { ...manner, intent, sent: fresh });
    }
  }
}

/** Resends a request to reproduce its flaw; a repetition without it counts only if the request still means the same. */
export async function confirmByResending<R extends Reply>(
  context: CheckContext,
  { reply }: FlawedReply<R>,
  wrongs: (again: R) => readonly Flaw[],
  send: () => Promise<Reply | undefined> = () => resendRequest(context, reply),
): Promise<ConfirmationResult> {
  const again = await send();
  if (again?.answer === undefined) return { times: 0, of: 0, replies: [] };
  // The request is the same, so the reply has the same type.
  const isAgain = wrongs(again as R).length > 0;
  const tells = isAgain || (isRepeatable(reply) && !isFilled(reply, again));
  return { times: isAgain ? 1 : 0, of: tells ? 1 : 0, replies: isAgain ? [again] : [] };
}

/** True if a list was empty, and has animals now. */
function isFilled(before: Reply, now: Reply): boolean {
  return isSuccess(before.answer) && itemsOf(before).length === 0 && itemsOf(now).length > 0;
}

function itemsOf(reply: Reply): readonly unknown[] {
  return (reply.operation === 'list' && reply.items) || [];
}

/** A newly created animal, with the id to get it by. */
export type FreshAnimal = CreateReply & { readonly id: bigint };

/** Creates an animal; undefined if the budget is used up, or the response has no id. */
export async function createFreshAnimal(
  { creates }: Pick<CheckContext, 'creates'>,
  status: PetStatus | undefined,
): Promise<FreshAnimal | undefined> {
  const made = await creates.plain(status);
  return made?.id === undefined ? undefined : { ...made, id: made.id };
}

/** Repeats `round`: each round must return replies that show the flaw; returns undefined as soon as a round does not. */
export async function confirmInEveryRound(
  times: number,
  round: (n: number) => Promise<readonly Reply[] | undefined>,
): Promise<ConfirmationResult | undefined> {
  let replies: readonly Reply[] | undefined = [];
  for (let n = 0; n < times && replies !== undefined; n += 1) replies = await round(n);
  return replies && { times, of: times, replies };
}

/** Sorts flaws: first those that the fewest other failures can explain; of these, the simplest first. */
export function fewestCausesFirst<C extends FlawedReply>(flawed: readonly C[]): readonly C[] {
  const weight = ({ flaw }: C) => flaw.possibleCauses?.length ?? 0;
  return simplestFirst(flawed, ({ reply }) => reply).toSorted((a, b) => weight(a) - weight(b));
}

interface Confirmation<C extends FlawedReply> {
  readonly again: (candidate: C) => Promise<ConfirmationResult | AmbiguousFlaw | undefined>;
  /** Maximum number of flaws whose requests are repeated. Default: 3. */
  readonly attempts?: number | undefined;
  readonly others?: (candidate: C) => readonly Reply[];
  /** The number of requests that show the flaw, to append to the message. */
  readonly counted: (candidate: C, replies: ConfirmationResult['replies']) => string | Promise<string>;
  readonly more?: Pick<Violation, 'subjects' | 'spread'>;
}

/**
 * Repeats candidates until one shows its flaw again, and reports it. If no candidate shows its flaw again, reports the first
 * confirmed flaw, or else the first ambiguous one as undecided. False if nothing was reported.
 */
export async function reportConfirmedFlaw<C extends FlawedReply>(
  context: CheckContext,
  requirement: RequirementId,
  candidates: readonly C[],
  { again, attempts = ATTEMPTS, others, counted, more }: Confirmation<C>,
): Promise<boolean> {
  const looked: { readonly candidate: C; readonly confirmed: ConfirmationResult }[] = [];
  let open: (AmbiguousFlaw & { readonly candidate: C }) | undefined;
  for (const candidate of candidates.slice(0, attempts)) {
    const came = await again(candidate);
    if (came === undefined) continue;
    if ('why' in came) {
      open ??= { ...came, candidate };
      if (came.final === true) break;
      continue;
    }
    looked.push({ candidate, confirmed: came });
    if (came.times > 0) break;
  }
  const stands = looked.find(({ confirmed }) => confirmed.times > 0) ?? looked[0];
  if (stands === undefined) {
    if (open === undefined) return false;
    const { reply, flaw } = open.candidate;
    const reason = `${open.why}: ${flawMessage(open.candidate)}${await counted(open.candidate, [])}`;
    const seen = [...(flaw.comparedWith ?? []), reply];
    context.undecided(
      requirement,
      { reason, cause: 'test-data', next: open.next ?? NEXT_STEP_UNSETTLED },
      ...seen,
    );
    return true;
  }
  const { candidate, confirmed } = stands;
  const of = confirmed.times > 0 ? confirmed.of : looked.reduce((sum, one) => sum + one.confirmed.of, 0);
  const message = `${flawMessage(candidate)}${await counted(candidate, confirmed.replies)}${confirmed.more ?? ''}`;
  context.violation(
    requirement,
    candidate,
    { ...confirmed, of },
    { ...more, others: others?.(candidate) ?? [], message },
  );
  return true;
}
