import * as fc from 'fast-check';
import type { Drawn } from '../../../generators/drawn.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import { WIDEN } from '../causes.ts';
import { ATTEMPTS } from '../confirm.ts';
import { shownBy } from '../counts.ts';
import { defineCheck, sourcesOf, type Check, type Outline, type Sources } from '../check.ts';
import { drawInputs, shrink, type Input } from '../draw.ts';
import { judged, statusText, type Expectation, type Result } from '../expect.ts';
import type { Lab } from '../lab.ts';
import { report, subject, type Confirmed, type Flaw } from '../flaw.ts';
import { groupBy } from '../../base/group-by.ts';
import { isExempt } from '../removal.ts';
import { isSuccess, type Reply } from '../replies.ts';
import { isLost, settleSilence, tellLost, type Lost } from '../silence.ts';
import { shared } from '../shared.ts';
import { isRepeatable, simplestFirst } from '../witness.ts';

/** What the answers show is judged by the rules on the whole run. */
export const overTheRun = (): Result => 'no-evidence';

/** Every input of a range has to be answered in one way. */
export interface Each<T, R extends Reply> extends Outline {
  readonly decides: RequirementId;
  /** Animals that have to be known for an answer to tell anything: the target is topped up to that. */
  readonly minAnimals?: number;
  /** The range. */
  readonly draw: Drawn<T> | ((from: Sources) => Drawn<T>);
  /** The animal whose id some inputs are made of. Default: none. */
  readonly animal?: (lab: Lab) => Promise<bigint | undefined> | bigint | undefined;
  /**
   * Inputs that go out together as one, where each of them costs the target an animal. Where that one is refused, or shows
   * something, each of them goes out by itself.
   */
  readonly packs?: (inputs: readonly Input<T>[], lab: Lab) => readonly Pack<T>[];
  /** What another check has sent of it: then it goes out again only to see whether it comes again. Default: none. */
  readonly known?: (input: T, lab: Lab) => R | undefined;
  /** Undefined where the budget for animals is used up, and nothing was sent. */
  readonly ask: (input: T, lab: Lab) => Promise<R | undefined>;
  readonly expect: Expectation | ((reply: R, input: T, lab: Lab) => Result);
  /** What was asked, as the subject of a sentence: `listing with limit=7`. */
  readonly describe: (input: T) => string;
  /** The input as the report shows it. Default: the value itself. */
  readonly formatInput?: (input: T) => unknown;
  /** What was tried, behind a number: `limits from 1 to 100, each answered with 200`. */
  readonly passes: string;
  /** What inputs that break are about. */
  readonly about?: (input: T) => readonly string[];
  /** Of every input, or of some: those tell less than the others. */
  readonly explainedBy?:
    readonly RequirementId[] | ((input: T, reply: R) => readonly RequirementId[] | undefined);
  /** What is counted apart of the inputs that were met, in words behind the numbers. */
  readonly tally?: Readonly<Record<string, (reply: R) => boolean>>;
  /**
   * Whether an answer tells nothing since the target broke down: a class of which every answer is one is not met. Default:
   * none is.
   */
  readonly isBreakdown?: (reply: R) => boolean;
  /** The target may refuse every input: then nothing is missing. */
  readonly optional?: true;
}

/** Several inputs as one. */
export interface Pack<T> {
  /** As which they go out, one after the other until one is met, or breaks. */
  readonly values: readonly T[];
  readonly inputs: readonly Input<T>[];
}

interface Trial<T> {
  readonly value: T;
  readonly reply: Reply | undefined;
  readonly result: Result;
}

/** An input, and what came of it, or of the pack that it was in. */
interface Tried<T> {
  readonly input: Input<T>;
  readonly trial: Trial<T>;
}

/**
 * Puts drawn inputs to the target, side by side. Where one breaks, it is made as simple as it gets within a budget of
 * requests, and sent once more on its own. Each request may say something else of itself than its check asks: that is
 * judged over the whole run.
 */
