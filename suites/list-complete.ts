import type { RequirementId } from '../requirements/index.ts';
import type { Check } from '../src/kit/check.ts';
import { subject, type Flaw } from '../src/kit/flaw.ts';
import { expected, isShort, missing, missingOnTwoReads } from '../src/kit/left-out.ts';
import { animalsText, isFull, isList, lengthOf } from '../src/kit/lists.ts';
import type { Animal } from '../src/kit/population.ts';
import type { ListReply } from '../src/kit/replies.ts';
import { always } from '../src/kit/verbs/always.ts';
import { queryWords } from '../src/kit/verbs/same.ts';

/** Requirements whose own failure makes a page with this query short. */
function explanations({ limit, status }: ListReply['query']): readonly RequirementId[] {
  return [
    ...(limit === undefined ? (['list.limit.default'] as const) : []),
    ...(status === undefined ? [] : (['list.status.filter'] as const)),
  ];
}

/** How many animals are left out, and the status that all of them have: what they share is where to look. */
function common(absent: readonly Animal[]): string {
  const [first] = absent;
  if (first === undefined) return 'none';
  const statuses = [...new Set(absent.map(({ submitted }) => submitted.status ?? 'none'))];
  const shared = statuses.length === 1 ? `, with status ${statuses.join('')}` : '';
  const which = `animal ${String(first.id)}${absent.length > 1 ? ' the first of them' : ''}`;
  return `${String(absent.length)} of this run that had been added (${which}${shared})`;
}

export function leftOut(page: ListReply, absent: readonly Animal[]): readonly Flaw[] {
  const [first] = absent;
  if (first === undefined) return [];
  const { limit, status } = page.query;
  return [
    {
      requirement: 'list.complete',
      message: `a list with ${queryWords(page.query)} held ${animalsText(lengthOf(page))}, and left out ${common(absent)}`,
      expected: `animal ${String(first.id)} in the list: a page shorter than its limit is the last one`,
      actual: `${animalsText(lengthOf(page))}, animal ${String(first.id)} not among them`,
      input: page.query,
      // What is left out changes with what is added: the latest list says most.
      alike: `${status ?? ''} ${limit === undefined ? 'without a limit' : ''}`,
      places: [{ part: 'body', pointer: '' }],
      beside: [first.reply],
      about: [
        ...absent.map(({ id }) => subject.animal(id)),
        ...(limit === undefined ? [subject.parameter('limit', 'absent')] : []),
        ...(status === undefined ? [] : [subject.parameter('status', status)]),
      ],
      explainedBy: [
        'create.id.unique',
        'create.id.by-service',
        'create.id.assigned',
        ...explanations(page.query),
      ],
    },
  ];
}

export const completeChecks: readonly Check[] = [
  always('list/completeness', {
    title: 'every list that is shorter than its limit holds every animal of the run that matches',
    decides: 'list.complete',
    needs: ['list', 'animal'],
    pulls: ['list/limit-default', 'list/limit-in-range'],
    of: isList,
    // Once more, now that the target is as full as it gets: what was added first may have been pushed out.
    also: ({ pages }) => pages.widest(),
    wrong: (page, _, { population }) =>
      isShort(page) ? leftOut(page, missing(population.animals(), page)) : [],
    confirm: missingOnTwoReads,
    attempts: 8,
    telling: (page, _, { population }) => isShort(page) && expected(population.animals(), page).length > 0,
    passes: (pages) =>
      `${String(pages.length)} lists shorter than their limit, none without an animal known to match`,
    lacks: () =>
      'every list was as long as its limit, so none had to be complete: the target holds more than 100 animals of every status',
    beyond: (_, seen) => seen.some(isFull),
  }),
];
