import type { NoAnswer } from '../../http/types.ts';
import { pause } from './clock.ts';
import { currentExclusive } from './exclusive.ts';
import { isSuccess, type Intent, type Reply } from './replies.ts';
import { isClientError } from './texts.ts';

/** Times that a POST is sent at most, by why no answer came: it was lost on the way, or is a gateway's. */
const ATTEMPTS: Partial<Record<NoAnswer['why'], number>> = {
  connection: 5,
  'broken-http': 5,
  unavailable: 7,
  timeout: 2,
};
/** Milliseconds before the second time, twice as many before the next, and at most. */
const PAUSE_MS = { first: 50, most: 1000 } as const;

/**
 * How often in a row a kind may stay without an answer before it is sent once: requests, at each of their times, since a quota
 * may be used up, and times that one was sent again while others of the run were answered.
 */
const MOST = { requests: 3, times: 16 } as const;
/** Kinds of requests whose missing responses are counted separately. */
export type Kind = Intent | `message, ${Intent}`;

interface Post<R extends Reply | undefined> {
  readonly kind: Kind;
  readonly intent: Intent;
  readonly once: (attempt: number) => Promise<R>;
  /** Whether a request without an answer did its work all the same: then it is not sent again. */
  readonly isDone?: () => Promise<boolean>;
}

/** Sends POST requests again that got no answer for a reason that may be gone by now. */
export class Posts {
  readonly #inVain = new Map<Kind, Readonly<Record<keyof typeof MOST, number>>>();
  readonly #answers: () => number;

  /** @param answers how many requests of all kinds were answered so far */
  constructor(answers: () => number) {
    this.#answers = answers;
  }

  /** Whether sending this kind again has not helped for so long that it is sent once. */
  isHopeless(kind: Kind): boolean {
    const { requests = 0, times = 0 } = this.#inVain.get(kind) ?? {};
    return requests >= MOST.requests || times >= MOST.times;
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
      // Refused the second time for what the first time may have stored: that proves nothing.
      if (attempt > 1 && mayStore && isClientError(reply.answer?.status ?? 0)) return first;
      if (isOver || this.isHopeless(kind) || (await isDone?.()) === true) return reply;
      answersBefore = this.#answers();
      await pause(Math.min(PAUSE_MS.first * 2 ** (attempt - 1), PAUSE_MS.most));
    }
  }

  /** Takes in what came; whether it is not to be sent again, however others of its kind end. */
  #isOver(kind: Kind, reply: Reply, attempt: number, answersBefore: number): boolean {
    const { answer } = reply;
    const isAgain = attempt > 1;
    if (isSuccess(answer) || (answer !== undefined && isAgain)) this.#inVain.delete(kind);
    if (answer === undefined && isAgain && this.#answers() > answersBefore) this.#count(kind, 'times');
    if (isPassing(reply, attempt)) return false;
    // What goes out once on purpose says nothing of whether sending again helps.
    if (answer === undefined && currentExclusive() !== 'single') this.#count(kind, 'requests');
    return true;
  }

  #count(kind: Kind, what: keyof typeof MOST): void {
    const counts = this.#inVain.get(kind) ?? { requests: 0, times: 0 };
    this.#inVain.set(kind, { ...counts, [what]: counts[what] + 1 });
  }
}

/** Whether a request got no answer for a reason that may be gone by now; `attempt` counts from 1. */
function isPassing({ outcome }: Reply, attempt: number): boolean {
  const how = currentExclusive();
  if (how === 'single' || outcome.kind === 'answer') return false;
  // The client has waited for a process that is started again already.
  if (how === 'retrying' && outcome.why === 'connection') return false;
  return attempt < (ATTEMPTS[outcome.why] ?? 1);
}
