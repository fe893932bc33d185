import type { Patch } from '../hooks.ts';
import { changed, crash, refuser } from '../modify.ts';
import { type Family, familiesOf, sharesOf } from './define.ts';
import { animals, filters, limits } from './which.ts';

/** What does not list at all. */
const refuses =
  (how: () => never): Patch =>
  () => ({ list: how });

const unlisted: Family = {
  id: 'share/unlisted',
  title: 'Never lists one in N animals.',
  breaks: 'list.complete',
  mayFall: [],
  patch: (hits) => changed('stored', (all) => all.filter(({ name }) => !hits.on(name))),
};

export const listFamilies = [
  unlisted,
  ...familiesOf('share', limits, {
    'limit-refused': [
      'Refuses one in N limits.',
      'list.limit.accepted',
      refuses(refuser(400, 'invalid_limit', 'The limit is out of range.')),
      ['list.limit.default', 'list.success', 'list.status.accepted'],
    ],
    'limit-crash': [
      'Fails with 500 for one in N limits.',
      'list.limit.accepted',
      refuses(crash),
      [
        'list.limit.default',
        'list.limit.not-integer',
        'list.success',
        'list.status.accepted',
        'robust.no-5xx',
      ],
    ],
    'limit-cut': [
      'Leaves the last animal out of the page for one in N limits.',
      'list.complete',
      changed('page', (page) => page.slice(0, -1)),
      ['list.limit.default', 'list.status.with-limit'],
    ],
  }),
  ...sharesOf('share', limits, 'limits', {
    'limit-one-more': ['list/limit-one-more'],
    'limit-twice': ['list/last-twice'],
  }),
  ...familiesOf('share', filters, {
    'filter-refused': [
      'Refuses one in N pairs of a status and a limit.',
      'list.status.accepted',
      refuses(refuser(400, 'unknown_status_filter', 'The status is unknown.')),
      ['list.limit.accepted', 'list.success', 'list.status.with-limit'],
    ],
  }),
  ...sharesOf('share', filters, 'pairs of a status and a limit', {
    'filter-leak': ['list/filter-first-item-free', 'list.complete'],
    'filter-after-limit': ['list/limit-before-filter', 'list.limit.default'],
  }),
  ...sharesOf('share', animals, 'names', {
    'listed-name': ['list/names-cut'],
    'listed-status': ['list/sold-as-pending'],
    'listed-category': ['list/category-zero'],
    'listed-category-text': ['member/list-categoryid-retyped', 'list.agrees', 'create.int64'],
  }),
];
