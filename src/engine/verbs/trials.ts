import * as fc from 'fast-check';
import type { Partitions } from '../../../generators/partitions.ts';
import { groupBy } from '../../base/group-by.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import type { CheckContext, Outline, DrawContext } from '../plan/index.ts';
import { type Input, isExempt, type Reply, unanswered } from '../target/index.ts';
import { judged, type Expectation, type Result } from './expect.ts';
import { intermediaryMark } from '../silence/index.ts';
import { isLost, resendUnanswered, type UnansweredClass } from './silence.ts';

export interface PropertyDefinition<T, R extends Reply> extends Outline {
  readonly decides: RequirementId;
  /** Animals that have to be known for an answer to tell anything: the target is topped up to that. */
  readonly minAnimals?: number;
  readonly draw: Partitions<T> | ((from: DrawContext) => Partitions<T>);
  /** Which of several checks with these classes, from zero: each sends the next value, so that a run meets more. */
  readonly turn?: number;
  /** Classes of which every listed value goes out in each run, where one animal carries several. Default: one value of each. */
  readonly whole?: Partitions<T>;
  /** The animal whose id some inputs are made of. Default: none. */
  readonly animal?: (context: CheckContext) => Promise<bigint | undefined> | bigint | undefined;
  /** Inputs that go out as one, where each costs an animal: in halves where refused, alone where it shows something. */
  readonly batches?: (inputs: readonly Input<T>[], context: CheckContext) => readonly Batch<T>[];
  /** A reply that another check already got for this input; it is sent again only to confirm a failure. Default: none. */
  readonly alreadySent?: (input: T, context: CheckContext) => R | undefined;
  /** Undefined where the budget for animals is used up, and nothing was sent. */
  readonly ask: (input: T, context: CheckContext) => Promise<R | undefined>;
  /** Judges by what went out and came back alone, and so any such request again. */
  readonly expect: Expectation | ((reply: R, context: CheckContext) => Result);
  /** The pass message, to follow a number: `limits from 1 to 100, each answered with 200`. */
  readonly passMessage: string;
  /** The subjects of inputs that fail. */
  readonly subjects?: (input: T) => readonly string[];
  /** Of every input, or of some: those tell less than the others. */
  readonly possibleCauses?:
    readonly RequirementId[] | ((input: T, reply: R) => readonly RequirementId[] | undefined);
  /** A separate count within the passed inputs, to follow the numbers. */
  readonly tally?: Readonly<Record<string, (reply: R) => boolean>>;
  /** Whether an answer proves nothing since the target broke down: a class of which every answer is one is not met. */
  readonly isServerError?: (reply: R) => boolean;
  /** The target may refuse every input: then nothing is missing. */
  readonly optional?: true;
}

export interface Batch<T> {
  /** As which they go out, one after the other until one is met, or breaks. */
  readonly values: readonly T[];
  readonly inputs: readonly Input<T>[];
  /** As which some of them go out: in halves where all together is refused, as for being too long. */
  readonly joined: (some: readonly Input<T>[]) => T;
}

export interface Trial<T> {
  readonly value: T;
  readonly reply: Reply | undefined;
  readonly result: Result;
}

export interface Tried<T> {
  readonly input: Input<T>;
  readonly trial: Trial<T>;
}

/** Packs that are taken apart at most where the connection was closed in place of an answer. */
const SPLITS = 24;
/** Animals that the run may add, at least, for that. */
const RICH = 60;

export function isBroken(trial: Trial<unknown>): boolean {
  return typeof trial.result === 'object';
}

export function byClass<T>(trials: readonly Tried<T>[]): ReadonlyMap<string, readonly Tried<T>[]> {
  return groupBy(trials, ({ input }) => input.from.name);
}

export function resultOf<R extends Reply>(
  { expect, decides }: Pick<PropertyDefinition<never, R>, 'expect' | 'decides'>,
  reply: R,
  context: CheckContext,
): Result {
  const { answer, outcome } = reply;
  if (answer === undefined) return 'no-answer';
  // A valid key that is refused is a matter of the key, whatever else was asked.
  if (answer.status === 401 && outcome.ask.credential.kind === 'valid') return 'no-evidence';
  const result = typeof expect === 'function' ? expect(reply, context) : judged(expect, reply);
  const { asOf } = context.config;
  if (typeof result !== 'object') return result;
  const isNotTheService = intermediaryMark(reply, context.api) !== undefined;
  return isNotTheService || isExempt(reply, decides, asOf) ? 'no-evidence' : result;
}

export class Trials<T, R extends Reply> {
  readonly context: CheckContext;
  readonly one: PropertyDefinition<T, R>;
  readonly #memory = new Map<string, Promise<Trial<T>>>();
  #splits = SPLITS;

  constructor(context: CheckContext, one: PropertyDefinition<T, R>) {
    this.context = context;
    this.one = one;
  }

