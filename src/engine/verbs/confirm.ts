import { writeJson } from '../../json/json.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { type CreateReply, isSuccess, type Reply, requestText } from '../target/index.ts';
import {
  complexityOf,
  type Flaw,
  isRepeatable,
  type CheckContext,
  subject,
  type Violation,
} from '../plan/index.ts';

/** An answer, and what is wrong with it. */
export interface Flawed<R extends Reply = Reply> {
  readonly reply: R;
  readonly flaw: Flaw;
}

/** What is wrong, in a sentence. */
export function messageOf({ reply, flaw: { message, actual, expected } }: Flawed): string {
  return message ?? `${requestText(reply)}: ${actual}, expected ${expected}`;
}

/** What looking again came to: how often of how many times it showed, and the replies that show it. */
export interface Confirmed {
  readonly times: number;
  readonly of: number;
  readonly replies: readonly Reply[];
  /** What looking again showed besides, behind the message. */
  readonly more?: string;
}

/** What looking again could not settle: it can be read in two ways, and each is told. */
export interface Unsettled {
  /** Both readings, before the message. */
  readonly why: string;
  /** What the reader can do. Default: run again while nothing else changes animals. */
  readonly next?: string;
  /** Whether another candidate would leave it open just as well. */
  readonly final?: true;
}

/**
 * Looks at a flaw again; undefined where it turned out to be none.
 * @param wrongs what is wrong with another answer in the same way
 */
export type Confirm<R extends Reply> = (
  context: CheckContext,
  flawed: Flawed<R>,
  wrongs: (again: R) => readonly Flaw[],
) => Promise<Confirmed | Unsettled | undefined>;

/** The next step where a flaw can be read in two ways. */
const NEXT_UNSETTLED =
  'Run again while nothing else changes animals on the target: if it shows again, it is the service.';
/** Candidates that are looked at again, until one shows it again. */
const ATTEMPTS = 3;
/** Fresh animals on which another status has to show again at once. */
const FRESH = 3;

/**
 * Puts the same request to the target once more, on its own. An animal or a message that every target has to accept goes
 * out under a fresh name, since names may have to be unique. Undefined where the budget for animals is used up.
 */
export async function askAgain(
  { api, creates, names }: Pick<CheckContext, 'api' | 'creates' | 'names'>,
  reply: Reply,
): Promise<Reply | undefined> {
  const { credential, body = null, contentType = null } = reply.outcome.ask;
  switch (reply.operation) {
    case 'list':
      return api.list(reply.query, { credential });
    case 'get':
      return api.get(reply.id, { credential, segment: reply.segment });
    case 'create': {
      const { intent, submitted, spelling, marker = null, sent } = reply;
      const search = new URL(reply.outcome.ask.url).search.slice(1);
      return intent === 'valid'
        ? creates.plain(submitted?.status, { spelling })
        : api.create(body, { intent, submitted, marker, sent, credential, contentType, search });
    }
    case 'message': {
      const { intent, sent } = reply;
      const text = sent?.['message'];
      const fresh =
        intent === 'valid' && typeof text === 'string' ? { message: names.renewed(text) } : undefined;
      const again = fresh === undefined ? reply.body : writeJson(fresh);
      return api.message(again, { intent, sent: fresh ?? sent, credential, contentType });
    }
  }
}

/**
 * The same request once more, on its own. What does not come again is a counterexample all the same, and it is not said to
 * be unsteady where the request may mean something else by now.
 */
export async function sentAgain<R extends Reply>(
  context: CheckContext,
  { reply }: Flawed<R>,
  wrongs: (again: R) => readonly Flaw[],
  send: () => Promise<Reply | undefined> = () => askAgain(context, reply),
): Promise<Confirmed> {
  const again = await send();
  if (again?.answer === undefined) return { times: 0, of: 0, replies: [] };
  // It is the reply to the same request, so it is of the same kind.
  const isAgain = wrongs(again as R).length > 0;
  const tells = isAgain || (isRepeatable(reply) && !isFilled(reply, again));
  return { times: isAgain ? 1 : 0, of: tells ? 1 : 0, replies: isAgain ? [again] : [] };
}

/** Whether a list showed nothing, and shows animals by now. */
function isFilled(before: Reply, now: Reply): boolean {
  return isSuccess(before.answer) && itemsOf(before).length === 0 && itemsOf(now).length > 0;
}

function itemsOf(reply: Reply): readonly unknown[] {
  return (reply.operation === 'list' && reply.items) || [];
}

/** An animal that was just added, under an id that it can be asked for. */
export type Fresh = CreateReply & { readonly id: bigint };

/**
 * What somebody else may have changed legitimately counts only if it shows on fresh animals too that are read at once; undefined
 * where it does not.
 * @param read reads a fresh animal in the way in which the flawed answer was read
 */
