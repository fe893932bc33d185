import type { RequirementId } from '../../../requirements/index.ts';
import { defineCheck, type Check } from '../check.ts';
import { now, waitUntil } from '../clock.ts';
import { statusText } from '../expect.ts';
import { subject } from '../flaw.ts';
import type { Lab } from '../lab.ts';
import { animalsText, lengthOf } from '../lists.ts';
import { isLost, settleSilence, tellLost, type Lost } from '../silence.ts';
import { isObject, unanswered, type ListQuery, type ListReply } from '../replies.ts';

/** A list has to be as long as its limit, or as the list beside it that shows all that could be in it. */
export interface SameLength<T> {
  readonly title: string;
  readonly decides: RequirementId;
  /** Animals that have to be known for the lengths to tell anything: the target is topped up to that. */
  readonly holds: number;
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
  readonly narrower?: (one: T, shows: number) => T | undefined;
  /** A list without the part that is in question: where that goes wrong in the same way, it is no matter of this. */
  readonly alone?: (one: T) => ListQuery;
  /** Where both lists are that short they tell nothing: others may change what matches, and the limit cut nothing. */
  readonly scarce: string;
  readonly passes: string;
}

/** Rounds in which a comparison has to fail, every one of them, before it counts. */
const ROUNDS = 5;
/** Milliseconds between two rounds. */
const PAUSE_MS = 40;

type Told<T> =
  | { readonly kind: 'held' | 'untold'; readonly replies: readonly [beside: ListReply, list: ListReply] }
  | { readonly kind: 'silent'; readonly reply: ListReply }
  | {
      readonly kind: 'broke';
      readonly item: T;
      readonly expected: string;
      readonly replies: readonly [beside: ListReply, list: ListReply];
    };

/**
 * Compares the lengths of two lists. Others may write between the reads, and replicas may lag: where it breaks, the target
 * gets the consistency time and several more rounds, with a read before and one after, and one good round clears it.
 */
export function sameLength<T>(id: string, one: SameLength<T>): Check {
  return defineCheck({
    id,
    title: one.title,
    decides: [one.decides],
    stage: 'volume',
    needs: ['list'],
    probe: async (lab) => {
      await lab.population.atLeast(one.holds);
      const all = typeof one.of === 'function' ? one.of(lab) : one.of;
      const compareAll = () => Promise.all(all.map((item) => compare(lab, one, item)));
      let told = await compareAll();
      if (told.every(({ kind }) => kind === 'untold')) {
        // Where reads lag there may have been nothing to cut.
        await lab.settle();
        told = await compareAll();
      }
      if (told.every(({ kind }) => kind === 'untold')) {
        const closer = all.flatMap((item, at) => {
          const each = told[at];
          const narrow =
            each?.kind === 'untold' ? one.narrower?.(item, lengthOf(each.replies[0])) : undefined;
          return narrow === undefined ? [] : [narrow];
        });
        if (closer.length > 0) told = await Promise.all(closer.map((item) => compare(lab, one, item)));
      }
      report(lab, one, told, await lostAmong(lab, told));
    },
  });
}

async function compare<T>(lab: Lab, one: SameLength<T>, item: T): Promise<Told<T>> {
  let told = await read(lab, one, item, false);
  for (let round = 1; round < ROUNDS && told.kind === 'broke'; round += 1) {
    await (round === 1 ? lab.quiet() : waitUntil(now() + PAUSE_MS * round));
    told = await read(lab, one, item, true);
  }
  return told;
}

