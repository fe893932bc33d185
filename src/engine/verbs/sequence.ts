import * as fc from 'fast-check';
import type { SequenceStep } from '../../../generators/sequences.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import { groupBy } from '../../base/group-by.ts';
import { withRequestScope } from '../../http/request-scope.ts';
import { type Check, defineCheck, type Flaw, type CheckContext, flawMessage } from '../plan/index.ts';
import { type CreateReply, pause, type Reply, requestText, deriveSeed } from '../target/index.ts';

export interface SequenceState {
  readonly made: readonly CreateReply[];
  /** True if the steps are being repeated for a flaw that they showed before. */
  readonly again: boolean;
}

/** A violation in the response to a step. */
export interface StepFlaw extends Flaw {
  readonly requirement: RequirementId;
  /** True if only this check judges such a flaw, so that it is reported even if it is not reproduced. */
  readonly own?: true;
  /** True if every replica must have the animals: the kit then repeats the steps after the consistency time. */
  readonly settles?: true;
}

/** Requests in any order; after each request, the response must be as the document requires. */
export interface SequenceDefinition extends Pick<Check, 'title' | 'mayBreak'> {
  readonly draw: fc.Arbitrary<readonly SequenceStep[]>;
  /** Generates a single step, so that fast-check can shorten and simplify sequences. */
  readonly step: fc.Arbitrary<SequenceStep>;
  /** Undefined if there is nothing to request, or the budget is used up: then nothing was sent. */
  readonly ask: (
    step: SequenceStep,
    path: SequenceState,
    context: CheckContext,
  ) => Promise<Reply | undefined>;
  readonly wrong: (
    step: SequenceStep,
    reply: Reply,
    path: SequenceState,
    context: CheckContext,
  ) => readonly StepFlaw[];
}

/** One random sequence is sent for each of this many `--runs`. */
const RUNS_A_WALK = 10;
/** Maximum number of violated requirements of a sequence that are repeated. */
const LOOKED_INTO = 3;
/** Maximum number of steps that are sent again to find the shortest sequence with the flaw. */
const BUDGET = 120;
/** How often the shortest sequence must show the flaw: `mayChange` if it may be a change of a status, otherwise `other`. */
const TIMES = { mayChange: 4, other: 2 } as const;
/** The pause between steps that tells time from order as the cause: this many times as long as before, and this long at least. */
const LONGER = { times: 3, ms: 100 } as const;

interface Sent {
  readonly moment: number;
  readonly step: SequenceStep;
  readonly reply: Reply;
  readonly flaws: readonly StepFlaw[];
}

/** A flaw, and the steps up to the response that shows it. */
interface FlawInSteps {
  readonly flaw: StepFlaw;
  readonly reply: Reply;
  readonly steps: readonly SequenceStep[];
  readonly sent: readonly Sent[];
}

/**
 * The steps that may be why a service moved the animal on: an arrival, or whatever was sent between its create and the last
 * response. Empty for a flaw that is no change of a status.
 */
function possibleTriggers({ flaw, reply, sent }: FlawInSteps): readonly Sent[] {
  if (flaw.mayChange !== true) return [];
  const made = sent.find((one) => one.reply === flaw.comparedWith?.[0]);
  const mayTrigger = (one: Sent): boolean =>
    one.moment >= (made?.moment ?? 0) || (one.reply.operation === 'create' && one.reply.id !== undefined);
  return sent.filter((one) => one !== made && one.reply !== reply && mayTrigger(one));
}

/** Groups the steps that are sent at the same moment. */
export function concurrentGroups(steps: readonly SequenceStep[]): readonly (readonly SequenceStep[])[] {
  const all: SequenceStep[][] = [];
  let open = false;
  for (const step of steps) {
    if (open) all.at(-1)?.push(step);
    else all.push([step]);
    open = step.concurrent;
  }
  return all;
}

/**
 * Sends a random sequence of requests, and reports a flaw that only their order shows. Repeats the flaw with new animals and
 * ever fewer steps, within a budget. A flaw that a single request shows, or that is not reproduced, is left to the checks that
 * judge all responses of the run.
 */
export function sequence(id: string, one: SequenceDefinition): Check {
  const { title, mayBreak } = one;
  return defineCheck({
    id,
    title,
    mayBreak,
    stage: 'sequence',
    needs: ['list'],
    probe: async (context) => {
      const told = new Set<RequirementId>();
      for (let number = 0; number < context.config.runs / RUNS_A_WALK; number += 1) {
        await new SequenceRunner(context, one, deriveSeed(context.seed(), String(number))).go(told);
      }
    },
  });
}

