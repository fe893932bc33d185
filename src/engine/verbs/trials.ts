import * as fc from 'fast-check';
import type { Partitions } from '../../../generators/partitions.ts';
import { groupBy } from '../../base/group-by.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import { withRequestScope } from '../../http/request-scope.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import type { CheckContext, OptionalCheckMetadata, DrawContext } from '../plan/index.ts';
import { type DrawnInput, isExcusedByRemoval, type Reply, noAnswerOf } from '../target/index.ts';
import { judgeStatus, type Expectation, type ExpectationResult } from './expect.ts';
import { intermediaryMark } from '../silence/index.ts';
import { hasNoResponse, resendUnanswered, type UnansweredInputClass } from './resend.ts';

export interface PropertyDefinition<T, R extends Reply> extends OptionalCheckMetadata {
  readonly decides: RequirementId;
  /** How many animals the target must have for the responses to prove anything; the target is filled up to this number. */
  readonly minAnimals?: number;
  readonly draw: Partitions<T> | ((from: DrawContext) => Partitions<T>);
  /** Index of this check among checks with the same input classes: each index selects other values. */
  readonly turn?: number;
  /** Classes whose listed values are all sent in every run, since one animal carries several. Default: `--runs` of each. */
  readonly whole?: Partitions<T>;
  /** The animal whose id some inputs contain. Default: none. */
  readonly animal?: (context: CheckContext) => Promise<bigint | undefined> | bigint | undefined;
  /** Combines inputs that would each need an animal of their own in one request; if that fails, each half is sent again. */
  readonly batches?: (inputs: readonly DrawnInput<T>[], context: CheckContext) => readonly InputBatch<T>[];
  /** A reply that another check already got for this input; the input is resent only to confirm a failure. Default: none. */
  readonly alreadySent?: (input: T, context: CheckContext) => R | undefined;
  /** Undefined if the budget for animals is used up: then nothing was sent. */
  readonly ask: (input: T, context: CheckContext) => Promise<R | undefined>;
  /** Judges by the request and its response alone, so that a resent request can be judged too. Default: invariants judge. */
  readonly expect?: Expectation | ((reply: R, context: CheckContext) => ExpectationResult);
  /** The pass message without its leading number, such as `limits from 1 to 100, each answered with 200`. */
  readonly passMessage: string;
  readonly subjects?: (input: T) => readonly string[];
  /** Requirements whose failure may explain the failure of an input; inputs without such requirements are reported first. */
  readonly possibleCauses?:
    readonly RequirementId[] | ((input: T, reply: R) => readonly RequirementId[] | undefined);
  /** Groups of passed inputs that the pass message counts separately. */
  readonly tally?: Readonly<Record<string, (reply: R) => boolean>>;
  /** True if a response proves nothing because the server failed; a class with only such responses is not covered. */
  readonly isServerError?: (reply: R) => boolean;
  /** True if the target may refuse every input: the check then passes without evidence. */
  readonly optional?: true;
}

export interface InputBatch<T> {
  /** Values for the request of the batch: they are sent one after another, until a response passes or fails. */
  readonly values: readonly T[];
  readonly inputs: readonly DrawnInput<T>[];
  /** Makes the value for a part of the batch: a batch is halved if the target refuses it, for example for its length. */
  readonly joined: (some: readonly DrawnInput<T>[]) => T;
}

export interface Trial<T> {
  readonly value: T;
  readonly reply: Reply | undefined;
  readonly result: ExpectationResult;
}

export interface TriedInput<T> {
  readonly input: DrawnInput<T>;
  readonly trial: Trial<T>;
}

/** Maximum number of inputs of a check that wait for a response at a time: each takes memory. */
const PENDING = 64;
/** Maximum number of batches that are split because the connection was closed without a response. */
const SPLITS = 24;
/** Minimum of animals left in the budget for splitting a batch whose connection was closed. */
const RICH = 60;

export function isFlawedTrial(trial: Trial<unknown>): boolean {
  return typeof trial.result === 'object';
}

export function trialsByClass<T>(trials: readonly TriedInput<T>[]) {
  return groupBy(trials, ({ input }) => input.from.name);
}

export function judgeReply<R extends Reply>(
  { expect, decides }: Pick<PropertyDefinition<never, R>, 'expect' | 'decides'>,
  reply: R,
  context: CheckContext,
): ExpectationResult {
  const { answer, outcome } = reply;
  if (answer === undefined) return 'no-answer';
  // A valid key that is refused fails auth.accepted, whatever the request.
  if (answer.status === 401 && outcome.ask.credential.kind === 'valid') return 'no-evidence';
  if (expect === undefined) return 'no-evidence';
  const result = typeof expect === 'function' ? expect(reply, context) : judgeStatus(expect, reply);
  const { asOf } = context.config;
  if (typeof result !== 'object') return result;
  const isNotTheService = intermediaryMark(reply, context.api) !== undefined;
  return isNotTheService || isExcusedByRemoval(reply, decides, asOf) ? 'no-evidence' : result;
}

export class PropertyTrialRunner<T, R extends Reply> {
  readonly context: CheckContext;
  readonly one: PropertyDefinition<T, R>;
  readonly #memory = new Map<string, Promise<Trial<T>>>();
  /** For each value, the classes that it was first sent for. */
  readonly #classes = new Map<string, readonly string[]>();
  #splits = SPLITS;

  constructor(context: CheckContext, one: PropertyDefinition<T, R>) {
    this.context = context;
    this.one = one;
  }

