import type { RequirementId } from '../requirements/index.ts';
import {
  type Check,
  defineCheck,
  type Flaw,
  type CheckContext,
  flawSubjectKey,
} from '../src/engine/plan/index.ts';
import {
  isObject,
  listLength,
  type ListQuery,
  type ListReply,
  now,
  requestText,
  statusText,
  waitUntil,
} from '../src/engine/target/index.ts';
import { resendUnanswered, reportUnanswered } from '../src/engine/verbs/index.ts';
import { animalsText, DEFAULT_LIMIT, describeQuery } from './lists.ts';

/** A pair of queries: the list must be as long as its limit, or as the comparison list `beside`, if that is shorter. */
export interface QueryPair {
  readonly list: ListQuery;
  readonly beside: ListQuery;
}

/** A requirement on the length of lists. */
interface FullLength {
  readonly decides: RequirementId;
  /** Number of animals with which every pair can be decided; if the budget does not suffice, the pass names undecided pairs. */
  readonly enough: number;
  readonly pairs: (context: CheckContext) => readonly QueryPair[];
  /** The pass message; also the title of the check. */
  readonly passes: string;
  /** The reason if no pair could be decided. */
  readonly inconclusive: (context: CheckContext, lists: readonly ListReply[]) => string;
}

/** Number of animals that the target is filled up to at least, so that at least one pair can be decided. */
const FEWEST = DEFAULT_LIMIT + 1;
/** Number of times in a row that a pair must differ before it is a violation. */
const ROUNDS = 5;
/** Milliseconds to wait between rounds; multiplied by the round's number. */
const PAUSE_MS = 40;

/** The result of comparing one pair. */
interface Comparison {
  readonly pair: QueryPair;
  readonly result: 'met' | 'no-evidence' | 'no-answer' | Flaw;
  readonly list: ListReply;
  readonly beside: ListReply;
}

/**
 * Makes a check that compares the lengths of lists in pairs. Repeats a pair that differs after the consistency time, since
 * clients may write between the reads and replicas may lag; one correct round of a pair is enough for a pass.
 */
export function fullListLengthCheck(id: string, one: FullLength): Check {
  const { passes, decides, enough } = one;
  return defineCheck({
    id,
    title: passes,
    decides: [decides],
    stage: 'volume',
    needs: ['list'],
    probe: async (context) => {
      for (const count of [FEWEST, enough]) await context.population.atLeast(count);
      const compareAll = (pairs: readonly QueryPair[]) =>
        Promise.all(pairs.map((pair) => compare(context, pair)));
      const isOpen = () => compared.every(({ result }) => result === 'no-evidence');
      let compared = await compareAll(one.pairs(context));
      if (isOpen()) {
        // Replicas that lag may have shown too few animals.
        await context.settle();
        compared = await compareAll(one.pairs(context));
      }
      const narrower = isOpen() ? compared.flatMap(narrowed) : [];
      if (narrower.length > 0) compared = await compareAll(narrower);
      const broken = compared.filter(({ result }) => typeof result === 'object');
      for (const { result, list } of broken) {
        const confirmed = { times: ROUNDS - 1, of: ROUNDS - 1, replies: [] };
        if (typeof result === 'object') context.violation(decides, { reply: list, flaw: result }, confirmed);
      }
      if (broken.length === 0) await conclude(context, one, compared);
    },
  });
}

/** If too few animals exist for an explicit limit, returns the pair with a limit one below the length of `beside`. */
function narrowed({ pair, beside }: Comparison): readonly QueryPair[] {
  const limit = listLength(beside) - 1;
  if (pair.list.limit === undefined || limit < 1) return [];
  return [{ ...pair, list: { ...pair.list, limit: String(limit) } }];
}

async function compare(context: CheckContext, pair: QueryPair): Promise<Comparison> {
  let compared = await read(context, pair, false);
  if (compared.result === 'no-answer' && (await resend(context, [compared.list])).came.length > 0)
    compared = await read(context, pair, false);
  for (let round = 1; round < ROUNDS && typeof compared.result === 'object'; round += 1) {
    await (round === 1 ? context.quiet() : waitUntil(now() + PAUSE_MS * round));
    compared = await read(context, pair, true);
  }
  return compared;
}

function resend(context: CheckContext, lists: readonly ListReply[]) {
  return resendUnanswered(
    context,
    lists.map((reply) => ({ name: requestText(reply), reply })),
  );
}

