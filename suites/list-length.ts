import { defineCheck, type Check, type Rule } from '../src/engine/check.ts';
import { subject, type Flaw } from '../src/engine/flaw.ts';
import type { Lab } from '../src/engine/lab.ts';
import { isList, lengthOf } from '../src/engine/lists.ts';
import { isObject, type ListQuery, type ListReply } from '../src/engine/replies.ts';
import { same, type Compared, type Same } from '../src/engine/verbs/same.ts';
import { animalsText, queryWords } from './lists.ts';

/** A list has to be as long as its limit, or as the list beside it that shows all that could be in it. */
export interface SameLength<T> extends Pick<
  Same<T, ListReply>,
  'title' | 'decides' | 'minAnimals' | 'enough' | 'of' | 'passes' | 'namesOpen' | 'inconclusive'
> {
  readonly list: (one: T) => ListQuery;
  /** The list that shows what there is to show. */
  readonly beside: (one: T) => ListQuery;
  /** The limit that holds for the first. */
  readonly limit: (one: T) => number;
  /**
   * What to compare where everything was too short to be cut: of a store that the run may not or need not add to there may
   * be as many as this to show, and no more. Absent: nothing else.
   */
  readonly narrower?: (one: T, shown: number) => T | undefined;
  /** A list without the part that is in question: where that goes wrong in the same way, it is no matter of this. */
  readonly alone?: (one: T) => ListQuery;
}

export function sameLength<T>(id: string, one: SameLength<T>): Check {
  const { list, beside, limit, narrower, alone, ...rest } = one;
  const check = same<T, ListReply>(id, {
    ...rest,
    stage: 'volume',
    needs: ['list'],
    ask: (item, { api }) => api.list(list(item)),
    beside: (item, { api }) => api.list(beside(item)),
    isReadable: ({ items }) => items !== undefined,
    expect: async (compared, item, lab) => {
      const most = limit(item);
      const found = wrongLength(compared, most, lab);
      if (typeof found === 'string' || alone === undefined) return found;
      const other = await lab.api.list(alone(item));
      const isAlike = Math.sign(lengthOf(other) - most) === Math.sign(lengthOf(compared.reply) - most);
      return other.items !== undefined && isAlike ? 'no-evidence' : found;
    },
    ...(narrower && { narrower: (item, shown) => narrower(item, lengthOf(shown)) }),
    describe: ({ query }) => `listing with ${queryWords(query)}`,
  });
  const ruleOf = async (lab: Lab): Promise<Rule> => {
    const pages = lab.api.log.filter(isList);
    const items = typeof one.of === 'function' ? one.of(lab) : one.of;
    const asks = (query: ListQuery) => (page: ListReply) => queryWords(page.query) === queryWords(query);
    return (reply, like) => {
      const page = pages.find((other) => other === reply);
      const item = page && items.find((some) => asks(list(some))(page));
      const other = item && pages.findLast(asks(beside(item)));
      if (page?.items === undefined || other?.items === undefined || item === undefined) return 'no-evidence';
      const found = wrongLength({ reply: page, beside: [other, other] }, limit(item), lab);
      // As many as the limit are what one that was too short lacked.
      if (found === 'no-evidence' && like?.kind === 'short' && lengthOf(page) === limit(item)) return 'met';
      return typeof found === 'string' ? found : [{ requirement: one.decides, ...found }];
    };
  };
  return defineCheck({ ...check, ruleOf });
}

/** Wrong are more animals than the limit, and fewer than both the limit and the list beside allow. */
function wrongLength(
  { reply: list, beside }: Compared<ListReply>,
  limit: number,
  { population }: Lab,
): 'met' | 'no-evidence' | Flaw {
  // A filter that lets others in is a matter of the filter.
  if (beside.some(hasStrangers)) return 'no-evidence';
  const [, after] = beside;
  const count = lengthOf(list);
  const shown = Math.min(...beside.map(lengthOf));
  const least = Math.min(limit, shown);
  if (count > limit) return flawOf(list, after, limit, `at most ${animalsText(limit)}`);
  if (count >= least) {
    // As many as the limit are evidence only where there are more: any larger limit would have shown the same.
    const isCut = shown > limit || (shown === limit && population.toShow(list) > limit);
    return isCut ? 'met' : 'no-evidence';
  }
  // Below the limit a filtered list moves on its own where others change statuses.
  if (list.query.status !== undefined && shown < limit) return 'no-evidence';
  return flawOf(list, after, least, `${animalsText(least)}, as ${queryWords(after.query)} shows that many`);
}

function flawOf(list: ListReply, beside: ListReply, most: number, expected: string): Flaw {
  const actual = animalsText(lengthOf(list));
  const { limit, status } = list.query;
  return {
    message: `listing with ${queryWords(list.query)} returned ${actual}; expected ${expected}`,
    expected,
    actual,
    input: list.query,
    beside: [beside],
    kind: lengthOf(list) > most ? 'long' : 'short',
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