export function each<T, R extends Reply>(id: string, one: Each<T, R>): Check {
  const { title, decides, needs = [], pulls = [], minAnimals } = one;
  return defineCheck({
    id,
    title,
    // What is left to the rules on the whole run is never found met here.
    [one.expect === overTheRun ? 'mayBreak' : 'decides']: [decides],
    needs,
    pulls,
    stage: one.stage ?? (minAnimals === undefined ? 'scenario' : 'volume'),
    property: {
      name: nameOf(one),
      classes: (from) =>
        classesOf(one, from).map(({ name, draw, values }) => ({
          name,
          examples: () =>
            (values ?? fc.sample(draw, { seed: 1, numRuns: 2 })).map(
              (value) => one.formatInput?.(value) ?? value,
            ),
          drawn: values === undefined,
        })),
    },
    probe: (lab) => new Trials(lab, one).run(),
  });
}

function classesOf<T, R extends Reply>({ draw }: Each<T, R>, from: Sources): Drawn<T> {
  return typeof draw === 'function' ? draw(from) : draw;
}

function nameOf({ passes }: { readonly passes: string }): string {
  return passes.split(',', 1)[0] ?? passes;
}

function isBroken(trial: Trial<unknown>): boolean {
  return typeof trial.result === 'object';
}

function byClass<T>(trials: readonly Tried<T>[]): ReadonlyMap<string, readonly Tried<T>[]> {
  return groupBy(trials, ({ input }) => input.from.name);
}

/** The inputs of one property in one run. */
class Trials<T, R extends Reply> {
  readonly #lab: Lab;
  readonly #one: Each<T, R>;
  readonly #memory = new Map<string, Promise<Trial<T>>>();

  constructor(lab: Lab, one: Each<T, R>) {
    this.#lab = lab;
    this.#one = one;
  }