  /** All requests of this check so far and their results, including requests to simplify a failing input. */
  sent(): Promise<readonly Trial<T>[]> {
    return Promise.all(this.#memory.values());
  }

  /** Sends a value for these inputs; if it was sent before, its classes are known, and `inputs` may be left out. */
  ask(value: T, inputs: readonly DrawnInput<T>[] = [], text = fc.stringify(value)): Promise<R | undefined> {
    const classes = this.#classes.get(text) ?? [...new Set(inputs.map(({ from }) => from.name))];
    this.#classes.set(text, classes);
    return withRequestScope({ inputClasses: classes }, () => this.one.ask(value, this.context));
  }

  remembered(value: T, inputs: readonly DrawnInput<T>[]): Promise<Trial<T>> {
    const text = fc.stringify(value);
    const alreadySent = this.#memory.get(text) ?? this.#triedOnce(value, inputs, text);
    this.#memory.set(text, alreadySent);
    return alreadySent;
  }

  async #triedOnce(value: T, inputs: readonly DrawnInput<T>[], text: string): Promise<Trial<T>> {
    const known = this.one.alreadySent?.(value, this.context);
    return this.judge(value, known ?? (await this.ask(value, inputs, text)));
  }

  judge(value: T, reply: R | undefined): Trial<T> {
    return {
      value,
      reply,
      result: reply === undefined ? 'no-answer' : judgeReply(this.one, reply, this.context),
    };
  }

  /** Sends all inputs, some in parallel, in batches if the property has them. */
  async tryAll(inputs: readonly DrawnInput<T>[]): Promise<readonly TriedInput<T>[]> {
    const batches =
      this.one.batches?.(inputs, this.context) ??
      inputs.map((input) => ({ values: [input.value], inputs: [input], joined: () => input.value }));
    const tried = await mapBounded(batches, Math.max(PENDING, this.context.config.concurrency), (pack) =>
      this.#tryPack(pack),
    );
    return tried.flat();
  }

  async #tryPack({ values, inputs, joined }: InputBatch<T>): Promise<readonly TriedInput<T>[]> {
    let trial: Trial<T> | undefined;
    for (const value of values) {
      trial = await this.remembered(value, inputs);
      if (trial.result === 'met' || isFlawedTrial(trial)) break;
    }
    if (trial === undefined) return [];
    const together = trial;
    const all = inputs.map((input) => ({ input, trial: together }));
    const alone = inputs.length === 1 && inputs[0]?.value === together.value;
    // Each part of a batch may cost an animal, so a batch is split only after a closed connection, and only a few times.
    if (
      alone ||
      together.result === 'met' ||
      (hasNoResponse(together.reply) && !this.#maySplit(together.reply))
    )
      return all;
    if (!isFlawedTrial(together) && inputs.length > 2) {
      const middle = Math.ceil(inputs.length / 2);
      const halves = [inputs.slice(0, middle), inputs.slice(middle)];
      const tried = await Promise.all(
        halves.map((half) => this.#tryPack({ values: [joined(half)], inputs: half, joined })),
      );
      return tried.flat();
    }
    const singles = await Promise.all(
      inputs.map(async (input) => ({ input, trial: await this.remembered(input.value, [input]) })),
    );
    // If no input fails alone, only the combination in the batch fails.
    return isFlawedTrial(together) && !singles.some((single) => isFlawedTrial(single.trial)) ? all : singles;
  }

  /** True if the batch may be split: its connection was closed, so one input may be the cause, and the budget suffices. */
  #maySplit(reply: Reply): boolean {
    // Even without a response, the target may have stored an animal for each part of the batch.
    const isRich = this.context.api.budget.left > RICH;
    return isRich && noAnswerOf(reply)?.why === 'connection' && (this.#splits -= 1) >= 0;
  }

  /** Resends one request of each unanswered class alone; returns all trials, including the new ones. */
  async resendUnanswered(
    trials: readonly TriedInput<T>[],
  ): Promise<{ readonly trials: readonly TriedInput<T>[]; readonly lost: readonly UnansweredInputClass[] }> {
    // The inputs of a batch were sent in one request, so they all get the reply to the resent request.
    const back = new Map<Trial<T>, R>();
    const inputs = trials.map(({ input, trial }) => ({
      input,
      trial,
      name: input.from.name,
      reply: trial.reply,
      again: async () => {
        const reply = back.get(trial) ?? (await this.ask(trial.value, [input]));
        if (reply?.answer !== undefined) back.set(trial, reply);
        return reply;
      },
    }));
    const { came, lost } = await resendUnanswered(this.context, inputs);
    const again = came.map(({ one: { input, trial }, reply }) => ({
      input,
      // The request is the same, so the reply has the same type.
      trial: this.judge(trial.value, reply as R),
    }));
    return { trials: replaced(trials, again), lost };
  }

  brokeDown({ reply }: Trial<T>): boolean {
    return reply?.answer !== undefined && this.one.isServerError?.(reply as R) === true;
  }

  /** Classes for which every response is a server error. */
  brokenDown(trials: readonly TriedInput<T>[]) {
    return [...trialsByClass(trials)].filter(([, some]) => some.every(({ trial }) => this.brokeDown(trial)));
  }

  /** Resends the first input of each class with only server errors: the failure may have been transient. */
  async resendAfter5xx(trials: readonly TriedInput<T>[]): Promise<readonly TriedInput<T>[]> {
    if (this.one.optional === true) return trials;
    const again = this.brokenDown(trials).map(async ([, [{ input }]]) => {
      const reply = await this.ask(input.value, [input]);
      return reply?.answer === undefined ? [] : [{ input, trial: this.judge(input.value, reply) }];
    });
    return replaced(trials, (await Promise.all(again)).flat());
  }
}

/** The trials, with those of the same inputs replaced by the resent ones. */
function replaced<T>(
  trials: readonly TriedInput<T>[],
  resent: readonly TriedInput<T>[],
): readonly TriedInput<T>[] {
  return [...trials.filter(({ input }) => !resent.some((other) => other.input === input)), ...resent];
}