export function onFreshAnimals<R extends Reply>(
  read: (context: CheckContext, fresh: Fresh, flawed: R) => Promise<R>,
): (...args: Parameters<Confirm<R>>) => Promise<Confirmed | undefined> {
  return async (context, flawed, wrongs) => {
    const [made] = flawed.flaw.comparedWith ?? [];
    const status = made?.operation === 'create' ? made.submitted?.status : undefined;
    const replies: Reply[] = [];
    for (let round = 0; round < FRESH; round += 1) {
      const fresh = await context.creates.plain(status);
      if (fresh?.id === undefined || fresh.answer === undefined) return undefined;
      const again = await read(context, { ...fresh, id: fresh.id }, flawed.reply);
      const animal = subject.animal(fresh.id);
      const shows = wrongs(again).some(
        ({ subjects, actual }) => subjects?.includes(animal) === true && actual === flawed.flaw.actual,
      );
      if (!shows) return undefined;
      replies.push(again);
    }
    return { times: FRESH, of: FRESH, replies: replies.slice(-1) };
  };
}

/** How candidates are looked at again, and what is said beside the one that is reported. */
interface Confirmation<C extends Flawed> {
  /** Undefined where it turned out to be no flaw. */
  readonly again: (candidate: C) => Promise<Confirmed | Unsettled | undefined>;
  /** Candidates that are looked at. Default: 3. */
  readonly attempts?: number | undefined;
  /** Replies that show the same. */
  readonly others?: (candidate: C) => readonly Reply[];
  /** How many show it, behind the message. */
  readonly counted: (candidate: C, replies: readonly Reply[]) => string | Promise<string>;
  /** Of all that show it. */
  readonly more?: Pick<Violation, 'subjects' | 'spread'>;
}

/**
 * Looks at candidates for one violation again, one after another, until one comes again. It reports that one, or else the
 * first that stands; else the first that can be read in two ways, as undecided. False where nothing was told.
 */
export async function confirm<C extends Flawed>(
  context: CheckContext,
  requirement: RequirementId,
  candidates: readonly C[],
  { again, attempts = ATTEMPTS, others, counted, more }: Confirmation<C>,
): Promise<boolean> {
  const looked: { readonly candidate: C; readonly confirmed: Confirmed }[] = [];
  let open: (Unsettled & { readonly candidate: C }) | undefined;
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
    const reason = `${open.why}: ${messageOf(open.candidate)}${await counted(open.candidate, [])}`;
    const seen = [...(flaw.comparedWith ?? []), reply];
    context.undecided(
      requirement,
      { reason, cause: 'test-data', next: open.next ?? NEXT_UNSETTLED },
      ...seen,
    );
    return true;
  }
  const { candidate, confirmed } = stands;
  const of = confirmed.times > 0 ? confirmed.of : looked.reduce((sum, one) => sum + one.confirmed.of, 0);
  const message = `${messageOf(candidate)}${await counted(candidate, confirmed.replies)}${confirmed.more ?? ''}`;
  report(context, requirement, candidate, { ...confirmed, of }, others?.(candidate), { ...more, message });
  return true;
}

/**
 * Reports a flaw: its answer is the proof, and what it is compared with is the comparison.
 * @param others replies that show the same
 * @param more what is said otherwise than in the flaw, and the requests that have to come before, where only an order shows it
 */
export function report(
  context: CheckContext,
  requirement: RequirementId,
  { reply, flaw }: Flawed,
  { times, of, replies }: Confirmed,
  others: readonly Reply[] = [],
  { steps, ...more }: Partial<Violation> & { readonly steps?: readonly Reply[] } = {},
): void {
  const { expected, asked, actual, input, places, possibleCauses, comparedWith = [], subjects = [] } = flaw;
  const proof = reply.outcome.exchange.id;
  const comparison = comparedWith[0]?.outcome.exchange.id;
  const reproduced = of > 0 ? { times, of } : undefined;
  const needed = new Set([...(steps ?? []), ...comparedWith, reply].map(({ outcome }) => outcome.exchange));
  const shown = [...comparedWith, reply, ...replies];
  const exchanges = [...others.filter((other) => !shown.includes(other)), ...shown];
  context.violation(requirement, {
    message: messageOf({ reply, flaw }),
    ...withoutUndefined({
      expected,
      asked,
      actual,
      input,
      places,
      possibleCauses,
      proof,
      comparison,
      reproduced,
    }),
    subjects: [...new Set([proof, ...subjects])],
    burden: complexityOf(reply),
    ...more,
    ...(needed.size > 1 && { requests: [...needed].map(({ id }) => id) }),
    exchanges: [...new Set(exchanges.map(({ outcome }) => outcome.exchange))],
  });
}