class SequenceRunner {
  readonly #context: CheckContext;
  readonly #one: SequenceDefinition;
  readonly #seed: number;
  #budget = BUDGET;

  constructor(context: CheckContext, one: SequenceDefinition, seed: number) {
    this.#context = context;
    this.#one = one;
    this.#seed = seed;
  }

  async go(told: Set<RequirementId>): Promise<void> {
    const [steps = []] = fc.sample(this.#one.draw, { seed: this.#seed, numRuns: 1 });
    const kinds = groupBy(await this.#follow(steps, false), ({ flaw }) => flaw.requirement);
    for (const [requirement, some] of [...kinds].slice(0, LOOKED_INTO)) {
      // Repeats the first flaw, then the last: requests before this sequence may have caused the first, but hardly the last.
      for (const found of new Set([...some.slice(0, 1), ...some.slice(-1)])) {
        if (told.has(requirement)) break;
        if (await this.#reportFlaw(found)) told.add(requirement);
      }
    }
  }

  /** Sends the steps, those of a moment in parallel, `pauseMs` between moments; returns each flaw with the steps up to it. */
  async #follow(
    steps: readonly SequenceStep[],
    again: boolean,
    pauseMs = 0,
  ): Promise<readonly FlawInSteps[]> {
    const { ask, wrong } = this.#one;
    const made: CreateReply[] = [];
    const path: SequenceState = { made, again };
    const sent: Sent[] = [];
    for (const [moment, together] of concurrentGroups(steps).entries()) {
      if (moment > 0 && pauseMs > 0) await pause(pauseMs);
      const replies = await Promise.all(
        // Steps with the same position in successive moments use the same connection.
        together.map((step, own) =>
          withRequestScope({ connection: { own, last: step.closes, isBrief: true } }, () =>
            ask(step, path, this.#context),
          ),
        ),
      );
      for (const reply of replies)
        if (reply?.operation === 'create' && reply.intent === 'valid' && reply.id !== undefined)
          made.push(reply);
      for (const [at, step] of together.entries()) {
        const reply = replies[at];
        if (reply !== undefined)
          sent.push({ moment, step, reply, flaws: wrong(step, reply, path, this.#context) });
      }
    }
    return sent.flatMap(({ moment, reply, flaws }) => {
      // All steps of the same moment are included, because each of them may be the cause.
      const upTo = concurrentGroups(steps).slice(0, moment + 1);
      const before = sent.filter((other) => other.moment <= moment);
      return flaws.map((flaw) => ({ flaw, reply, steps: upTo.flat(), sent: before }));
    });
  }

  async #shows(
    { requirement, kind }: StepFlaw,
    steps: readonly SequenceStep[],
    pauseMs?: number,
  ): Promise<FlawInSteps | undefined> {
    const shown = await this.#follow(steps, true, pauseMs);
    return shown.find(
      (found) =>
        found.flaw.requirement === requirement &&
        found.flaw.kind === kind &&
        possibleTriggers(found).length === 0,
    );
  }

  /**
   * Repeats ever shorter sequences, within the budget, without possible triggers; returns the shortest with the flaw, and how
   * many showed it.
   */
  async #shorten(found: FlawInSteps) {
    const { flaw } = found;
    const triggers = possibleTriggers(found);
    const kept = found.sent.filter((one) => !triggers.includes(one));
    const steps =
      triggers.length === 0
        ? found.steps
        : kept.map(({ step, moment }, at) => ({ ...step, concurrent: kept[at + 1]?.moment === moment }));
    let last: FlawInSteps | undefined;
    let times = 0;
    const known = new Map<string, boolean>();
    const shows = async (fewer: readonly SequenceStep[]): Promise<boolean> => {
      const key = fc.stringify(fewer);
      const before = known.get(key);
      if (before !== undefined || this.#budget < fewer.length) return before ?? false;
      this.#budget -= fewer.length;
      const again = await this.#shows(flaw, fewer);
      last = again ?? last;
      times += again === undefined ? 0 : 1;
      known.set(key, again !== undefined);
      return again !== undefined;
    };
    if (!(await shows(steps))) return { last, times };
    let left = last?.steps ?? steps;
    for (let size = left.length >> 1; size > 0; size >>= 1) {
      // The last step shows the flaw, and stays.
      for (let at = 0; at < left.length - 1;) {
        const fewer = [...left.slice(0, at), ...left.slice(Math.min(at + size, left.length - 1))];
        if (await shows(fewer)) left = last?.steps ?? fewer;
        else at += size;
      }
    }
    const some = fc.array(this.#one.step, { minLength: 1, maxLength: left.length });
    const property = fc.asyncProperty(some, async (simpler) => !(await shows(simpler)));
    await fc.check(property, { seed: this.#seed, numRuns: 1, examples: [[[...left]]] });
    return { last, times };
  }

  /** Repeats a flaw, and reports it if confirmed; returns false if it is left to the checks over the whole run. */
  async #reportFlaw(found: FlawInSteps): Promise<boolean> {
    const { flaw, reply } = found;
    const isOwn = flaw.own === true;
    if (flaw.settles === true) await this.#context.settle();
    const shortest = await this.#shorten(found);
    const alone = shortest.last?.steps.length === 1;
    const times = flaw.mayChange === true ? TIMES.mayChange : TIMES.other;
    let { last } = shortest;
    // If it may be a change of a status, the same sequence must show the flaw each time, since several sequences may show it by
    // chance.
    let reproduced = flaw.mayChange === true ? Math.min(1, shortest.times) : shortest.times;
    for (const most = alone && !isOwn ? 0 : times; last !== undefined && reproduced < most; reproduced += 1) {
      const again = await this.#shows(flaw, last.steps);
      if (again === undefined) break;
      last = again;
    }
    const isRepeated = !alone && reproduced >= times && !(await this.#showsAlone(flaw, last));
    const ordered = isRepeated && !(flaw.mayChange === true && (await this.#isOfTime(last)));
    if (!ordered && !isOwn) return false;
    const shown = last ?? { ...found, sent: [] };
    const others = shown.sent.map((one) => one.reply).filter((other) => other !== shown.reply);
    const order = ordered ? orderOf(shown) : undefined;
    const again = { times: Math.min(reproduced, times), of: times, replies: [] };
    const about = [found, shown].flatMap((each) => [
      each.reply.outcome.exchange.id,
      ...(each.flaw.subjects ?? []),
    ]);
    this.#context.violation(flaw.requirement, shown, again, {
      others: [reply, ...others],
      ...(order === undefined
        ? { incidental: true }
        : {
            message: `${flawMessage(shown)}, ${order.text}`,
            input: { sequence: order.steps },
            // The number of steps is the complexity, so that a single request counts as simpler than a sequence.
            burden: [shown.steps.length],
            steps: others,
          }),
      subjects: [...new Set(about)],
    });
    return true;
  }

  /** True if the last step alone shows the flaw twice; one time could still be an effect of the sequence before. */
  async #showsAlone(flaw: StepFlaw, shown: FlawInSteps | undefined): Promise<boolean> {
    const step = shown?.sent.find(({ reply }) => reply === shown.reply)?.step;
    for (let time = 0; time < TIMES.other; time += 1) {
      if (step === undefined || (await this.#shows(flaw, [step])) === undefined) return false;
    }
    return true;
  }

  /**
   * True if the animal also changes with time alone, without the steps before its create; or not after these if they are long
   * over, as what they started may have changed it.
   */
  async #isOfTime(shown: FlawInSteps | undefined): Promise<boolean> {
    const [made] = shown?.flaw.comparedWith ?? [];
    const [create, last] = [made, shown?.reply].map((of) => shown?.sent.find(({ reply }) => reply === of));
    const [from, to] = [create?.reply.answer?.sentAt, last?.reply.answer?.receivedAt];
    if (shown === undefined || !create || !last || from === undefined || to === undefined) return true;
    const ms = Math.max((to - from) * LONGER.times, LONGER.ms);
    const steps = [{ ...create.step, concurrent: false }, last.step];
    if ((await this.#shows(shown.flaw, steps, ms)) !== undefined) return true;
    return (await this.#shows(shown.flaw, shown.steps, ms)) === undefined;
  }
}

function orderOf({ reply, sent }: FlawInSteps): { readonly steps: readonly string[]; readonly text: string } {
  const all = [...groupBy(sent, ({ moment }) => moment).values()];
  const steps = all.map((together) => atOnce(together.map(textOf)));
  const beside = (all.at(-1) ?? []).filter((other) => other.reply !== reply);
  const before = steps.slice(0, -1);
  const latest = before.slice(-1).join('');
  const after =
    before.length > 1
      ? `after ${String(before.length)} steps, the last of them ${latest}`
      : `right after ${latest}`;
  const text = [
    ...(before.length > 0 ? [after] : []),
    ...(beside.length > 0 ? [`sent at the same moment as ${beside.map(textOf).join(' and ')}`] : []),
  ].join(', ');
  return { steps, text };
}

function textOf({ reply, step }: Sent): string {
  return `${requestText(reply)}${step.closes ? ', closing the connection' : ''}`;
}

function atOnce(words: readonly string[]): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} and ${words.slice(-1).join('')} at the same time`;
}