  /** All that was sent, what shrinking made of inputs too. */
  sent(): Promise<readonly Trial<T>[]> {
    return Promise.all(this.#memory.values());
  }

  remembered(value: T): Promise<Trial<T>> {
    const text = fc.stringify(value);
    const alreadySent = this.#memory.get(text) ?? this.#triedOnce(value);
    this.#memory.set(text, alreadySent);
    return alreadySent;
  }

  async #triedOnce(value: T): Promise<Trial<T>> {
    const { ask, alreadySent } = this.one;
    return this.judge(value, alreadySent?.(value, this.context) ?? (await ask(value, this.context)));
  }

  judge(value: T, reply: R | undefined): Trial<T> {
    return {
      value,
      reply,
      result: reply === undefined ? 'no-answer' : resultOf(this.one, reply, this.context),
    };
  }

  /** All inputs side by side, packed where they can be. */
  async tryAll(inputs: readonly Input<T>[]): Promise<readonly Tried<T>[]> {
    const batches =
      this.one.batches?.(inputs, this.context) ??
      inputs.map((input) => ({ values: [input.value], inputs: [input], joined: () => input.value }));
    const tried = await Promise.all(batches.map((pack) => this.#tryPack(pack)));
    return tried.flat();
  }

  async #tryPack({ values, inputs, joined }: Batch<T>): Promise<readonly Tried<T>[]> {
    let trial: Trial<T> | undefined;
    for (const value of values) {
      trial = await this.remembered(value);
      if (trial.result === 'met' || isBroken(trial)) break;
    }
    if (trial === undefined) return [];
    const together = trial;
    const all = inputs.map((input) => ({ input, trial: together }));
    const alone = inputs.length === 1 && inputs[0]?.value === together.value;
    // What got no answer says nothing of its parts, each of which would cost an animal; a few go out where it was hung up on.
    if (alone || together.result === 'met' || (isLost(together.reply) && !this.#maySplit(together.reply)))
      return all;
    if (!isBroken(together) && inputs.length > 2) {
      const middle = Math.ceil(inputs.length / 2);
      const halves = [inputs.slice(0, middle), inputs.slice(middle)];
      const tried = await Promise.all(
        halves.map((half) => this.#tryPack({ values: [joined(half)], inputs: half, joined })),
      );
      return tried.flat();
    }
    const singles = await Promise.all(
      inputs.map(async (input) => ({ input, trial: await this.remembered(input.value) })),
    );
    // What only all of them together show is told of the pack.
    return isBroken(together) && !singles.some((single) => isBroken(single.trial)) ? all : singles;
  }

  /** Whether a part of what was hung up on may be why, and more may be sent to find out which. */
  #maySplit(reply: Reply): boolean {
    // Each of them may have been stored all the same.
    const isRich = this.context.api.budget.left > RICH;
    return isRich && unanswered(reply)?.why === 'connection' && (this.#splits -= 1) >= 0;
  }

  /** The outcome of classes without an answer when they were sent alone, in the place of their outcome before. */
  async resendUnanswered(
    trials: readonly Tried<T>[],
  ): Promise<{ readonly trials: readonly Tried<T>[]; readonly lost: readonly UnansweredClass[] }> {
    // What went out together comes back together.
    const back = new Map<Trial<T>, R>();
    const { came, lost } = await resendUnanswered(this.context, trials, {
      classOf: ({ input }) => input.from.name,
      replyOf: ({ trial }) => trial.reply,
      again: async ({ trial }) => {
        const reply = back.get(trial) ?? (await this.one.ask(trial.value, this.context));
        if (reply?.answer !== undefined) back.set(trial, reply);
        return reply;
      },
    });
    const brought = came.map(({ one: { input, trial }, reply }): Tried<T> => {
      // It is the reply to the same request, so it is of the same kind.
      return { input, trial: this.judge(trial.value, reply as R) };
    });
    const kept = trials.filter(({ input }) => !brought.some((other) => other.input === input));
    return { trials: [...kept, ...brought], lost };
  }

  brokeDown({ reply }: Trial<T>): boolean {
    return reply?.answer !== undefined && this.one.isServerError?.(reply as R) === true;
  }

  /** Classes of which every answer is a breakdown. */
  brokenDown(trials: readonly Tried<T>[]): readonly (readonly [string, readonly Tried<T>[]])[] {
    return [...byClass(trials)].filter(([, some]) => some.every(({ trial }) => this.brokeDown(trial)));
  }

  /** The first input of a class that broke down goes out once more: it may have been the target's bad moment. */
  async resendAfter5xx(trials: readonly Tried<T>[]): Promise<readonly Tried<T>[]> {
    if (this.one.optional === true) return trials;
    const again = await Promise.all(
      this.brokenDown(trials).flatMap(([, [first]]) =>
        first === undefined
          ? []
          : [this.one.ask(first.input.value, this.context).then((reply) => ({ input: first.input, reply }))],
      ),
    );
    const stood = again.flatMap(({ input, reply }) =>
      reply?.answer === undefined ? [] : [{ input, trial: this.judge(input.value, reply) }],
    );
    return [...trials.filter(({ input }) => !stood.some((other) => other.input === input)), ...stood];
  }
}
