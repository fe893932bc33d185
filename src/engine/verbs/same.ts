import type { RequirementId } from '../../../requirements/index.ts';
import { defineCheck, type Check } from '../check.ts';
import { now, waitUntil } from '../clock.ts';
import { statusText, type Result } from '../expect.ts';
import { report, subject, type Flaw } from '../flaw.ts';
import type { Lab } from '../lab.ts';
import { animalsText, lengthOf } from '../lists.ts';
import { replaying, settleSilence, tellLost } from '../silence.ts';
import { isObject, type ListQuery, type ListReply } from '../replies.ts';

/** A list has to be as long as its limit, or as the list beside it that shows all that could be in it. */
export interface SameLength<T> {
  readonly title: string;
  readonly decides: RequirementId;
  /** Animals that have to be known for the lengths to tell anything: the target is topped up to that. */
  readonly minAnimals: number;
  /** Animals with which every one of the lists tells, where the run may add as many. Default: the same. */
  readonly enough?: number;
  /** What is compared. */
  readonly of: readonly T[] | ((lab: Lab) => readonly T[]);
  readonly list: (one: T) => ListQuery;
  /** The list that shows what there is to show. */
  readonly beside: (one: T) => ListQuery;
  /** The limit that holds for the first. */
  readonly limit: (one: T) => number;
  /**
   * What to compare where everything was too short to be cut: of a store that the run may not or need not add to there may
   * be as many as this to show, and no more. Absent: nothing else.
   */
  readonly narrower?: (one: T, formatInput: number) => T | undefined;
  /** A list without the part that is in question: where that goes wrong in the same way, it is no matter of this. */
  readonly alone?: (one: T) => ListQuery;
  /** Where both lists are that short they tell nothing: others may change what matches, and the limit cut nothing. */
  readonly inconclusive: string;
  readonly passes: string;
}

/** Rounds in which a comparison has to fail, every one of them, before it counts. */
const ROUNDS = 5;
/** Milliseconds between two rounds. */
const PAUSE_MS = 40;

/** What a comparison came to, with the list beside and the list itself. */
interface Comparison {
  readonly result: Exclude<Result, object> | Flaw;
  readonly replies: readonly [beside: ListReply, list: ListReply];
}

/**
 * Compares the lengths of two lists. Others may write between the reads, and replicas may lag: where it breaks, the target
 * gets the consistency time and several more rounds, with a read before and one after, and one good round clears it.
 */