  async run(): Promise<void> {
    const [lab, one] = [this.#lab, this.#one];
    if (one.minAnimals !== undefined) await lab.population.atLeast(one.minAnimals);
    const drawn = classesOf(one, { ...sourcesOf(lab.config), animal: await one.animal?.(lab) });
    const { runs } = lab.config;
    const tried = await this.#tryAll(drawInputs(drawn, runs, lab.seed()));
    const { trials, lost } = await this.#broughtBack(await this.#stoodUp(tried));
    this.#cover(drawn, trials, lost);

    const witnesses = this.#witnesses(trials);
    const [broken] = witnesses;
    if (broken === undefined) {
      this.#conclude(trials, lost);
      return;
    }
    const { input, trial } = broken;
    const breaks = async (value: T) => isBroken(await this.#remembered(value));
    // What showed in a pack alone is as simple as it gets.
    const value = trial.value === input.value ? await shrink(input, runs, lab.seed(), breaks) : trial.value;
    const shrunk = value === trial.value ? trial : await this.#remembered(value);
    const known = new Set([shrunk, ...witnesses.map((other) => other.trial)]);
    const about = [...new Set([...known].flatMap((other) => this.#aboutOf(other)))];
    await this.#tell([...known], about, await this.#shownBy(trials));
  }

  /** The trials that break, those that no other failure may explain and then the simplest first. */
  #witnesses(trials: readonly Tried<T>[]): readonly Tried<T>[] {
    const weight = ({ trial }: Tried<T>) => (this.#explainedBy(trial) === undefined ? 0 : 1);
    const breaking = trials.flatMap((tried) =>
      isBroken(tried.trial) && tried.trial.reply !== undefined ? [{ tried, reply: tried.trial.reply }] : [],
    );
    return simplestFirst(breaking, ({ reply }) => reply)
      .map(({ tried }) => tried)
      .toSorted((a, b) => weight(a) - weight(b));
  }

  /** How many of the inputs break that tell anything, and what all that were sent share, those that shrinking made too. */
  async #shownBy(trials: readonly Tried<T>[]): Promise<string> {
    const all = new Set([...trials.map(({ trial }) => trial), ...(await Promise.all(this.#memory.values()))]);
    const statuses = new Set([...all].filter(isBroken).map(({ reply }) => reply?.answer?.status));
    // What another rule judges, and was answered in the same way, is no other input than those.
    const isWrong = (trial: Trial<T>) =>
      isBroken(trial) || (trial.result === 'no-evidence' && statuses.has(trial.reply?.answer?.status));
    const isRight = ({ result }: Trial<T>) => result === 'met';
    const count = (isMeant: (trial: Trial<T>) => boolean) =>
      trials.filter(({ trial }) => isMeant(trial)).length;
    const repliesOf = (isMeant: (trial: Trial<T>) => boolean) =>
      [...all].filter(isMeant).flatMap(({ reply }) => reply ?? []);
    const from = new Map(trials.map(({ input, trial }) => [trial.reply, input.from.name]));
    // What went out together is of several classes.
    const classOf = (reply: Reply) => (this.#one.packs === undefined ? from.get(reply) : undefined);
    const common = shared(repliesOf(isWrong), repliesOf(isRight), { classOf, isAboutStatus: true });
    return shownBy(count(isWrong), count(isWrong) + count(isRight), nameOf(this.#one), common);
  }

  #remembered(value: T): Promise<Trial<T>> {
    const text = fc.stringify(value);
    const known = this.#memory.get(text) ?? this.#triedOnce(value);
    this.#memory.set(text, known);
    return known;
  }

  async #triedOnce(value: T): Promise<Trial<T>> {
    const { ask, known } = this.#one;
    return this.#trialOf(value, known?.(value, this.#lab) ?? (await ask(value, this.#lab)));
  }

  #trialOf(value: T, reply: R | undefined): Trial<T> {
    const { expect, decides } = this.#one;
    // A valid key that is refused is a matter of the key, whatever else was asked.
    const isKeyRefused = reply?.answer?.status === 401 && reply.outcome.ask.credential.kind === 'valid';
    if (reply?.answer === undefined) return { value, reply, result: 'no-answer' };
    if (isKeyRefused) return { value, reply, result: 'no-evidence' };
    const result = typeof expect === 'function' ? expect(reply, value, this.#lab) : judged(expect, reply);
    const exempt = typeof result === 'object' && isExempt(reply, decides, this.#lab.config.asOf);
    return { value, reply, result: exempt ? 'no-evidence' : result };
  }

  /** All inputs side by side, packed where they can be. */
  async #tryAll(inputs: readonly Input<T>[]): Promise<readonly Tried<T>[]> {
    const packs =
      this.#one.packs?.(inputs, this.#lab) ??
      inputs.map((input) => ({ values: [input.value], inputs: [input] }));
    const tried = await Promise.all(packs.map((pack) => this.#tryPack(pack)));
    return tried.flat();
  }

  async #tryPack({ values, inputs }: Pack<T>): Promise<readonly Tried<T>[]> {
    let trial: Trial<T> | undefined;
    for (const value of values) {
      trial = await this.#remembered(value);
      if (trial.result === 'met' || isBroken(trial)) break;
    }
    if (trial === undefined) return [];
    const together = trial;
    const all = inputs.map((input) => ({ input, trial: together }));
    const alone = inputs.length === 1 && inputs[0]?.value === together.value;
    // What got no answer says nothing of its parts, each of which would cost an animal.
    if (alone || together.result === 'met' || isLost(together.reply)) return all;
    const singles = await Promise.all(
      inputs.map(async (input) => ({ input, trial: await this.#remembered(input.value) })),
    );
    // What only all of them together show is told of the pack.
    return isBroken(together) && !singles.some((single) => isBroken(single.trial)) ? all : singles;
  }

  /** What came of classes without an answer when they were sent alone, in the place of what came of them before. */
  async #broughtBack(
    trials: readonly Tried<T>[],
  ): Promise<{ readonly trials: readonly Tried<T>[]; readonly lost: readonly Lost[] }> {
    // What went out together comes back together.
    const back = new Map<Trial<T>, R>();
    const { came, lost } = await settleSilence(this.#lab, trials, {
      classOf: ({ input }) => input.from.name,
      replyOf: ({ trial }) => trial.reply,
      again: async ({ trial }) => {
        const reply = back.get(trial) ?? (await this.#one.ask(trial.value, this.#lab));
        if (reply?.answer !== undefined) back.set(trial, reply);
        return reply;
      },
    });
    const brought = came.map(({ one: { input, trial }, reply }): Tried<T> => {
      // It is the reply to the same request, so it is of the same kind.
      return { input, trial: this.#trialOf(trial.value, reply as R) };
    });
    const kept = trials.filter(({ input }) => !brought.some((other) => other.input === input));
    return { trials: [...kept, ...brought], lost };
  }

  #brokeDown({ reply }: Trial<T>): boolean {
    // It is the reply to what the check asked, so it is of its kind.
    return reply?.answer !== undefined && this.#one.isBreakdown?.(reply as R) === true;
  }

  /** Classes of which every answer is a breakdown. */
  #brokenDown(trials: readonly Tried<T>[]): readonly (readonly [string, readonly Tried<T>[]])[] {
    return [...byClass(trials)].filter(([, some]) => some.every(({ trial }) => this.#brokeDown(trial)));
  }

  /** The first input of a class that broke down goes out once more: it may have been the target's bad moment. */
  async #stoodUp(trials: readonly Tried<T>[]): Promise<readonly Tried<T>[]> {
    if (this.#one.optional === true) return trials;
    const again = await Promise.all(
      this.#brokenDown(trials).flatMap(([, [first]]) =>
        first === undefined
          ? []
          : [this.#one.ask(first.input.value, this.#lab).then((reply) => ({ input: first.input, reply }))],
      ),
    );
    const stood = again.flatMap(({ input, reply }) =>
      reply?.answer === undefined ? [] : [{ input, trial: this.#trialOf(input.value, reply) }],
    );
    return [...trials.filter(({ input }) => !stood.some((other) => other.input === input)), ...stood];
  }

  /** What of a property the run met, and what it did not, and why. */
  #cover(drawn: Drawn<T>, trials: readonly Tried<T>[], lost: readonly Lost[]): void {
    const answered = trials.filter(
      ({ trial }) => trial.reply?.answer !== undefined && !this.#brokeDown(trial),
    );
    const broken = this.#brokenDown(trials).map(([name]) => name);
    const met = new Set(answered.map(({ input }) => input.from.name));
    const names = drawn.map(({ name }) => name);
    const missed = names
      .filter((name) => !met.has(name))
      .map((name) => ({
        class: name,
        why: lost.some((other) => other.name === name)
          ? ('unanswered' as const)
          : broken.includes(name)
            ? ('broke-down' as const)
            : ('not-sent' as const),
      }));
    this.#lab.covered({
      property: nameOf(this.#one),
      inputs: trials.length,
      classes: names.filter((name) => met.has(name)),
      of: drawn.length,
      ...(missed.length > 0 && { missed }),
    });
  }

  #conclude(trials: readonly Tried<T>[], lost: readonly Lost[]): void {
    const lab = this.#lab;
    const { decides, passes, optional } = this.#one;
    const met = trials.filter(({ trial }) => trial.result === 'met');
    const classes = [...byClass(trials).values()];
    tellLost(lab, decides, lost, classes.length);
    if (optional !== true) this.#tellBreakdowns(trials, classes.length);
    const unsent = classes.filter((some) => some.every(({ trial }) => trial.reply === undefined)).length;
    if (unsent > 0 && unsent < classes.length) {
      const used =
        lab.api.budget.left > 0
          ? 'the part of --max-created that one check may take was used up'
          : 'the animals that the run may create were used up';
      const reason = `${String(unsent)} of ${String(classes.length)} classes of input were not sent: ${used}`;
      lab.leftOut(decides, reason, WIDEN.maxCreated);
    }
    const replies = (some: readonly Tried<T>[]) => new Set(some.flatMap(({ trial }) => trial.reply ?? []));
    if (met.length > 0)
      lab.witness(decides, `${String(met.length)} ${passes}${this.#tally(trials)}`, ...replies(met));
    else if (optional !== true && lost.length === 0) lab.noEvidence(decides, [...replies(trials)]);
  }

  /** How many of the inputs that were met are of which kind, and how many told nothing: `; 2 accepted, 13 refused`. */
  #tally(trials: readonly Tried<T>[]): string {
    if (this.#one.tally === undefined) return '';
    const of = (result: Result) => trials.filter(({ trial }) => trial.result === result);
    const replies = of('met').flatMap(({ trial: { reply } }) => reply ?? []);
    const counts = Object.entries(this.#one.tally).map(
      // They are replies to what the check asked, so they are of its kind.
      ([words, isMeant]) => `${String(replies.filter((reply) => isMeant(reply as R)).length)} ${words}`,
    );
    const silent = of('no-evidence').length;
    return `; ${[...counts, ...(silent > 0 ? [`${String(silent)} told nothing`] : [])].join(', ')}`;
  }

  #tellBreakdowns(trials: readonly Tried<T>[], classes: number): void {
    const broken = this.#brokenDown(trials);
    const replies = broken.flatMap(([, [first]]) => first?.trial.reply ?? []);
    const [first] = replies;
    if (first === undefined || broken.length === classes) return;
    const names = broken.map(([name]) => name).join(', ');
    const reason = `${String(broken.length)} of ${String(classes)} classes of input (${names}) got no answer that tells anything: every request ended like the one with ${statusText(first)}`;
    this.#lab.undecided(
      this.#one.decides,
      { reason, cause: 'server', because: 'robust.no-5xx' },
      ...replies.slice(0, 3),
    );
  }

  #explainedBy({ value, reply }: Trial<T>): readonly RequirementId[] | undefined {
    const { explainedBy: some } = this.#one;
    // It is the reply to what the check asked, so it is of its kind.
    return typeof some === 'function' ? some(value, reply as R) : some;
  }

  /** What a broken trial is about: whatever else goes wrong with that may have the same cause. */
  #aboutOf(trial: Trial<T>): readonly string[] {
    const { reply } = trial;
    if (!isBroken(trial) || reply === undefined) return [];
    const stored = reply.operation === 'create' && isSuccess(reply.answer) ? [subject.animal(reply.id)] : [];
    const symptom = subject.answer(reply.operation, reply.answer?.status ?? 0);
    return [reply.outcome.exchange.id, symptom, ...stored, ...(this.#one.about?.(trial.value) ?? [])];
  }

  /**
   * Sends the first trials again, each on its own, until one breaks again, and tells of that; of the first where none does.
   * @param count how many of the inputs break, as the end of a sentence
   */
  async #tell(trials: readonly Trial<T>[], about: readonly string[], count: string): Promise<void> {
    let tries = 0;
    for (const trial of trials.slice(0, ATTEMPTS)) {
      const again = this.#trialOf(trial.value, await this.#one.ask(trial.value, this.#lab));
      if (isBroken(again)) {
        this.#report(again, { times: 1, of: 1, replies: [] }, trial.reply, about, count);
        return;
      }
      if (again.reply?.answer !== undefined && trial.reply !== undefined && isRepeatable(trial.reply))
        tries += 1;
    }
    const [first] = trials;
    if (first !== undefined)
      this.#report(first, { times: 0, of: tries, replies: [] }, undefined, about, count);
  }

  #report(
    shown: Trial<T>,
    confirmed: Confirmed,
    before: Reply | undefined,
    about: readonly string[],
    count: string,
  ): void {
    const { expect, describe, formatInput, decides } = this.#one;
    const { result, reply, value } = shown;
    if (typeof result !== 'object' || reply === undefined) return;
    const explainedBy = this.#explainedBy(shown);
    const expected = result.expected ?? (typeof expect === 'object' ? expect.text : '');
    const flaw: Flaw = {
      ...result,
      message: `${result.message ?? `${describe(value)} was answered with ${result.actual}; expected ${expected}`}${count}`,
      expected,
      input: formatInput === undefined ? value : formatInput(value),
      ...(explainedBy !== undefined && { explainedBy }),
    };
    report(this.#lab, decides, { reply, flaw }, confirmed, before === undefined ? [] : [before], { about });
  }
}
