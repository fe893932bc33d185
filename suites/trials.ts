import type { RequirementId } from '../requirements/index.ts';
import type { Broken, Lab } from '../src/kit/lab.ts';
import { judge, type Property, type Trial } from '../src/kit/property.ts';
import type { Reply } from '../src/kit/replies.ts';
import { unanswered } from '../src/kit/replies.ts';
import { causeOf } from '../src/kit/baseline.ts';
import { waitUntil } from '../src/kit/clock.ts';

/** The status of an answer in words, such as `201 Created`. */
export function statusText(reply: Reply): string {
  const response = reply.outcome.exchange.response;
  if (response === null) return 'no answer';
  return `${String(response.status)}${response.statusText === '' ? '' : ` ${response.statusText}`}`;
}

/** Judges a reply by its status alone. */
export function expectStatus(reply: Reply | undefined, status: number, expected: string): Trial {
  if (reply?.answer === undefined) return { kind: 'void', ...(reply === undefined ? {} : { reply }) };
  if (reply.answer.status === status) return { kind: 'held', replies: [reply] };
  return { kind: 'broke', expected, actual: statusText(reply), replies: [reply] };
}

/** The counterexample that a trial is, in words. */
export function counterexample(
  trial: Extract<Trial, { kind: 'broke' }>,
  message: string,
  more: Pick<Broken, 'input' | 'reproduced' | 'explainedBy'> = {},
): Broken {
  const exchanges = trial.replies.map((reply) => reply.outcome.exchange);
  return { message, expected: trial.expected, actual: trial.actual, exchanges, ...more };
}

export interface Wording<T> {
  /** What the counterexample is called: `a limit of 7`. */
  readonly subject: (value: T) => string;
  /** The input as the report may show it; default: the value itself. */
  readonly input?: (value: T) => unknown;
  /** What was tried, for a pass. */
  readonly note: (tried: number) => string;
  readonly explainedBy?: readonly RequirementId[];
  /** Nothing is missing where the target refused every input, as it may. */
  readonly optional?: true;
}

/** Reports the trial that a single reply is, put to the target once more where it broke. */
export async function settleTrial(
  lab: Lab,
  requirement: RequirementId,
  reply: Reply | undefined,
  judgeReply: (reply: Reply | undefined) => Trial,
  texts: {
    readonly note: string;
    readonly message: (actual: string) => string;
    readonly input: unknown;
    readonly explainedBy?: readonly RequirementId[];
  },
): Promise<Trial['kind']> {
  const trial = judgeReply(reply);
  if (trial.kind === 'held') lab.held(requirement, texts.note, ...trial.replies);
  else if (trial.kind === 'void' || reply === undefined) {
    nothing(lab, requirement, reply === undefined ? [] : [reply]);
  } else {
    const { message, input, explainedBy } = texts;
    const { expected, actual } = trial;
    await lab.confirm(requirement, reply, (again) => judgeReply(again).kind === 'broke', {
      message: message(actual),
      expected,
      actual,
      input,
      ...(explainedBy === undefined ? {} : { explainedBy }),
    });
  }
  return trial.kind;
}

/** Puts a property to the target and reports what came of it as findings on one requirement. */
export async function settleProperty<T>(
  lab: Lab,
  requirement: RequirementId,
  property: Property<T>,
  wording: Wording<T>,
): Promise<void> {
  const judged = await judge(lab, property);
  if (judged.broke !== undefined) {
    const { value, trial, reproduced } = judged.broke;
    const message = `${wording.subject(value)} was answered with ${trial.actual}; expected ${trial.expected}`;
    const { explainedBy } = wording;
    const more = {
      input: wording.input?.(value) ?? value,
      reproduced,
      ...(explainedBy === undefined || explainedBy.length === 0 ? {} : { explainedBy }),
    };
    lab.broken(requirement, counterexample(trial, message, more));
    return;
  }
  if (judged.held.length > 0) {
    lab.held(requirement, wording.note(judged.tried), ...judged.held);
    return;
  }
  if (wording.optional !== true) nothing(lab, requirement, judged.void);
}

/** Rounds in which a comparison of several reads has to fail, every one of them, before it counts. */
const ROUNDS = 5;
/** How often what `compareReads` found broken came again. */
export const EACH_ROUND = { times: ROUNDS - 1, of: ROUNDS - 1 };
/** Milliseconds between two rounds. */
const PAUSE_MS = 40;

/**
 * A comparison of several reads: others may write between them, and replicas may lag. Where it breaks, the target gets
 * the consistency time and several more rounds, and one good round clears it. `read` is told whether there was one before
 * that broke, so that it looks more closely.
 */
export async function compareReads(lab: Lab, read: (suspicious: boolean) => Promise<Trial>): Promise<Trial> {
  let trial = await read(false);
  for (let round = 1; round < ROUNDS && trial.kind === 'broke'; round += 1) {
    await (round === 1 ? lab.quiet() : waitUntil(performance.now() + PAUSE_MS * round));
    trial = await read(true);
  }
  return trial;
}

/** Undecided: no reply told anything. */
export function nothing(lab: Lab, requirement: RequirementId, replies: readonly Reply[]): void {
  const silent = replies.find((reply) => unanswered(reply) !== undefined);
  if (silent !== undefined) {
    lab.silent(requirement, silent);
    return;
  }
  if (replies[0] === undefined) {
    lab.outOfBudget(requirement);
    return;
  }
  const reason = `the target's answers, such as ${statusText(replies[0])}, tell nothing about it`;
  lab.undecided(requirement, reason, 'test-data', replies[0]);
}

/** Undecided because none of the requests got an answer. */
export function silence(lab: Lab, requirement: RequirementId, replies: readonly Reply[]): void {
  for (const reply of replies) {
    const found = unanswered(reply);
    if (found === undefined) continue;
    lab.undecided(requirement, `no answer that counts: ${found.message}`, causeOf(found), reply);
    return;
  }
}
