import type { Partitions } from '../../../generators/partitions.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import { groupBy } from '../../base/group-by.ts';
import {
  drawInputs,
  isSuccess,
  type Reply,
  deriveSeed,
  shrinkInput,
  statusText,
  NEXT_STEP_WIDEN_SCOPE,
} from '../target/index.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { reportConfirmedFlaw, confirmByResending, fewestCausesFirst } from './confirm.ts';
import { countText, countedNoun, flawFrequencyText } from './counts.ts';
import {
  type Check,
  defineCheck,
  type ConfirmationResult,
  type FlawedReply,
  type DrawContext,
  initialDrawContext,
  flawSubjectKey,
} from '../plan/index.ts';
import type { ExpectationResult } from './expect.ts';
import { reportUnanswered, type UnansweredInputClass } from './resend.ts';
import { sharedTraitText } from './shared-traits.ts';
import {
  trialsByClass,
  isFlawedTrial,
  judgeReply,
  PropertyTrialRunner,
  type PropertyDefinition,
  type Trial,
  type TriedInput,
} from './trials.ts';

/** A check that sends drawn inputs in parallel; a failing input is shrunk within a budget, and resent to confirm it. */
export function property<T, R extends Reply>(id: string, definition: PropertyDefinition<T, R>): Check {
  const isJudged = definition.expect !== undefined;
  const one: typeof definition = isJudged ? definition : { ...definition, optional: true };
  const { decides, passMessage, needs = [], dependsOn = [], minAnimals } = one;
  return defineCheck({
    id,
    title: one.title ?? passMessage,
    [isJudged ? 'decides' : 'mayBreak']: [decides],
    needs,
    dependsOn,
    stage: one.stage ?? (minAnimals === undefined ? 'scenario' : 'volume'),
    property: { name: countedNoun(passMessage), classes: (from) => classesOf(one, from) },
    probe: (context) => new Property(context, one).run(),
  });
}

function classesOf<T, R extends Reply>({ draw }: PropertyDefinition<T, R>, from: DrawContext): Partitions<T> {
  return typeof draw === 'function' ? draw(from) : draw;
}

/** An input as the report shows it: an object with a label is shown as the label. */
export function shownInput(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if ('label' in value) return value.label;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shownInput(member)]));
}

