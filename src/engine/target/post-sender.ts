import { BRIEF_ATTEMPTS, requestScope } from '../../http/request-scope.ts';
import type { NoAnswer } from '../../http/types.ts';
import { pause } from './clock.ts';
import { isSuccess, type RequestIntent, type Reply } from './replies.ts';
import { isClientError } from './texts.ts';

/** Maximum attempts of a POST, by the reason for the missing response: lost on the way, or answered by a gateway. */
const ATTEMPTS: Partial<Record<NoAnswer['why'], number>> = {
  connection: 5,
  'broken-http': 5,
  unavailable: 7,
  timeout: 2,
};
/** Milliseconds before the second attempt, doubled before each further attempt, and their maximum. */
const PAUSE_MS = { first: 50, most: 1000 } as const;

/** Limits of resends of a kind: lost requests in a row, and lost resends while the target answered other requests. */
const MOST = { requests: 3, times: 16 } as const;
/** Kinds of requests whose missing responses are counted separately. */
export type PostKind = RequestIntent | `message, ${RequestIntent}`;

interface Post<R extends Reply | undefined> {
  readonly kind: PostKind;
  readonly intent: RequestIntent;
  readonly once: (attempt: number) => Promise<R>;
  /** True if a request without a response took effect anyway: then it is not resent. */
  readonly isDone?: () => Promise<boolean>;
}

/** Sends POST requests, and resends them if the response is missing for a reason that may be gone by now. */
export class RetryingPostSender {
  readonly #inVain = new Map<PostKind, Readonly<Record<keyof typeof MOST, number>>>();
  readonly #answers: () => number;
  /** True if a resend ever got a response. */
  #hasHelped = false;

  /** @param answers returns the number of responses to all requests of the run so far */
  constructor(answers: () => number) {
    this.#answers = answers;
  }

  /** True if resending this kind has failed so often that it is sent only once. */
  isHopeless(kind: PostKind): boolean {
    const { requests = 0, times = 0 } = this.#inVain.get(kind) ?? {};
    return requests >= MOST.requests || times >= MOST.times;
  }

  /**
   * True if resending failed for an input that may be refused, at this address, while other requests were answered, and never
   * helped: what the target refuses is the input, not the moment. A valid request must be accepted, so it has every attempt.
   */
  isFutile(kind: PostKind): boolean {
    if (this.#hasHelped || isValid(kind)) return false;
    return [...this.#inVain].some(
      ([other, { times }]) => times >= MOST.times && !isValid(other) && isMessage(other) === isMessage(kind),
    );
  }

  async send<R extends Reply | undefined>({ kind, intent, once, isDone }: Post<R>): Promise<R> {
    const mayStore = intent === 'valid' || intent === 'borderline';
    let first: R | undefined;
    let answersBefore = this.#answers();
    for (let attempt = 1; ; attempt += 1) {
      const reply = await once(attempt);
      if (reply === undefined) return first ?? reply;
      first ??= reply;
      const isOver = this.#isOver(kind, reply, attempt, answersBefore);
      // A refused resend proves nothing: the first attempt may have stored the animal.
      if (attempt > 1 && mayStore && isClientError(reply.answer?.status ?? 0)) return first;
      if (isOver || this.isHopeless(kind) || (await isDone?.()) === true) return reply;
      answersBefore = this.#answers();
      await pause(Math.min(PAUSE_MS.first * 2 ** (attempt - 1), PAUSE_MS.most));
    }
  }

  /** Updates the counts for a kind of request; returns false if resending may help. */
  #isOver(kind: PostKind, reply: Reply, attempt: number, answersBefore: number): boolean {
    const { answer } = reply;
    const isAgain = attempt > 1;
    if (isSuccess(answer) || (answer !== undefined && isAgain)) this.#inVain.delete(kind);
    if (answer !== undefined && isAgain) this.#hasHelped = true;
    const isStep = !this.#hasHelped && requestScope().connection?.isBrief === true;
    const isBrief = isStep || this.isFutile(kind);
    if (answer === undefined && isAgain && this.#answers() > answersBefore) this.#count(kind, 'times');
    if (isPassing(reply, attempt, isBrief ? BRIEF_ATTEMPTS : Infinity)) return false;
    // A request that is not resent, or only briefly, does not count as a failure of resending.
    if (answer === undefined && requestScope().exclusive !== 'single' && !isBrief)
      this.#count(kind, 'requests');
    return true;
  }

  #count(kind: PostKind, what: keyof typeof MOST): void {
    const counts = this.#inVain.get(kind) ?? { requests: 0, times: 0 };
    this.#inVain.set(kind, { ...counts, [what]: counts[what] + 1 });
  }
}

function isValid(kind: PostKind): boolean {
  return kind === 'valid' || kind === 'message, valid';
}

function isMessage(kind: PostKind): boolean {
  return kind.startsWith('message');
}

/** True if the response is missing for a reason that may be gone by now; `attempt` counts from 1, up to `most`. */
function isPassing({ outcome }: Reply, attempt: number, most: number): boolean {
  const how = requestScope().exclusive;
  if (how === 'single' || outcome.kind === 'answer') return false;
  // After a failed connection, the client has already waited for a target that restarts.
  if (how === 'retrying' && outcome.why === 'connection') return false;
  return attempt < Math.min(most, ATTEMPTS[outcome.why] ?? 1);
}
