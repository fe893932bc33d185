import * as fc from 'fast-check';
import type { Drawn } from '../../../generators/drawn.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import { defineCheck, type Check, type Need, type Stage } from '../check.ts';
import { coverageOf, drawInputs, shrink } from '../draw.ts';
import { judged, type Expectation } from '../expect.ts';
import type { Lab } from '../lab.ts';
import { subject } from '../flaw.ts';
import type { Place } from '../finding.ts';
import { eraOf, GONE } from '../removal.ts';
import { isSuccess, type Reply } from '../replies.ts';

/** What one input showed. `void`: nothing can be told from it. */
export type Told =
  | 'held'
  | 'void'
  | { readonly actual: string; readonly expected?: string; readonly places?: readonly Place[] };

/** What the answers show is judged by the rules on the whole run. */
export const overTheRun = (): Told => 'void';

/** Every input of a range has to be answered in one way. */
export interface Each<T, R extends Reply> {
  /** What it tries, in one line. */
  readonly title: string;
  readonly decides: RequirementId;
  readonly needs?: readonly Need[];
  readonly stage?: Stage;
  /** Animals that have to be known for an answer to tell anything: the target is topped up to that. */
  readonly holds?: number;
  /** The range. */
  readonly draw: Drawn<T> | ((lab: Lab) => Drawn<T> | Promise<Drawn<T>>);
  /** Inputs, from `--runs`. Default: as many. */
  readonly inputs?: (runs: number, lab: Lab) => number;
  /** Undefined where the budget for animals is used up, and nothing was sent. */
  readonly ask: (input: T, lab: Lab) => Promise<R | undefined>;
  readonly expect: Expectation | ((reply: R, input: T, lab: Lab) => Told);
  /** What was asked, as the subject of a sentence: `listing with limit=7`. */
  readonly says: (input: T) => string;
  /** The input as the report shows it. Default: the value itself. */
  readonly shows?: (input: T) => unknown;
  /** What was tried, behind a number: `limits from 1 to 100, each answered with 200`. */
  readonly passes: string;
  /** What inputs that break are about. */
  readonly about?: (input: T) => readonly string[];
  /** Of every input, or of some: those tell less than the others. */
  readonly explainedBy?: readonly RequirementId[] | ((input: T) => readonly RequirementId[] | undefined);
  /** The target may refuse every input: then nothing is missing. */
  readonly optional?: true;
}

interface Trial {
  readonly reply: Reply | undefined;
  readonly told: Told;
}

/**
 * Puts drawn inputs to the target, side by side. Where one breaks, it is made as simple as it gets within a budget of
 * requests, and sent once more on its own. Each request may say something else of itself than its check asks: that is
 * judged over the whole run.
 */
export function each<T, R extends Reply>(id: string, one: Each<T, R>): Check {
  const { title, decides, needs = [], holds } = one;
  return defineCheck({
    id,
    title,
    decides: [decides],
    needs,
    stage: one.stage ?? (holds === undefined ? 'scenario' : 'volume'),
    probe: async (lab) => {
      if (holds !== undefined) await lab.population.atLeast(holds);
      const drawn = typeof one.draw === 'function' ? await one.draw(lab) : one.draw;
      const runs = one.inputs?.(lab.config.runs, lab) ?? lab.config.runs;
      const inputs = drawInputs(drawn, runs, lab.seed());
      const memory = new Map<string, Promise<Trial>>();
      const remembered = (value: T): Promise<Trial> => {
        const text = fc.stringify(value);
        const known = memory.get(text) ?? tried(one, lab, value);
        memory.set(text, known);
        return known;
      };
      const trials = await Promise.all(inputs.map(({ value }) => remembered(value)));
      lab.covered(coverageOf(nameOf(one), drawn, inputs));
      const breaking = inputs.filter((_, at) => isBroken(trials[at]));
      const broken = breaking.find((input) => explainedBy(one, input.value) === undefined) ?? breaking.at(0);
      if (broken === undefined) {
        conclude(lab, one, trials);
        return;
      }
      const breaks = async (value: T) => isBroken(await remembered(value));
      const value = await shrink(broken, runs, lab.seed(), breaks);
      const first = await remembered(value);
      const again = await tried(one, lab, value);
      const about = inputs.flatMap((input, at) => aboutOf(one, input.value, trials[at]));
      report(lab, one, value, first, again, [...about, ...aboutOf(one, value, first)]);
    },
  });
}

