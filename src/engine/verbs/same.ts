import type { RequirementId } from '../../../requirements/index.ts';
import { defineCheck, type Check } from '../check.ts';
import { now, waitUntil } from '../clock.ts';
import { statusText, type Result } from '../expect.ts';
import { report, type Flaw } from '../flaw.ts';
import type { Lab } from '../lab.ts';
import { replaying, settleSilence, tellLost } from '../silence.ts';
import type { Reply } from '../replies.ts';

/** An answer, and those to a request beside it that say what it has to be: one from before, and one from afterwards. */
export interface Compared<R extends Reply> {
  readonly reply: R;
  /** While nothing is suspected it is read once, and both are the same. */
  readonly beside: readonly [before: R, after: R];
}

/** Two answers have to agree with each other. */
export interface Same<T, R extends Reply> extends Pick<Check, 'title' | 'stage' | 'needs'> {
  readonly decides: RequirementId;
  /** Animals that have to be known for the answers to tell anything: the target is topped up to that. */
  readonly minAnimals: number;
  /** Animals with which every one of the comparisons tells, where the run may add as many. Default: the same. */
  readonly enough?: number;
  /** What is compared. */
  readonly of: readonly T[] | ((lab: Lab) => readonly T[]);
  readonly ask: (one: T, lab: Lab) => Promise<R>;
  /** Asks for what says what the answer has to be. */
  readonly beside: (one: T, lab: Lab) => Promise<R>;
  /** Whether an answer can be compared at all. */
  readonly isReadable: (reply: R) => boolean;
  readonly expect: (compared: Compared<R>, one: T, lab: Lab) => Promise<'met' | 'no-evidence' | Flaw>;
  /** What to compare where no comparison was evidence, from the answer beside. Absent: nothing else. */
  readonly narrower?: (one: T, beside: R) => T | undefined;
  /** A request, as the subject of a sentence; those that read alike are one class of input. */
  readonly describe: (reply: R) => string;
  readonly passes: string;
  /** Whether a pass names the comparisons that were no evidence beside those that were. */
  readonly namesOpen?: true;
  /** Why no comparison was evidence. */
  readonly inconclusive: string | ((lab: Lab, replies: readonly R[]) => string);
}

/** Rounds in which a comparison has to fail, every one of them, before it counts. */
const ROUNDS = 5;
/** Milliseconds between two rounds. */
const PAUSE_MS = 40;

/** What a comparison came to. */
interface Comparison<R extends Reply> {
  readonly result: Exclude<Result, object> | Flaw;
  readonly replies: readonly [beside: R, reply: R];
}

/**
 * Compares two answers. Others may write between the reads, and replicas may lag: where they do not agree, the target gets
 * the consistency time and several more rounds, with a read before and one after, and one good round clears it.
 */
export function same<T, R extends Reply>(id: string, one: Same<T, R>): Check {
  const { title, decides, stage, needs, minAnimals } = one;
  return defineCheck({
    id,
    title,
    decides: [decides],
    stage,
    needs,
    probe: async (lab) => {
      await lab.population.atLeast(minAnimals);
      if (one.enough !== undefined) await lab.population.atLeast(one.enough);
      const all = typeof one.of === 'function' ? one.of(lab) : one.of;
      const compareAll = (some: readonly T[]) => Promise.all(some.map((item) => compare(lab, one, item)));
      const isOpen = () => compared.every(({ result }) => result === 'no-evidence');
      let compared = await compareAll(all);
      if (isOpen()) {
        // Where reads lag there may have been nothing to compare.
        await lab.settle();
        compared = await compareAll(all);
      }
      if (isOpen()) {
        const closer = compared.flatMap(({ replies: [beside] }, at) => {
          const item = all[at];
          return (item !== undefined && one.narrower?.(item, beside)) || [];
        });
        if (closer.length > 0) compared = await compareAll(closer);
      }
      const broken = compared.filter(({ result }) => typeof result === 'object');
      for (const { result, replies } of broken) {
        const confirmed = { times: ROUNDS - 1, of: ROUNDS - 1, replies: [] };
        if (typeof result === 'object') report(lab, decides, { reply: replies[1], flaw: result }, confirmed);
      }
      if (broken.length === 0) await conclude(lab, one, compared);
    },
  });
}

async function compare<T, R extends Reply>(lab: Lab, one: Same<T, R>, item: T): Promise<Comparison<R>> {
  let compared = await read(lab, one, item, false);
  for (let round = 1; round < ROUNDS && typeof compared.result === 'object'; round += 1) {
    await (round === 1 ? lab.quiet() : waitUntil(now() + PAUSE_MS * round));
    compared = await read(lab, one, item, true);
  }
  return compared;
}

async function read<T, R extends Reply>(
  lab: Lab,
  one: Same<T, R>,
  item: T,
  isSuspected: boolean,
): Promise<Comparison<R>> {
  const before = await one.beside(item, lab);
  const reply = await one.ask(item, lab);
  const after = isSuspected ? await one.beside(item, lab) : before;
  const unreadable = [before, reply, after].find((other) => !one.isReadable(other));
  if (unreadable !== undefined) return { result: 'no-answer', replies: [after, unreadable] };
  const result = await one.expect({ reply, beside: [before, after] }, item, lab);
  return { result, replies: [after, reply] };
}

async function conclude<T, R extends Reply>(
  lab: Lab,
  { decides, passes, namesOpen, inconclusive, describe }: Same<T, R>,
  compared: readonly Comparison<R>[],
): Promise<void> {
  const of = (wanted: Result) => compared.filter(({ result }) => result === wanted);
  const met = of('met').flatMap(({ replies }) => replies);
  const unread = of('no-answer').map(({ replies: [, reply] }) => reply);
  const [silent] = unread;
  if (met.length > 0) {
    // What nobody answered is sent alone too.
    const { lost } = await settleSilence(lab, unread, replaying(lab, describe));
    tellLost(lab, decides, lost, compared.length);
    lab.witness(decides, passes, ...met);
    const open = namesOpen === true ? of('no-evidence').map(({ replies: [, reply] }) => describe(reply)) : [];
    if (open.length > 0) lab.tooFewFor(decides, `${open.join(', ')}, which told nothing`);
  } else if (silent === undefined) {
    const some = of('no-evidence').flatMap(({ replies }) => replies);
    const reason = typeof inconclusive === 'string' ? inconclusive : inconclusive(lab, some);
    lab.tooFewAnimals(decides, reason, ...some.slice(0, 2));
  } else if (!lab.noAnswer(decides, silent)) {
    const reason = `${describe(silent)} was answered with ${statusText(silent)}, which cannot be compared`;
    lab.undecided(decides, { reason, cause: 'server' }, silent);
  }
}
