import * as fc from 'fast-check';
import type { RequirementId } from '../../../requirements/index.ts';
import type { Lab } from '../lab.ts';
import type { Reply } from '../replies.ts';
import { follow, requirementOf, type Misstep, type Walk } from './follow.ts';

/** A flaw that a walk has shown, and where. */
export interface Found<S> {
  readonly requirement: RequirementId;
  readonly flaw: Misstep;
  readonly reply: Reply;
  readonly at: number;
  readonly steps: readonly S[];
  readonly seed: number;
  readonly budget: { left: number };
}

/** What a walk that was gone again showed of the same flaw. */
export interface Again<S> {
  /** Those up to the moment that shows it. */
  readonly steps: readonly S[];
  /** The one of them whose answer shows it. */
  readonly step: S;
  readonly flaw: Misstep;
  readonly reply: Reply;
  readonly replies: readonly Reply[];
}

/** The fewest steps of a walk that show a flaw again, as far as the budget goes, and how many of those that were tried do. */
export async function shortestThatShows<S>(
  lab: Lab,
  one: Walk<S>,
  found: Found<S>,
): Promise<{ readonly last: Again<S> | undefined; readonly times: number }> {
  const { steps, at, seed, budget } = found;
  let last: Again<S> | undefined;
  let times = 0;
  await fc.check(
    fc.asyncProperty(fc.array(one.step, { minLength: 1, maxLength: steps.length }), async (some) => {
      if (budget.left < some.length) return true;
      budget.left -= some.length;
      const again = await shown(lab, one, found, some);
      last = again ?? last;
      times += again === undefined ? 0 : 1;
      return again === undefined;
    }),
    { seed, numRuns: 1, examples: [[steps.slice(0, momentEnd(one, steps, at))]] },
  );
  return { last, times };
}

/** The place behind a step and whatever goes out beside it, which may be why. */
function momentEnd<S>(one: Walk<S>, steps: readonly S[], at: number): number {
  let end = 0;
  for (const moment of one.moments(steps)) if (end <= at) end += moment.length;
  return end;
}

/** Goes some steps again; undefined where they do not show the flaw. */
export async function shown<S>(
  lab: Lab,
  one: Walk<S>,
  { requirement, flaw }: Pick<Found<S>, 'requirement' | 'flaw'>,
  some: readonly S[],
): Promise<Again<S> | undefined> {
  const trod = await follow(lab, one, some, true);
  for (const { step, at, reply, flaws } of trod) {
    const same = flaws.find((other) => requirementOf(one, other) === requirement && other.kind === flaw.kind);
    if (same !== undefined)
      return {
        steps: some.slice(0, momentEnd(one, some, at)),
        step,
        flaw: same,
        reply,
        replies: trod.map((other) => other.reply).filter((other) => other !== reply),
      };
  }
  return undefined;
}