class Property<T, R extends Reply> extends PropertyTrialRunner<T, R> {
  async run(): Promise<void> {
    const { context, one } = this;
    if (one.minAnimals !== undefined) await context.population.atLeast(one.minAnimals);
    const drawn = classesOf(one, {
      ...initialDrawContext(context.config),
      animal: await one.animal?.(context),
    });
    const { runs } = context.config;
    const seed = one.turn === undefined ? context.seed() : deriveSeed(context.config.seed, 'in turn');
    const tried = await this.tryAll(drawInputs(drawn, runs, seed, one.turn, one.whole));
    const { trials, lost } = await this.resendUnanswered(await this.resendAfter5xx(tried));
    this.#cover(drawn, trials, lost);

    const flawed = fewestCausesFirst(
      trials.flatMap(({ input, trial }) => this.#flawed(trial).map((flaw) => ({ ...flaw, input }))),
    );
    const [simplest] = flawed;
    if (simplest === undefined) {
      this.#conclude(trials, lost);
      return;
    }
    const { input, trial } = simplest;
    const breaks = async (value: T) => isFlawedTrial(await this.remembered(value, [input]));
    // If only the whole batch fails, there is no single input to simplify.
    const value = trial.value === input.value ? await shrinkInput(input, runs, seed, breaks) : trial.value;
    const shrunk = value === trial.value ? trial : await this.remembered(value, [input]);
    const known = [...new Set([shrunk, ...flawed.map((other) => other.trial)])].flatMap((other) =>
      this.#flawed(other),
    );
    // Failures with different possible causes are reported separately.
    const explanation = (other: Trial<T>) => this.#possibleCauses(other)?.join(' ');
    const groups = groupBy(known, (other) => explanation(other.trial));
    const isOwn = groups.has(undefined);
    for (const [key, some] of isOwn ? [[undefined, known] as const] : groups) {
      const about = [...new Set(some.flatMap((other) => this.#aboutOf(other)))];
      const isMeant = (other: Trial<T>) => isOwn || (other.reply !== undefined && explanation(other) === key);
      await reportConfirmedFlaw(context, one.decides, some, {
        again: (candidate) =>
          confirmByResending(
            context,
            candidate,
            (again) => [judgeReply(one, again, context)].filter((result) => typeof result === 'object'),
            () => this.ask(candidate.trial.value),
          ),
        counted: (_, replies) => this.#shownBy(trials, replies, isMeant),
        more: { subjects: about },
      });
    }
  }

  #flawed(trial: Trial<T>): readonly (FlawedReply<R> & { readonly trial: Trial<T> })[] {
    const { result, reply, value } = trial;
    if (typeof result !== 'object' || reply === undefined) return [];
    const flaw = {
      ...result,
      input: shownInput(value),
      ...withoutUndefined({ possibleCauses: this.#possibleCauses(trial) }),
    };
    // The type is known, because this check itself sent the request.
    return [{ trial, reply: reply as R, flaw }];
  }

  /** Counts the failing inputs, and says what all failing requests, including those from shrinking, have in common. */
  async #shownBy(
    tried: readonly TriedInput<T>[],
    again: ConfirmationResult['replies'],
    isMeant: (trial: Trial<T>) => boolean,
  ): Promise<string> {
    const trials = tried.filter(({ trial }) => isMeant(trial));
    const sent = (await this.sent()).filter(isMeant);
    const all = new Set([...trials.map(({ trial }) => trial), ...sent]);
    const statuses = new Set([...all].filter(isFlawedTrial).map(({ reply }) => reply?.answer?.status));
    // An input without evidence also counts as failing if its HTTP status is that of a failing response.
    const isWrong = (trial: Trial<T>) =>
      isFlawedTrial(trial) || (trial.result === 'no-evidence' && statuses.has(trial.reply?.answer?.status));
    const isRight = ({ result }: Trial<T>) => result === 'met';
    const count = (is: (trial: Trial<T>) => boolean) => trials.filter(({ trial }) => is(trial)).length;
    const repliesOf = (is: (trial: Trial<T>) => boolean) =>
      [...all].filter(is).flatMap(({ reply }) => reply ?? []);
    const from = new Map(trials.map(({ input, trial }) => [trial.reply, input.from.name]));
    // A batch has inputs of several classes.
    const classOf = (reply: Reply) => (this.one.batches === undefined ? from.get(reply) : undefined);
    const common = sharedTraitText(repliesOf(isWrong), repliesOf(isRight), {
      log: this.context.api.log,
      classOf,
      again,
      isAboutStatus: true,
    });
    return flawFrequencyText(
      count(isWrong),
      count(isWrong) + count(isRight),
      countedNoun(this.one.passMessage),
      common,
    );
  }

  /** Reports the coverage of a property: the classes with a response, and why the others have none. */
  #cover(
    drawn: Partitions<T>,
    trials: readonly TriedInput<T>[],
    lost: readonly UnansweredInputClass[],
  ): void {
    const answered = trials.filter(
      ({ trial }) => trial.reply?.answer !== undefined && !this.brokeDown(trial),
    );
    const met = new Set(answered.map(({ input }) => input.from.name));
    const unanswered = lost.map(({ name }) => name);
    const broken = this.brokenDown(trials).map(([name]) => name);
    const whyMissed = (name: string) =>
      unanswered.includes(name) ? 'unanswered' : broken.includes(name) ? 'broke-down' : 'not-sent';
    const names = drawn.map(({ name }) => name);
    const missed = names
      .filter((name) => !met.has(name))
      .map((name) => ({ class: name, why: whyMissed(name) }) as const);
    this.context.covered({
      property: countedNoun(this.one.passMessage),
      inputs: trials.length,
      classes: names.filter((name) => met.has(name)),
      of: drawn.length,
      ...(missed.length > 0 && { missed }),
    });
  }

  #conclude(trials: readonly TriedInput<T>[], lost: readonly UnansweredInputClass[]): void {
    const context = this.context;
    const { decides, passMessage, optional } = this.one;
    const met = trials.filter(({ trial }) => trial.result === 'met');
    const classes = [...trialsByClass(trials).values()];
    reportUnanswered(context, decides, lost, classes.length);
    if (optional !== true) this.#tellBreakdowns(trials, classes.length);
    const unsent = classes.filter((some) => some.every(({ trial }) => trial.reply === undefined)).length;
    if (unsent > 0 && unsent < classes.length) {
      const used =
        context.api.budget.left > 0
          ? {
              reason: 'the share of --max-created for one check was used up',
              next: NEXT_STEP_WIDEN_SCOPE.maxCreated,
            }
          : context.usedUp();
      const reason = `${String(unsent)} of ${String(classes.length)} classes of input were not sent: ${used.reason}`;
      // Inputs that the target accepted, although it may refuse them, used up the share; the verdict is not limited.
      const isGap = optional !== true || context.api.budget.left <= 0;
      context.leftOut(decides, reason, used.next, isGap);
    }
    const replies = (some: readonly TriedInput<T>[]) =>
      new Set(some.flatMap(({ trial }) => trial.reply ?? []));
    if (met.length > 0)
      context.witness(
        decides,
        `${countText(met.length, passMessage)}${this.#tally(trials)}`,
        ...replies(met),
      );
    else if (optional !== true && lost.length === 0) context.noEvidence(decides, [...replies(trials)]);
  }

  /** Counts the passed inputs of each kind, and the inputs that proved nothing: `; 2 accepted, 13 refused`. */
  #tally(trials: readonly TriedInput<T>[]): string {
    if (this.one.tally === undefined) return '';
    const of = (result: ExpectationResult) => trials.filter(({ trial }) => trial.result === result);
    const replies = of('met').flatMap(({ trial: { reply } }) => reply ?? []);
    const counts = Object.entries(this.one.tally).map(
      ([words, isMeant]) => `${String(replies.filter((reply) => isMeant(reply as R)).length)} ${words}`,
    );
    const silent = of('no-evidence').length;
    return `; ${[...counts, ...(silent > 0 ? [`${String(silent)} proved nothing`] : [])].join(', ')}`;
  }

  #tellBreakdowns(trials: readonly TriedInput<T>[], classes: number): void {
    const broken = this.brokenDown(trials);
    const replies = broken.flatMap(([, [first]]) => first.trial.reply ?? []);
    const [first] = replies;
    if (first === undefined || broken.length === classes) return;
    const names = broken.map(([name]) => JSON.stringify(name)).join(', ');
    const reason = `${String(broken.length)} of ${String(classes)} classes of input (${names}) got no usable answer: every request ended like the one with ${statusText(first)}`;
    this.context.undecided(
      this.one.decides,
      { reason, cause: 'server', because: 'robust.no-5xx' },
      ...replies.slice(0, 3),
    );
  }

  #possibleCauses({ value, reply }: Trial<T>): readonly RequirementId[] | undefined {
    const { possibleCauses: some } = this.one;
    return typeof some === 'function' ? some(value, reply as R) : some;
  }

  /** The subjects of a flaw, to attribute other failures to it. */
  #aboutOf({ reply, trial }: FlawedReply & { readonly trial: Trial<T> }): readonly string[] {
    const stored =
      reply.operation === 'create' && isSuccess(reply.answer) ? [flawSubjectKey.animal(reply.id)] : [];
    const symptom = flawSubjectKey.answer(reply.operation, reply.answer?.status ?? 0);
    return [reply.outcome.exchange.id, symptom, ...stored, ...(this.one.subjects?.(trial.value) ?? [])];
  }
}
