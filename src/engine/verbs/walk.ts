import * as fc from 'fast-check';
import type { RequirementId } from '../../../requirements/index.ts';
import { onConnection } from '../../http/connection.ts';
import { defineCheck, type Check } from '../check.ts';
import { report } from '../confirm.ts';
import type { Flaw } from '../finding.ts';
import { groupBy } from '../../base/group-by.ts';
import type { Lab } from '../lab.ts';
import type { CreateReply, Reply } from '../replies.ts';
import { seedFor } from '../draw.ts';

/** What a walk has come to. */
export interface Path {
  /** Animals that it has added, in the order of the answers. */
  readonly made: readonly CreateReply[];
  /** Whether it is gone again, for a flaw that showed before. */
  readonly again: boolean;
}

/** What is wrong with the answer to a step. */
export interface Misstep extends Flaw {
  readonly requirement: RequirementId;
  /** The rules on the whole run do not judge it: it is told whether it shows again or not. */
  readonly own?: true;
  /** It counts only for animals that every replica has: the consistency time is waited for before it is looked at again. */
  readonly settles?: true;
}

/** Requests in any order: after each of them what the document promises has to hold. */
export interface Walk<S> extends Pick<Check, 'title' | 'mayBreak' | 'stage' | 'needs'> {
  /** A whole walk. */
  readonly draw: fc.Arbitrary<readonly S[]>;
  /** Walks in one run, from `--runs`. */
  readonly walks: (runs: number) => number;
  /** A step: what a walk is made shorter by; has to shrink without a context. */
  readonly step: fc.Arbitrary<S>;
  /** The steps that go out at the same moment, together. */
  readonly moments: (steps: readonly S[]) => readonly (readonly S[])[];
  /** Whether the connection of a step is closed behind it, so that what follows opens another. */
  readonly closes: (step: S) => boolean;
  /** Undefined where there is nothing to ask for, or the budget is used up: then nothing was sent. */
  readonly ask: (step: S, path: Path, lab: Lab) => Promise<Reply | undefined>;
  readonly wrong: (step: S, reply: Reply, path: Path, lab: Lab) => readonly Misstep[];
  /** A step in words: `a list with limit=3`. */
  readonly describe: (step: S) => string;
}

/** Requirements whose breaking is looked into. */
const LOOKED_INTO = 3;
/** Steps that may be gone again to find the shortest walk that shows a flaw. */
const BUDGET = 120;
/** Times that the shortest walk has to show what somebody else may have changed, and times for anything else. */
const TIMES = { mayChange: 4, other: 2 } as const;

/** A step that was gone, and what is wrong with its answer. */
interface Trod {
  readonly at: number;
  readonly reply: Reply;
  readonly flaws: readonly Misstep[];
}

/** A flaw, and the walk that shows it. */
interface Shown<S> {
  /** The steps up to the moment that shows it. */
  readonly steps: readonly S[];
  readonly step: S | undefined;
  readonly flaw: Misstep;
  readonly reply: Reply;
  /** To the other steps. */
  readonly replies: readonly Reply[];
}

/**
 * Goes a walk, and tells what only an order of requests shows. A flaw is gone after again: the same steps with fresh
 * animals, fewer and fewer of them, within a budget. What one request shows by itself, or what never shows again, is left
 * to the rules on the whole run, which judge each answer of a walk too.
 */
export function walk<S>(id: string, one: Walk<S>): Check {
  const { title, mayBreak, stage, needs } = one;
  return defineCheck({
    id,
    title,
    mayBreak,
    stage,
    needs,
    probe: async (lab) => {
      const told = new Set<RequirementId>();
      for (let number = 0; number < one.walks(lab.config.runs); number += 1) {
        await new Walker(lab, one, seedFor(lab.seed(), String(number))).go(told);
      }
    },
  });
}

/** One walk, and what is gone again of it. */
class Walker<S> {
  readonly #lab: Lab;
  readonly #one: Walk<S>;
  readonly #seed: number;
  #budget = BUDGET;

  constructor(lab: Lab, one: Walk<S>, seed: number) {
    this.#lab = lab;
    this.#one = one;
    this.#seed = seed;
  }

