import * as fc from 'fast-check';
import type { RequirementId } from '../../../requirements/index.ts';
import { defineCheck, type Check } from '../check.ts';
import { groupBy } from '../../group-by.ts';
import type { Lab } from '../lab.ts';
import type { Reply } from '../replies.ts';
import { seedFor } from '../seed.ts';
import { counterexample } from './counterexample.ts';
import { follow, requirementOf, type Walk } from './follow.ts';
import { shortestThatShows, shown, type Found } from './shorten.ts';

/** Requirements whose breaking is looked into. */
const LOOKED_INTO = 3;
/** Steps that may be gone again to find the shortest walk that shows a flaw. */
const BUDGET = 120;
/** Times that the shortest walk has to show what somebody else may have changed, and times for anything else. */
const TIMES = { mayChange: 4, other: 2 } as const;

/**
 * Goes a walk, and tells what only an order of requests shows. A flaw is gone after again: the same steps with fresh
 * animals, fewer and fewer of them, within a budget. What one request shows by itself, or what never shows again, is left
 * to the rules on the whole run, which judge each answer of a walk too.
 */
export function walk<S>(id: string, one: Walk<S>): Check {
  return defineCheck({
    id,
    title: one.title,
    decides: one.decides,
    stage: one.stage,
    needs: one.needs,
    probe: async (lab) => {
      const held = new Map<RequirementId, Reply[]>();
      const told = new Set<RequirementId>();
      for (let number = 0; number < one.walks(lab.config.runs); number += 1) {
        const seed = seedFor(lab.seed(), String(number));
        const [steps = []] = fc.sample(one.draw, { seed, numRuns: 1 });
        const trod = await follow(lab, one, steps, false);
        const flawed = trod.flatMap(({ at, reply, flaws }) => flaws.map((flaw) => ({ at, reply, flaw })));
        const budget = { left: BUDGET };
        const kinds = groupBy(flawed, ({ flaw }) => requirementOf(one, flaw));
        for (const [requirement, some] of [...kinds].slice(0, LOOKED_INTO)) {
          // The first may come of what was before the walk: then the last does not.
          for (const each of new Set([...some.slice(0, 1), ...some.slice(-1)])) {
            if (told.has(requirement)) break;
            if (await tell(lab, one, { requirement, steps, seed, budget, ...each })) told.add(requirement);
          }
        }
        for (const { step, reply, flaws } of trod) {
          const requirement = one.holds(step, lab);
          if (requirement === undefined || flaws.length > 0 || reply.answer === undefined) continue;
          held.set(requirement, [...(held.get(requirement) ?? []), reply]);
        }
      }
      for (const [requirement, replies] of held) {
        if (told.has(requirement)) continue;
        lab.held(requirement, `${String(replies.length)} more amid other requests`, ...replies);
      }
    },
  });
}

/** Goes after a flaw, and reports it where it stands; false where it is left to the rules on the whole run. */
async function tell<S>(lab: Lab, one: Walk<S>, found: Found<S>): Promise<boolean> {
  const { requirement, flaw, reply } = found;
  if (flaw.settles === true) await lab.settle();
  const shortest = await shortestThatShows(lab, one, found);
  const alone = shortest.last?.steps.length === 1;
  const times = flaw.mayChange === true ? TIMES.mayChange : TIMES.other;
  let { last } = shortest;
  // By chance somebody else may have made some of many walks look alike: then the same one has to show it each time.
  let reproduced = flaw.mayChange === true ? Math.min(1, shortest.times) : shortest.times;
  for (const most = alone ? 0 : times; last !== undefined && reproduced < most; reproduced += 1) {
    const again = await shown(lab, one, found, last.steps);
    if (again === undefined) break;
    last = again;
  }
  const ordered =
    last !== undefined && !alone && reproduced >= times && !(await showsAlone(lab, one, found, last.step));
  if (!ordered && flaw.own !== true) return false;
  const told = last ?? { flaw, reply, replies: [] };
  const { message, exchanges, about = [], ...rest } = counterexample(told.reply, told.flaw);
  const before = [reply, ...told.replies].map(({ outcome }) => outcome.exchange);
  const sequence = last !== undefined && ordered ? inWords(one, last.steps) : undefined;
  lab.broken(requirement, {
    ...rest,
    message: sequence === undefined ? message : `${message}, after this: ${sequence}`,
    exchanges: [...new Set([...before, ...exchanges])],
    input: sequence === undefined ? flaw.input : { sequence },
    reproduced: { times: Math.min(reproduced, times), of: times },
    about: [...new Set([reply.outcome.exchange.id, ...(flaw.about ?? []), ...about])],
  });
  return true;
}

/**
 * Whether a step shows a flaw without those before it: where the budget ends early, the shortest walk is not as short as it
 * could be. More than once, since the first time may still come of the walk before.
 */
async function showsAlone<S>(lab: Lab, one: Walk<S>, found: Found<S>, step: S): Promise<boolean> {
  for (let time = 0; time < TIMES.other; time += 1) {
    if ((await shown(lab, one, found, [step])) === undefined) return false;
  }
  return true;
}

function inWords<S>(one: Walk<S>, steps: readonly S[]): string {
  return one
    .moments(steps)
    .map((moment) => moment.map((step) => one.says(step)).join(' and at the same moment '))
    .join(', then ');
}
