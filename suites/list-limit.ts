import {
  validLimits,
  disguisedTooLargeLimits,
  FAR_BELOW_ZERO,
  limitsOutOfRange,
  nonIntegerLimits,
  BOUNDARY_LIMITS,
} from '../generators/limits.ts';
import { mapPartitions, partition } from '../generators/partitions.ts';
import { type Check, type CheckContext, type Flaw, flawSubjectKey } from '../src/engine/plan/index.ts';
import { invariant, property, type ExpectationResult, wrongStatusFlaw } from '../src/engine/verbs/index.ts';
import {
  isClientError,
  isAuthenticatedList,
  isSuccess,
  listLength,
  type ListReply,
  type PetStatus,
  PET_STATUSES,
  allowedLimit,
  integerLimit,
  withRequestScope,
} from '../src/engine/target/index.ts';
import { fullListLengthCheck } from './list-length.ts';
import {
  DEFAULT_LIMIT,
  MAX_LIMIT,
  animalsText,
  limitOf,
  isAuthenticatedListThat,
  notAListFlaw,
  SENT_LATE,
} from './lists.ts';

const LIMIT = [flawSubjectKey.parameter('limit')];

const isUnlimited = isAuthenticatedListThat(({ query }) => query.limit === undefined);

/** Adds a status filter to three of four limits; the boundary limits never get one. */
function withFilter(limit: number, seed: number): { limit: number; status?: PetStatus } {
  const status = [undefined, ...PET_STATUSES][(limit + (seed >>> 0)) % 4];
  return BOUNDARY_LIMITS.includes(limit) || status === undefined ? { limit } : { limit, status };
}

/** The violation if a list has more than `most` animals. */
function tooMany(reply: ListReply, most: number, words = 'at most'): readonly Flaw[] {
  const count = listLength(reply);
  if (count <= most) return [];
  return [
    {
      expected: `${words} ${animalsText(most)}`,
      actual: animalsText(count),
      input: reply.query,
      places: [{ part: 'body', pointer: `/${String(most)}` }],
      subjects: LIMIT,
    },
  ];
}

/** The violation if a list has more animals than its limit, or than the default without a limit. */
export function tooLongFlaws(page: ListReply): readonly Flaw[] {
  const requirement = page.query.limit === undefined ? 'list.limit.default' : 'list.limit.respected';
  return tooMany(page, limitOf(page) ?? Infinity).map((flaw) => ({ ...flaw, requirement }));
}

/** Expects a 4xx, or a list with at least `least` and at most 100 animals. */
function refusedOr(list: string, page: ListReply, least: number): ExpectationResult {
  if (isClientError(page.answer?.status ?? 0)) return 'met';
  const expected = `a 4xx with an Error object, or ${list}`;
  const length = listLength(page);
  if (page.items === undefined) return { ...notAListFlaw(page), expected };
  if (length >= least && length <= MAX_LIMIT) return 'met';
  const pointer = length > MAX_LIMIT ? `/${String(MAX_LIMIT)}` : '';
  return { actual: animalsText(length), expected, places: [{ part: 'body', pointer }] };
}

/** Common settings of the checks that a list is no longer than its limit, or than the default without one. */
const lengths = {
  needs: ['list'],
  wrong: tooLongFlaws,
  conclusive: (page: ListReply, _: undefined, { population }: CheckContext) =>
    page.items !== undefined && population.expectedCount(page) > (limitOf(page) ?? Infinity),
} as const;

