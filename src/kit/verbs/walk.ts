import * as fc from 'fast-check';
import type { RequirementId } from '../../../requirements/index.ts';
import { onConnection } from '../../client/connection.ts';
import { defineCheck, type Check, type Need, type Stage } from '../check.ts';
import type { Flaw } from '../flaw.ts';
import { groupBy } from '../group.ts';
import type { Lab } from '../lab.ts';
import type { CreateReply, Reply } from '../replies.ts';
import { seedFor } from '../seed.ts';

/** What a walk has come to. */
export interface Path {
  /** Animals that it has added, in the order of the answers. */
  readonly made: readonly CreateReply[];
  /** Whether it is gone again, for a flaw that showed before. */
  readonly again: boolean;
}

/** What is wrong with the answer to a step. */
export interface Misstep extends Flaw {
  /** The rules on the whole run do not judge it: it is told whether it shows again or not. */
  readonly own?: true;
  /** It counts only for animals that every replica has: the consistency time is waited for before it is looked at again. */
  readonly settles?: true;
}

/** Requests in any order: after each of them what the document promises has to hold. */
export interface Walk<S> {
  readonly title: string;
  readonly decides: readonly RequirementId[];
  readonly stage: Stage;
  readonly needs: readonly Need[];
  /** A whole walk. */
  readonly draw: (lab: Lab, number: number) => fc.Arbitrary<readonly S[]>;
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
  /** What a step that is judged by nobody else puts to the test, where its answer is right. */
  readonly holds: (step: S, lab: Lab) => RequirementId | undefined;
  /** A step in words: `a list with limit=3`. */
  readonly says: (step: S) => string;
}

interface Trod<S> {
  readonly step: S;
  readonly at: number;
  readonly reply: Reply;
  readonly flaws: readonly Misstep[];
}

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
        const [steps = []] = fc.sample(one.draw(lab, number), { seed, numRuns: 1 });
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

function requirementOf<S>({ decides: [first = 'list.success'] }: Walk<S>, flaw: Misstep): RequirementId {
  return flaw.requirement ?? first;
}

/** Goes the steps, those of one moment side by side. */
async function follow<S>(
  lab: Lab,
  one: Walk<S>,
  steps: readonly S[],
  again: boolean,
): Promise<readonly Trod<S>[]> {
  const made: CreateReply[] = [];
  const path: Path = { made, again };
  const trod: Trod<S>[] = [];
  let at = 0;
  for (const moment of one.moments(steps)) {
    const begun = at;
    at += moment.length;
    const replies = await Promise.all(
      // Those that go out one after another follow each other on one connection.
      moment.map((step, own) =>
        onConnection({ own, last: one.closes(step) }, () => one.ask(step, path, lab)),
      ),
    );
    for (const reply of replies)
      if (reply?.operation === 'create' && reply.intent === 'plain' && reply.id !== undefined)
        made.push(reply);
    for (const [index, step] of moment.entries()) {
      const reply = replies[index];
      if (reply === undefined) continue;
      trod.push({ step, at: begun + index, reply, flaws: one.wrong(step, reply, path, lab) });
    }
  }
  return trod;
}

interface Found<S> {
  readonly requirement: RequirementId;
  readonly flaw: Misstep;
  readonly reply: Reply;
  readonly at: number;
  readonly steps: readonly S[];
  readonly seed: number;
  readonly budget: { left: number };
}

/** What a walk that was gone again showed of the same flaw. */
interface Again<S> {
  /** Those up to the moment that shows it. */
  readonly steps: readonly S[];
  readonly flaw: Misstep;
  readonly reply: Reply;
  readonly replies: readonly Reply[];
}

async function tell<S>(lab: Lab, one: Walk<S>, found: Found<S>): Promise<boolean> {
  const { requirement, flaw, reply } = found;
  if (flaw.settles === true) await lab.settle();
  const shortest = await shortestThatShows(lab, one, found);
  const alone = shortest.last?.steps.length === 1;
  const times = flaw.mayChange === true ? TIMES.mayChange : TIMES.other;
  let { last } = shortest;
  // By chance somebody else may have made some of many walks look alike: then the same one has to show it each time.
  let reproduced = flaw.mayChange === true ? Math.min(1, shortest.times) : shortest.times;
  for (; last !== undefined && !alone && reproduced < times; reproduced += 1) {
    const again = await shown(lab, one, found, last.steps);
    if (again === undefined) break;
    last = again;
  }
  const ordered = last !== undefined && !alone && reproduced >= times;
  if (!ordered && flaw.own !== true) return false;
  const told = last ?? { flaw, reply, replies: [] };
  const exchanges = [reply, ...(told.flaw.beside ?? []), ...told.replies, told.reply];
  const sequence = last !== undefined && ordered ? inWords(one, last.steps) : undefined;
  lab.broken(requirement, {
    message: sequence === undefined ? told.flaw.message : `${told.flaw.message}, after this: ${sequence}`,
    expected: told.flaw.expected,
    actual: told.flaw.actual,
    exchanges: [...new Set(exchanges.map(({ outcome }) => outcome.exchange))],
    proof: told.reply.outcome.exchange.id,
    ...(told.flaw.beside?.[0] === undefined ? {} : { comparison: told.flaw.beside[0].outcome.exchange.id }),
    input: sequence === undefined ? flaw.input : { sequence },
    reproduced: { times: Math.min(reproduced, times), of: alone ? 1 : times },
    ...(told.flaw.places === undefined ? {} : { places: told.flaw.places }),
    ...(flaw.explainedBy === undefined ? {} : { explainedBy: flaw.explainedBy }),
    about: [...new Set([reply.outcome.exchange.id, ...(flaw.about ?? []), ...(told.flaw.about ?? [])])],
  });
  return true;
}

/** The fewest steps of a walk that show a flaw again, as far as the budget goes, and how many of those that were tried do. */
async function shortestThatShows<S>(
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

function inWords<S>(one: Walk<S>, steps: readonly S[]): string {
  return one
    .moments(steps)
    .map((moment) => moment.map((step) => one.says(step)).join(' and at the same moment '))
    .join(', then ');
}

/** Goes some steps again; undefined where they do not show the flaw. */
async function shown<S>(
  lab: Lab,
  one: Walk<S>,
  { requirement, flaw }: Pick<Found<S>, 'requirement' | 'flaw'>,
  some: readonly S[],
): Promise<Again<S> | undefined> {
  const trod = await follow(lab, one, some, true);
  for (const { at, reply, flaws } of trod) {
    const same = flaws.find((other) => requirementOf(one, other) === requirement && other.kind === flaw.kind);
    if (same !== undefined)
      return {
        steps: some.slice(0, momentEnd(one, some, at)),
        flaw: same,
        reply,
        replies: trod.map((other) => other.reply).filter((other) => other !== reply),
      };
  }
  return undefined;
}