async function read<T>(lab: Lab, one: SameLength<T>, item: T, suspicious: boolean): Promise<Told<T>> {
  const beside = () => lab.api.list(one.beside(item));
  const limit = one.limit(item);
  const before = await beside();
  const list = await lab.api.list(one.list(item));
  const after = suspicious ? await beside() : before;
  const broken = [before, list, after].find(({ items }) => items === undefined);
  if (broken !== undefined) return { kind: 'silent', reply: broken };
  // A filter that lets others in is a matter of the filter.
  if ([before, after].some(hasStrangers)) return { kind: 'untold', replies: [after, list] };
  const shown = Math.min(lengthOf(before), lengthOf(after));
  const least = Math.min(limit, shown);
  const count = lengthOf(list);
  const replies = [after, list] as const;
  if (count > limit) {
    return (await wrongAlone(lab, one, item, (length) => length > limit))
      ? { kind: 'untold', replies }
      : { kind: 'broke', item, expected: `at most ${animalsText(limit)}`, replies };
  }
  // As many as the limit tell only where there are more: any larger limit would have shown the same.
  const cut = shown > limit || (shown === limit && lab.population.knownIds().size > limit);
  if (count >= least) return { kind: cut ? 'held' : 'untold', replies };
  // Below the limit a filtered list moves on its own where others change statuses.
  if (list.query.status !== undefined && shown < limit) return { kind: 'untold', replies };
  const words = queryWords(after.query);
  if (await wrongAlone(lab, one, item, (length) => length < limit)) return { kind: 'untold', replies };
  return { kind: 'broke', item, expected: `${animalsText(least)}, as ${words} shows that many`, replies };
}

/** Lists that nobody answered, sent alone too. */
async function lostAmong<T>(lab: Lab, told: readonly Told<T>[]): Promise<readonly Lost[]> {
  const silent = told.flatMap((each) =>
    each.kind === 'silent' && isLost(each.reply)
      ? [{ name: queryWords(each.reply.query), tried: [each.reply] }]
      : [],
  );
  const again = ({ query }: ListReply): Promise<ListReply> => lab.api.list(query);
  return (await settleSilence(lab, silent, (reply) => reply, again)).lost;
}

function hasStrangers({ query: { status }, items }: ListReply): boolean {
  if (status === undefined) return false;
  return (items ?? []).some((item) => isObject(item) && item['status'] !== status);
}

async function wrongAlone<T>(
  lab: Lab,
  one: SameLength<T>,
  item: T,
  isWrong: (length: number) => boolean,
): Promise<boolean> {
  if (one.alone === undefined) return false;
  const list = await lab.api.list(one.alone(item));
  return list.items !== undefined && isWrong(lengthOf(list));
}

function report<T>(lab: Lab, one: SameLength<T>, told: readonly Told<T>[], lost: readonly Lost[]): void {
  for (const each of told) {
    if (each.kind !== 'broke') continue;
    const [beside, list] = each.replies;
    const count = lengthOf(list);
    const actual = animalsText(count);
    const { limit, status } = list.query;
    const most = one.limit(each.item);
    lab.broken(one.decides, {
      message: `listing with ${queryWords(list.query)} brought ${actual}; expected ${each.expected}`,
      expected: each.expected,
      actual,
      input: list.query,
      exchanges: [beside, list].map(({ outcome }) => outcome.exchange),
      comparison: beside.outcome.exchange.id,
      // The first that is too many, or the whole, which lacks some.
      places: [{ part: 'body', pointer: count > most ? `/${String(most)}` : '' }],
      reproduced: { times: ROUNDS - 1, of: ROUNDS - 1 },
      about: [
        subject.parameter('limit', limit ?? 'absent'),
        ...(status === undefined ? [] : [subject.parameter('status', status)]),
      ],
    });
  }
  if (told.some(({ kind }) => kind === 'broke')) return;
  const held = told.flatMap((each) => (each.kind === 'held' ? each.replies : []));
  const silent = told.find((each) => each.kind === 'silent');
  if (held.length > 0) {
    tellLost(lab, one.decides, lost, told.length);
    lab.held(one.decides, one.passes, ...held);
  } else if (silent !== undefined && unanswered(silent.reply) !== undefined)
    lab.silent(one.decides, silent.reply);
  else if (silent !== undefined) {
    const reason = `a list could not be read: it was answered with ${statusText(silent.reply)}`;
    lab.undecided(one.decides, reason, 'server', silent.reply);
  } else {
    const seen = told.flatMap((each) => (each.kind === 'untold' ? each.replies : []));
    lab.scarce(one.decides, one.scarce, ...seen.slice(0, 2));
  }
}

/** The parameters of a query as a sentence has them. */
export function queryWords({ limit, status }: ListQuery): string {
  return [
    limit === undefined ? 'no limit' : `limit=${limit}`,
    ...(status === undefined ? [] : [`status=${status}`]),
  ].join(' and ');
}