export const listLimitChecks: readonly Check[] = [
  property('list/limit-in-range', {
    decides: 'list.limit.accepted',
    minAnimals: MAX_LIMIT + 1,
    draw: ({ seed }) => mapPartitions(validLimits, (limit) => withFilter(limit, seed)),
    ask: ({ limit, status }, { api }) =>
      api.list({ limit: String(limit), ...(status === undefined ? {} : { status }) }),
    // A rejected query with a filter may be due to the filter; list/documented-queries decides that.
    expect: (page) => {
      if (page.answer?.status === 200) return 'met';
      // A 204 means that the limit was accepted and the list is empty; list/shape reports the 204.
      if (page.query.status !== undefined || page.answer?.status === 204) return 'no-evidence';
      return wrongStatusFlaw(page, '200');
    },
    passMessage: 'limits from 1 to 100, each answered with 200',
    subjects: () => LIMIT,
  }),

  invariant('list/limit-respected', {
    ...lengths,
    decides: 'list.limit.respected',
    dependsOn: ['list/limit-in-range'],
    of: isAuthenticatedListThat(({ query }) => query.limit !== undefined),
    passMessage: 'lists with a limit, none longer than its limit',
    inconclusive: ({ population }) =>
      `no more animals are known to exist (${String(population.knownIds().size)}) than the requested limits`,
  }),

  fullListLengthCheck('list/limit-default', {
    decides: 'list.limit.default',
    // If the run creates this many animals, each status has more animals than the default limit.
    enough: 4 * (DEFAULT_LIMIT + 1),
    pairs: () =>
      [{}, ...PET_STATUSES.map((status) => ({ status }))].map((list) => ({
        list,
        beside: { ...list, limit: String(DEFAULT_LIMIT) },
      })),
    inconclusive: ({ population }, lists) => {
      const known = population.knownIds().size;
      const why =
        known > DEFAULT_LIMIT
          ? `${String(known)} animals are known, but no list showed more than ${String(Math.max(...lists.map(listLength)))}`
          : `the target holds fewer than ${String(DEFAULT_LIMIT + 1)} animals`;
      return `${why}, so a default of ${String(DEFAULT_LIMIT)} cannot be told from a larger default`;
    },
    passes: 'a list without a limit was as long as a list with limit=20',
  }),

  invariant('list/limit-absent', {
    ...lengths,
    decides: 'list.limit.default',
    dependsOn: ['list/limit-default'],
    of: isUnlimited,
    // A server may keep the limit of the request before.
    also: ({ api }) =>
      withRequestScope({ exclusive: 'single' }, async () => {
        await api.list({ limit: String(MAX_LIMIT) });
        return [await api.list()].filter((page) => isUnlimited(page));
      }),
    passMessage: 'lists without a limit, none longer than 20',
  }),

  invariant('list/limit-at-the-end', {
    ...lengths,
    ...SENT_LATE,
    title: 'the lengths of lists at the end of the run',
    decides: 'list.limit.default',
    mayBreak: ['list.limit.respected'],
    of: isAuthenticatedList,
    conclusive: (page, given, context) => isUnlimited(page) && lengths.conclusive(page, given, context),
    applies: () => true,
    passMessage: 'lists at the end of the run, none longer than its limit, or than 20 without one',
  }),

  invariant('list/limit-maximum', {
    decides: 'list.limit.maximum',
    needs: ['list'],
    dependsOn: ['list/limit-in-range', 'list/limit-out-of-range'],
    of: isAuthenticatedList,
    // Animals may go as new ones come, and lists may lag: only from the first full list on can a longer one be seen.
    given: async (context) => {
      const isFull = isAuthenticatedListThat((page) => listLength(page) >= MAX_LIMIT);
      if (!context.api.log.some(isFull) && context.population.knownIds().size > MAX_LIMIT) {
        await context.settledLists();
        await context.api.list({ limit: '1000' });
      }
      return Math.min(...context.api.log.filter(isFull).map(({ answer }) => answer?.sentAt ?? Infinity));
    },
    wrong: (page) => (integerLimit(page) === undefined ? [] : tooMany(page, MAX_LIMIT, 'never more than')),
    conclusive: (page, firstFull, { population }) =>
      page.answer !== undefined &&
      page.answer.sentAt >= firstFull &&
      population.expectedCount(page) > MAX_LIMIT &&
      (integerLimit(page) ?? 0n) >= BigInt(MAX_LIMIT),
    applies: (page) => integerLimit(page) !== undefined && (allowedLimit(page) ?? MAX_LIMIT) >= MAX_LIMIT,
    passMessage: 'lists with a limit of 100 or out of range, none longer than 100',
    inconclusive: ({ population }, firstFull) => {
      const known = population.knownIds().size;
      return firstFull < Infinity || known <= MAX_LIMIT
        ? `too few animals are known to exist (${String(known)}) for a list of more than ${String(MAX_LIMIT)}`
        : `${String(known)} animals are known, but no list showed ${String(MAX_LIMIT)} of them: the target may keep fewer`;
    },
  }),

  property('list/limit-out-of-range', {
    decides: 'list.limit.out-of-range',
    minAnimals: MAX_LIMIT + 1,
    draw: limitsOutOfRange,
    ask: async (limit, { api, pages }) => {
      // A service may report two wrong parameters in another form than one.
      if (FAR_BELOW_ZERO.has(limit)) return api.list({ limit, status: 'unknown' });
      // The maximum holds for filtered lists too.
      const isFiltered = limit === '200' || limit.length === 4;
      return api.list({ limit, ...(isFiltered && { status: await pages.commonestStatus() }) });
    },
    expect: (page, { population }) =>
      // Animals may have moved on to another status.
      refusedOr(
        'a list of 1 to 100 animals',
        page,
        population.knownIds().size === 0 || page.query.status !== undefined ? 0 : 1,
      ),
    passMessage: 'limits out of range, each refused or clamped',
    subjects: () => LIMIT,
  }),

  property('list/limit-in-disguise', {
    decides: 'list.limit.maximum',
    minAnimals: MAX_LIMIT + 1,
    draw: disguisedTooLargeLimits,
    // The meaning of such a query is unclear, so only a list of more than 100 animals violates this requirement.
    ask: (search, { api }) => api.list({ limit: search }, { search }),
    expect: (page) => {
      if (isClientError(page.answer?.status ?? 0)) return 'met';
      const [flaw] = tooMany(page, MAX_LIMIT, 'a 4xx, or never more than');
      return flaw ?? (page.items === undefined ? 'no-evidence' : 'met');
    },
    passMessage: 'limits past 100 in unusual spellings, none returning more than 100 animals',
    subjects: () => LIMIT,
    optional: true,
  }),

  property('list/limit-beside-others', {
    decides: 'list.limit.respected',
    minAnimals: DEFAULT_LIMIT + 1,
    // Clients add an unknown parameter to bypass caches.
    draw: partition<string>({ 'a parameter that the document does not name': ['limit=3&_=1700000000000'] }),
    ask: (search, { api }) =>
      api.list({ limit: search }, { search, headers: [['Cache-Control', 'no-cache']] }),
    // The target may refuse the unknown parameter.
    expect: (page) => (page.items === undefined ? 'no-evidence' : (tooMany(page, 3)[0] ?? 'met')),
    passMessage: 'lists with a limit and an unknown parameter, none longer than the limit',
    subjects: () => LIMIT,
    optional: true,
  }),

  property('list/limit-no-integer', {
    decides: 'list.limit.not-integer',
    minAnimals: DEFAULT_LIMIT + 1,
    draw: nonIntegerLimits,
    ask: (limit, { api }) => api.list({ limit }),
    expect: (page, { api }) => {
      const bare = api.log.filter(isUnlimited).findLast(({ query }) => query.status === undefined);
      const least = bare?.items === undefined ? 0 : Math.min(listLength(bare), DEFAULT_LIMIT);
      const found = refusedOr('the same list as without a limit', page, least);
      return typeof found === 'object' && bare !== undefined ? { ...found, comparedWith: [bare] } : found;
    },
    passMessage: 'limits that are not integers, each refused or ignored',
    subjects: () => LIMIT,
    // Failures of other limits can explain a wrong list, but not a rejection without an Error object.
    possibleCauses: (_, { answer }) =>
      isSuccess(answer)
        ? ['list.limit.respected', 'list.limit.maximum', 'list.limit.default', 'list.limit.out-of-range']
        : undefined,
  }),
];