/** @param isSuspected true if an earlier round differed: then the comparison list is read again after the list */
async function read(context: CheckContext, pair: QueryPair, isSuspected: boolean): Promise<Comparison> {
  const before = await context.api.list(pair.beside);
  const list = await context.api.list(pair.list);
  const after = isSuspected ? await context.api.list(pair.beside) : before;
  const unreadable = [before, list, after].find(({ items }) => items === undefined);
  if (unreadable !== undefined) return { pair, result: 'no-answer', list: unreadable, beside: after };
  const result = wrongLength(list, [before, after], context);
  // If an explicit limit is wrong without the filter too, the violation is of the limit alone.
  const isOfLimit = typeof result === 'object' && (await goesWrongAlone(context, list));
  return { pair, result: isOfLimit ? 'no-evidence' : result, list, beside: after };
}

/** True if a list with the same limit, but without a filter, is too long or too short in the same way. */
async function goesWrongAlone({ api }: CheckContext, list: ListReply): Promise<boolean> {
  const { limit } = list.query;
  if (limit === undefined) return false;
  const alone = await api.list({ limit });
  const direction = (page: ListReply) => Math.sign(listLength(page) - Number(limit));
  return alone.items !== undefined && direction(alone) === direction(list);
}

async function conclude(
  context: CheckContext,
  { decides, passes, inconclusive }: FullLength,
  compared: readonly Comparison[],
): Promise<void> {
  const of = (wanted: Comparison['result']) => compared.filter(({ result }) => result === wanted);
  const both = ({ list, beside }: Comparison) => [beside, list];
  const unread = of('no-answer').map(({ list }) => list);
  const [silent] = unread;
  const met = of('met').flatMap(both);
  const open = of('no-evidence');
  const { lost } = await resend(context, unread);
  reportUnanswered(context, decides, lost, compared.length);
  if (met.length > 0) {
    context.witness(decides, passes, ...met);
    const named = open.map(({ list }) => requestText(list)).join(', ');
    if (named !== '') context.tooFewFor(decides, `${named}: too few animals to decide`);
  } else if (silent === undefined) {
    const some = open.flatMap(both);
    context.tooFewAnimals(decides, inconclusive(context, some), ...some.slice(0, 2));
  } else if (lost.length === 0 && !context.noAnswer(decides, silent)) {
    const reason = `${requestText(silent)}: ${statusText(silent)}, which is not a list to compare`;
    context.undecided(decides, { reason, cause: 'server' }, silent);
  }
}

/** Judges the length: not above the limit, nor below `beside`, the comparison list as read before and after the list. */
function wrongLength(
  list: ListReply,
  beside: readonly [ListReply, ListReply],
  { population }: CheckContext,
): 'met' | 'no-evidence' | Flaw {
  // If a filtered list has animals of another status, list.status.filter reports that.
  if (beside.some(hasStrangers)) return 'no-evidence';
  const [, after] = beside;
  const limit = Number(list.query.limit ?? DEFAULT_LIMIT);
  const count = listLength(list);
  const shown = Math.min(...beside.map(listLength));
  const least = Math.min(limit, shown);
  if (count > limit) return flawOf(list, after, limit, `at most ${animalsText(limit)}`);
  if (count >= least) {
    // A list as long as its limit proves the limit only if there are more animals to show.
    const isCut = shown > limit || (shown === limit && population.expectedCount(list) > limit);
    return isCut ? 'met' : 'no-evidence';
  }
  // The length of a filtered list below the limit also depends on other clients, who may change statuses.
  if (list.query.status !== undefined && shown < limit) return 'no-evidence';
  return flawOf(list, after, least, `${animalsText(least)}, as with ${describeQuery(after.query)}`);
}

function flawOf(list: ListReply, beside: ListReply, most: number, expected: string): Flaw {
  const actual = animalsText(listLength(list));
  const { limit, status } = list.query;
  return {
    expected,
    actual,
    input: list.query,
    comparedWith: [beside],
    kind: listLength(list) > most ? 'long' : 'short',
    // Pointer to the first animal beyond the limit, or to the whole list if some are missing.
    places: [{ part: 'body', pointer: listLength(list) > most ? `/${String(most)}` : '' }],
    subjects: [
      flawSubjectKey.parameter('limit', limit ?? 'absent'),
      ...(status === undefined ? [] : [flawSubjectKey.parameter('status', status)]),
    ],
  };
}

function hasStrangers({ query: { status }, items }: ListReply): boolean {
  if (status === undefined) return false;
  return (items ?? []).some((item) => isObject(item) && item['status'] !== status);
}