  /** @param told the requirements that are reported, by this walk too */
  async go(told: Set<RequirementId>): Promise<void> {
    const [steps = []] = fc.sample(this.#one.draw, { seed: this.#seed, numRuns: 1 });
    const trod = await this.#follow(steps, false);
    const flawed = trod.flatMap((each) => each.flaws.map((flaw) => this.#shownBy(steps, trod, each, flaw)));
    const kinds = groupBy(flawed, ({ flaw }) => flaw.requirement);
    for (const [requirement, some] of [...kinds].slice(0, LOOKED_INTO)) {
      // The first may come of what was before the walk: then the last does not.
      for (const found of new Set([...some.slice(0, 1), ...some.slice(-1)])) {
        if (told.has(requirement)) break;
        if (await this.#tell(found)) told.add(requirement);
      }
    }
  }

  /** Goes the steps, those of one moment side by side. */
  async #follow(steps: readonly S[], again: boolean): Promise<readonly Trod[]> {
    const { moments, closes, ask, wrong } = this.#one;
    const made: CreateReply[] = [];
    const path: Path = { made, again };
    const trod: Trod[] = [];
    let at = 0;
    for (const moment of moments(steps)) {
      const replies = await Promise.all(
        // Those that go out one after another follow each other on one connection.
        moment.map((step, own) =>
          onConnection({ own, last: closes(step) }, () => ask(step, path, this.#lab)),
        ),
      );
      for (const reply of replies)
        if (reply?.operation === 'create' && reply.intent === 'plain' && reply.id !== undefined)
          made.push(reply);
      for (const [index, step] of moment.entries()) {
        const reply = replies[index];
        if (reply !== undefined)
          trod.push({ at: at + index, reply, flaws: wrong(step, reply, path, this.#lab) });
      }
      at += moment.length;
    }
    return trod;
  }

  #shownBy(steps: readonly S[], trod: readonly Trod[], { at, reply }: Trod, flaw: Misstep): Shown<S> {
    // Whatever goes out beside a step may be why.
    let end = 0;
    for (const moment of this.#one.moments(steps)) if (end <= at) end += moment.length;
    const replies = trod.map((other) => other.reply).filter((other) => other !== reply);
    return { steps: steps.slice(0, end), step: steps[at], flaw, reply, replies };
  }

  /** Goes some steps again; undefined where they do not show the flaw. */
  async #shows({ requirement, kind }: Misstep, steps: readonly S[]): Promise<Shown<S> | undefined> {
    const trod = await this.#follow(steps, true);
    for (const each of trod) {
      const same = each.flaws.find((other) => other.requirement === requirement && other.kind === kind);
      if (same !== undefined) return this.#shownBy(steps, trod, each, same);
    }
    return undefined;
  }

  /**
   * The fewest steps that show a flaw again, as far as the budget goes, and how many of those that were tried do: first
   * without half of them, then without ever fewer, and what is left is made simpler.
   */
  async #shorten({ steps, flaw }: Shown<S>) {
    let last: Shown<S> | undefined;
    let times = 0;
    const known = new Map<string, boolean>();
    const shows = async (fewer: readonly S[]): Promise<boolean> => {
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
      // The last step is the one that shows it.
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

  /** Goes after a flaw, and reports it where it stands; false where it is left to the rules on the whole run. */
  async #tell(found: Shown<S>): Promise<boolean> {
    const { flaw, reply } = found;
    if (flaw.settles === true) await this.#lab.settle();
    const shortest = await this.#shorten(found);
    const alone = shortest.last?.steps.length === 1;
    const times = flaw.mayChange === true ? TIMES.mayChange : TIMES.other;
    let { last } = shortest;
    // By chance somebody else may have made some of many walks look alike: then the same one has to show it each time.
    let reproduced = flaw.mayChange === true ? Math.min(1, shortest.times) : shortest.times;
    for (
      const most = alone && flaw.own !== true ? 0 : times;
      last !== undefined && reproduced < most;
      reproduced += 1
    ) {
      const again = await this.#shows(flaw, last.steps);
      if (again === undefined) break;
      last = again;
    }
    const ordered = !alone && reproduced >= times && !(await this.#showsAlone(flaw, last?.step));
    if (!ordered && flaw.own !== true) return false;
    const shown = last ?? { ...found, replies: [] };
    const sequence = ordered ? this.#inWords(shown.steps) : undefined;
    const order = sequence && this.#orderOf(shown, sequence);
    const again = { times: Math.min(reproduced, times), of: times, replies: [] };
    const about = [found, shown].flatMap((each) => [
      each.reply.outcome.exchange.id,
      ...(each.flaw.about ?? []),
    ]);
    report(this.#lab, flaw.requirement, shown, again, [reply, ...shown.replies], {
      ...(order === undefined
        ? { byChance: true }
        : {
            message: `${shown.flaw.message}, ${order}`,
            input: { sequence },
            // Several requests take more than any of them alone.
            burden: [shown.steps.length],
            steps: shown.replies,
          }),
      about: [...new Set(about)],
    });
    return true;
  }

  /**
   * Whether a step shows a flaw without those before it: where the budget ends early, the shortest walk is not as short as it
   * could be. More than once, since the first time may still come of the walk before.
   */
  async #showsAlone(flaw: Misstep, step: S | undefined): Promise<boolean> {
    for (let time = 0; time < TIMES.other; time += 1) {
      if (step === undefined || (await this.#shows(flaw, [step])) === undefined) return false;
    }
    return true;
  }

  /** The steps of a walk, those of one moment in one line. */
  #inWords(steps: readonly S[]): readonly string[] {
    const { moments, describe } = this.#one;
    return moments(steps).map((moment) => atOnce(moment.map((step) => describe(step))));
  }

  /** What came before a flaw, as the end of a sentence: all of it stands in the sequence. */
  #orderOf({ steps, step }: Shown<S>, sequence: readonly string[]): string {
    const { moments, describe } = this.#one;
    const beside = (moments(steps).at(-1) ?? []).filter((other) => other !== step);
    const before = sequence.slice(0, -1);
    const latest = before.slice(-1).join('');
    const after =
      before.length > 1
        ? `after ${String(before.length)} steps, the last of them ${latest}`
        : `right after ${latest}`;
    return [
      ...(before.length > 0 ? [after] : []),
      ...(beside.length > 0
        ? [`sent at the same moment as ${beside.map((other) => describe(other)).join(' and ')}`]
        : []),
    ].join(', ');
  }
}

function atOnce(words: readonly string[]): string {
  return words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')} and ${words.slice(-1).join('')} at the same time`;
}