export function sameLength<T>(id: string, one: SameLength<T>): Check {
  const { title, decides, minAnimals } = one;
  return defineCheck({
    id,
    title,
    decides: [decides],
    stage: 'volume',
    needs: ['list'],
    probe: async (lab) => {
      await lab.population.atLeast(minAnimals);
      if (one.enough !== undefined) await lab.population.atLeast(one.enough);
      const all = typeof one.of === 'function' ? one.of(lab) : one.of;
      const compareAll = (some: readonly T[]) => Promise.all(some.map((item) => compare(lab, one, item)));
      const isOpen = () => compared.every(({ result }) => result === 'no-evidence');
      let compared = await compareAll(all);
      if (isOpen()) {
        // Where reads lag there may have been nothing to cut.
        await lab.settle();
        compared = await compareAll(all);
      }
      if (isOpen()) {
        const closer = compared.flatMap(({ replies: [beside] }, at) => {
          const item = all[at];
          return (item !== undefined && one.narrower?.(item, lengthOf(beside))) || [];
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

async function compare<T>(lab: Lab, one: SameLength<T>, item: T): Promise<Comparison> {
  let compared = await read(lab, one, item, false);
  for (let round = 1; round < ROUNDS && typeof compared.result === 'object'; round += 1) {
    await (round === 1 ? lab.quiet() : waitUntil(now() + PAUSE_MS * round));
    compared = await read(lab, one, item, true);
  }
  return compared;
}

async function read<T>(lab: Lab, one: SameLength<T>, item: T, suspicious: boolean): Promise<Comparison> {
  const beside = () => lab.api.list(one.beside(item));
  const limit = one.limit(item);
  const before = await beside();
  const list = await lab.api.list(one.list(item));
  const after = suspicious ? await beside() : before;
  const broken = [before, list, after].find(({ items }) => items === undefined);
  if (broken !== undefined) return { result: 'no-answer', replies: [after, broken] };
  const replies = [after, list] as const;
  const noEvidence: Comparison = { result: 'no-evidence', replies };
  // A filter that lets others in is a matter of the filter.
  if ([before, after].some(hasStrangers)) return noEvidence;
  const shown = Math.min(lengthOf(before), lengthOf(after));
  const count = lengthOf(list);
  const broke = async (least: number, expected: string, isWrong: (length: number) => boolean) => {
    const alone = one.alone && (await lab.api.list(one.alone(item)));
    return alone?.items !== undefined && isWrong(lengthOf(alone))
      ? noEvidence
      : { result: flawOf(replies, least, expected), replies };
  };
  if (count > limit) return broke(limit, `at most ${animalsText(limit)}`, (length) => length > limit);
  // As many as the limit tell only where there are more: any larger limit would have shown the same.
  const cut = shown > limit || (shown === limit && lab.population.knownIds().size > limit);
  const least = Math.min(limit, shown);
  if (count >= least) return { result: cut ? 'met' : 'no-evidence', replies };
  // Below the limit a filtered list moves on its own where others change statuses.
  if (list.query.status !== undefined && shown < limit) return noEvidence;
  const expected = `${animalsText(least)}, as ${queryWords(after.query)} shows that many`;
  return broke(limit, expected, (length) => length < limit);
}

function flawOf([beside, list]: Comparison['replies'], most: number, expected: string): Flaw {
  const actual = animalsText(lengthOf(list));
  const { limit, status } = list.query;
  return {
    message: `listing with ${queryWords(list.query)} brought ${actual}; expected ${expected}`,
    expected,
    actual,
    input: list.query,
    beside: [beside],
    // The first that is too many, or the whole, which lacks some.
    places: [{ part: 'body', pointer: lengthOf(list) > most ? `/${String(most)}` : '' }],
    about: [
      subject.parameter('limit', limit ?? 'absent'),
      ...(status === undefined ? [] : [subject.parameter('status', status)]),
    ],
  };
}

function hasStrangers({ query: { status }, items }: ListReply): boolean {
  if (status === undefined) return false;
  return (items ?? []).some((item) => isObject(item) && item['status'] !== status);
}

async function conclude<T>(
  lab: Lab,
  { decides, passes, inconclusive }: SameLength<T>,
  compared: readonly Comparison[],
): Promise<void> {
  const of = (wanted: Result) => compared.filter(({ result }) => result === wanted);
  const met = of('met').flatMap(({ replies }) => replies);
  const unread = of('no-answer').map(({ replies: [, list] }) => list);
  const [silent] = unread;
  if (met.length > 0) {
    // What nobody answered is sent alone too.
    const { lost } = await settleSilence(
      lab,
      unread,
      replaying(lab, ({ query }) => queryWords(query)),
    );
    tellLost(lab, decides, lost, compared.length);
    lab.witness(decides, passes, ...met);
  } else if (silent === undefined) {
    const some = of('no-evidence').flatMap(({ replies }) => replies);
    lab.tooFewAnimals(decides, inconclusive, ...some.slice(0, 2));
  } else if (!lab.noAnswer(decides, silent)) {
    const reason = `a list could not be read: it was answered with ${statusText(silent)}`;
    lab.undecided(decides, { reason, cause: 'server' }, silent);
  }
}

/** The parameters of a query as a sentence has them. */
export function queryWords({ limit, status }: ListQuery): string {
  return [
    limit === undefined ? 'no limit' : `limit=${limit}`,
    ...(status === undefined ? [] : [`status=${status}`]),
  ].join(' and ');
}
