import { patchAsIs, type Fault, faultMaker, MAY_FAIL_WITH_500 } from '../define.ts';
import { countRefusedKeys } from '../keys.ts';
import type { Patch } from '../steps.ts';
import type { WritableJson } from '../json.ts';
import { type Animal, type Call, STATUSES } from '../model.ts';
import { changeResult, fail500, replaceStep, refuseWith } from '../modify.ts';

type Animals = readonly Animal[];

/** Replaces the status filter; the conformant filter applies if `own` returns undefined. */
const filters = (own: (animals: Animals, status: string, call: Call) => Animals | undefined): Patch =>
  replaceStep('filter', (animals, status, call) =>
    status === undefined ? undefined : own(animals, status, call),
  );

/** Replaces the paging of filtered lists. */
const pages = (own: (animals: Animals, limit: number, call: Call) => Animals): Patch =>
  replaceStep('page', (animals, limit, call) =>
    call.params.has('status') ? own(animals, limit, call) : undefined,
  );

/** Rejects the matching status filters with a status. */
const refuses = ([when, status]: readonly [when: (wanted: string) => boolean, status: number]): Patch => {
  const refuse = refuseWith(status, 'unknown_status_filter', 'This status cannot be asked for.');
  return replaceStep('readStatusFilter', ([wanted]) => {
    if (wanted === undefined || !when(wanted)) return undefined;
    return status === 500 ? fail500() : refuse();
  });
};

const list = faultMaker('list');

export const statusFilterFaults: readonly Fault[] = [
  ...list('list.status.accepted', [], refuses, {
    'status-sold-refused': ['Refuses sold as a filter.', [(wanted) => wanted === 'sold', 400]],
    'status-pending-404': ['Answers 404 to pending as a filter.', [(wanted) => wanted === 'pending', 404]],
  }),

  ...list('list.status.filter', ['list.status.with-limit'], patchAsIs, {
    'filter-lost-after-refused-keys': [
      'Filters no list any more once 60 requests were refused for their key.',
      countRefusedKeys((base, refused) => ({
        filter: (animals, status, call) => base.filter(animals, refused() > 60 ? undefined : status, call),
      })),
    ],
  }),

  ...list('list.status.filter', ['list.status.with-limit'], filters, {
    'filter-or-all': [
      'Lists all animals where the filter matches none of them.',
      (animals, wanted) => (animals.some(({ status }) => status === wanted) ? undefined : animals),
    ],
    'filter-ignored': ['Passes over the filter.', (animals) => animals],
    'filter-by-any-member': [
      'Looks for the status of a filter in the name too.',
      (animals, wanted) => animals.filter(({ name, status }) => status === wanted || name === wanted),
    ],
    'filter-takes-unset': [
      'Lists animals without a status among the available ones.',
      (animals, wanted) =>
        wanted === 'available'
          ? animals.filter(({ status }) => status === wanted || status === undefined)
          : undefined,
    ],
    'filter-first-item-free': [
      'Puts the first animal of all before every filtered list.',
      (animals, wanted) => animals.filter(({ status }, index) => index === 0 || status === wanted),
    ],
  }),

  ...list('list.status.with-limit', ['list.complete'], patchAsIs, {
    'limit-before-filter': [
      'Cuts the page before it filters.',
      (base) => ({
        filter(animals, status, call) {
          if (status === undefined) return base.filter(animals, status, call);
          const limit = base.readLimit(call.params.getAll('limit'), call);
          return base.filter(base.page(animals, limit, call), status, call);
        },
      }),
    ],
    'newest-read-and-filtered': [
      'Reads twice the limit and 20 more of the newest animals, and filters these.',
      (base) => ({
        filter(animals, status, call) {
          const limit = base.readLimit(call.params.getAll('limit'), call);
          return base.filter(status === undefined ? animals : animals.slice(-2 * limit - 20), status, call);
        },
      }),
    ],
    'limit-one-less-with-filter': [
      'Gives one animal less than the limit where there is a filter.',
      pages((animals, limit) => animals.slice(0, Math.max(limit - 1, 1))),
    ],
  }),
  ...list('list.success', ['list.status.with-limit', 'list.status.filter'], patchAsIs, {
    'one-of-a-status-bare': [
      'Gives one animal alone, not in an array, where one of a status is asked for.',
      changeResult('list', (reply, { params }) =>
        params.has('status') && params.get('limit') === '1' && Array.isArray(reply.value)
          ? { ...reply, value: (reply.value as readonly WritableJson[])[0] ?? null }
          : reply,
      ),
    ],
  }),
  ...list('list.complete', ['list.status.with-limit'], pages, {
    'filter-capped-at-50': [
      'Gives at most 50 animals where there is a filter.',
      (animals, limit) => animals.slice(0, Math.min(limit, 50)),
    ],
    'filter-last-of-many-lost': [
      'Leaves out the last of more than 50 animals where there is a filter.',
      (animals, limit) =>
        animals.slice(0, limit > 50 ? Math.min(limit, Math.max(animals.length - 1, 50)) : limit),
    ],
  }),
  ...list('list.status.with-limit', ['list.limit.respected'], pages, {
    'limit-one-more-with-filter': [
      'Gives one animal more than the limit where there is a filter.',
      (animals, limit, { params }) => animals.slice(0, params.has('limit') ? limit + 1 : limit),
      ['list.limit.maximum'],
    ],
  }),

  ...list('list.status.unknown', MAY_FAIL_WITH_500, refuses, {
    'status-unknown-crash': [
      'Fails with 500 at an unknown status.',
      [(wanted) => !STATUSES.includes(wanted), 500],
    ],
  }),
  ...list('list.status.unknown', ['list.success'], patchAsIs, {
    'status-unknown-object': [
      'Answers an object where the status of a filter is unknown.',
      (base) => ({
        readStatusFilter: (texts) => texts[0],
        list: async (call) => {
          const status = call.params.get('status');
          const reply = await base.list(call);
          return status === null || STATUSES.includes(status) ? reply : { ...reply, value: { items: [] } };
        },
      }),
    ],
  }),
];