function explainedBy<T, R extends Reply>(one: Each<T, R>, input: T): readonly RequirementId[] | undefined {
  return typeof one.explainedBy === 'function' ? one.explainedBy(input) : one.explainedBy;
}

function nameOf({ passes }: { readonly passes: string }): string {
  return passes.split(',', 1)[0] ?? passes;
}

function isBroken(trial: Trial | undefined): boolean {
  return typeof trial?.told === 'object';
}

async function tried<T, R extends Reply>(one: Each<T, R>, lab: Lab, input: T): Promise<Trial> {
  const reply = await one.ask(input, lab);
  if (reply?.answer === undefined || keyRefused(reply)) return { reply, told: 'void' };
  const told = toldBy(one, reply, input, lab);
  return { reply, told: typeof told === 'object' && isGoneToday(reply, lab) ? 'void' : told };
}

function toldBy<T, R extends Reply>({ expect }: Each<T, R>, reply: R, input: T, lab: Lab): Told {
  if (typeof expect === 'function') return expect(reply, input, lab);
  return judged(expect, reply);
}

/** On the day of its removal an operation may be there or not, from one request to the next. */
function isGoneToday({ operation, answer }: Reply, { config }: Lab): boolean {
  return operation === 'get' && eraOf(config.asOf) === 'on-the-day' && GONE.has(answer?.status ?? 0);
}

/** A valid key that is refused is a matter of the key, whatever else was asked. */
function keyRefused({ answer, outcome }: Reply): boolean {
  return answer?.status === 401 && outcome.ask.credential.kind === 'valid';
}

function conclude<T, R extends Reply>(lab: Lab, one: Each<T, R>, trials: readonly Trial[]): void {
  const held = trials.flatMap(({ reply, told }) => (told === 'held' && reply ? [reply] : []));
  if (held.length > 0) {
    lab.held(one.decides, `${String(held.length)} ${one.passes}`, ...held);
  } else if (one.optional !== true) {
    lab.nothing(
      one.decides,
      trials.flatMap(({ reply }) => reply ?? []),
    );
  }
}

/** What a broken trial is about: whatever else goes wrong with that may have the same cause. */
function aboutOf<T, R extends Reply>(one: Each<T, R>, input: T, trial: Trial | undefined): readonly string[] {
  if (!isBroken(trial) || trial?.reply === undefined) return [];
  const { reply } = trial;
  const stored = reply.operation === 'create' && isSuccess(reply.answer) ? [subject.animal(reply.id)] : [];
  const code = reply.answer?.status ?? 0;
  const symptom = subject.answer(reply.operation, code);
  return [reply.outcome.exchange.id, symptom, ...stored, ...(one.about?.(input) ?? [])];
}

function report<T, R extends Reply>(
  lab: Lab,
  one: Each<T, R>,
  value: T,
  first: Trial,
  again: Trial,
  about: readonly string[],
): void {
  const shown = isBroken(again) ? again : first;
  if (typeof shown.told !== 'object' || shown.reply === undefined) return;
  const { actual, places } = shown.told;
  const explanations = explainedBy(one, value);
  const expected = shown.told.expected ?? (typeof one.expect === 'object' ? one.expect.text : '');
  const exchanges = [first.reply, ...(isBroken(again) ? [again.reply] : [])].flatMap((reply) =>
    reply === undefined ? [] : [reply.outcome.exchange],
  );
  lab.broken(one.decides, {
    message: `${one.says(value)} was answered with ${actual}; expected ${expected}`,
    expected,
    actual,
    exchanges,
    input: one.shows === undefined ? value : one.shows(value),
    ...(again.reply?.answer === undefined ? {} : { reproduced: { times: isBroken(again) ? 1 : 0, of: 1 } }),
    ...(places === undefined ? {} : { places }),
    about: [...new Set(about)],
    ...(explanations === undefined ? {} : { explainedBy: explanations }),
  });
}
