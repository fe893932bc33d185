import { type Fault, type FaultRow, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { type Animal, type Call, Refusal } from '../model.ts';
import { crash, STATUSES } from '../modify.ts';

const limited = (call: Call): boolean => call.params.has('limit');

/** Filters its own way; undefined leaves the conformant one. */
function filters(
  own: (animals: readonly Animal[], status: string, call: Call) => readonly Animal[] | undefined,
): Patch {
  return (base) => ({
    filter: (animals, status, call) =>
      (status === undefined ? undefined : own(animals, status, call)) ?? base.filter(animals, status, call),
  });
}

/** Pages its own way where there is a filter. */
function pages(own: (animals: readonly Animal[], limit: number, call: Call) => readonly Animal[]): Patch {
  return (base) => ({
    page: (animals, limit, call) =>
      call.params.has('status') ? own(animals, limit, call) : base.page(animals, limit, call),
  });
}

function refuses(status: string, fail: () => never): Patch {
  return (base) => ({
    readStatusFilter: (texts, call) => (texts[0] === status ? fail() : base.readStatusFilter(texts, call)),
  });
}

const refused = (status: number) => (): never => {
  throw new Refusal(status, 'unknown_status_filter', 'This status cannot be asked for.');
};

const unknown = (fail: (texts: readonly string[]) => boolean): Patch => {
  return (base) => ({
    readStatusFilter(texts, call) {
      const text = texts[0];
      if (text !== undefined && !STATUSES.includes(text) && fail(texts)) crash();
      return base.readStatusFilter(texts, call);
    },
  });
};

const rows: readonly FaultRow[] = [
  ['status-sold-refused', 'Refuses sold as a filter.', 'list.status.accepted', refuses('sold', refused(400))],
  [
    'status-pending-404',
    'Answers 404 to pending as a filter.',
    'list.status.accepted',
    refuses('pending', refused(404)),
  ],
  [
    'status-available-crash',
    'Fails with 500 at available as a filter.',
    'list.status.accepted',
    refuses('available', crash),
    ['robust.no-5xx'],
  ],
  [
    'status-with-limit-refused',
    'Refuses a filter together with a limit.',
    'list.status.accepted',
    (base) => ({
      readStatusFilter: (texts, call) =>
        texts.length > 0 && limited(call) ? refused(400)() : base.readStatusFilter(texts, call),
    }),
    ['list.status.with-limit', 'list.limit.accepted'],
  ],
  [
    'status-pending-without-limit-refused',
    'Refuses pending as a filter where no limit is given.',
    'list.status.accepted',
    (base) => ({
      readStatusFilter: (texts, call) =>
        texts[0] === 'pending' && !limited(call) ? refused(400)() : base.readStatusFilter(texts, call),
    }),
  ],

  [
    'filter-ignored',
    'Passes over the filter.',
    'list.status.filter',
    filters((animals) => animals),
    ['list.status.with-limit'],
  ],
  [
    'filter-ignored-for-pending',
    'Passes over the filter for pending only.',
    'list.status.filter',
    filters((animals, status) => (status === 'pending' ? animals : undefined)),
    ['list.status.with-limit'],
  ],
  [
    'filter-available-has-pending',
    'Lists pending animals among the available ones.',
    'list.status.filter',
    filters((animals, status) =>
      status === 'available'
        ? animals.filter((animal) => animal.status !== 'sold' && animal.status !== undefined)
        : undefined,
    ),
    ['list.status.with-limit'],
  ],
  [
    'filter-takes-unset',
    'Lists animals without a status among the available ones.',
    'list.status.filter',
    filters((animals, status) =>
      status === 'available' ? animals.filter((animal) => (animal.status ?? status) === status) : undefined,
    ),
    ['list.status.with-limit'],
  ],
  [
    'filter-ignored-without-limit',
    'Passes over the filter where no limit is given.',
    'list.status.filter',
    filters((animals, _, call) => (limited(call) ? undefined : animals)),
  ],
  [
    'filter-first-item-free',
    'Puts the first animal of all before every filtered list.',
    'list.status.filter',
    filters((animals, status) => animals.filter((animal, index) => index === 0 || animal.status === status)),
    ['list.status.with-limit'],
  ],
  [
    'filter-leaks-at-tenth',
    'Lists an animal of another status at the tenth place of a filtered list.',
    'list.status.filter',
    filters((animals, status) => {
      const matching = animals.filter((animal) => animal.status === status);
      const other = animals.find((animal) => animal.status !== status);
      return other === undefined || matching.length < 9
        ? matching
        : [...matching.slice(0, 9), other, ...matching.slice(9)];
    }),
    ['list.status.with-limit'],
  ],
  [
    'filter-negated-for-sold',
    'Lists everything but the sold animals where the sold ones are asked for.',
    'list.status.filter',
    filters((animals, status) =>
      status === 'sold' ? animals.filter((animal) => animal.status !== 'sold') : undefined,
    ),
    ['list.status.with-limit', 'list.complete'],
  ],

  [
    'limit-before-filter',
    'Cuts the page before it filters.',
    'list.status.with-limit',
    (base) => ({
      filter: (animals, status, call) =>
        base.filter(
          status === undefined
            ? animals
            : base.page(animals, base.readLimit(call.params.getAll('limit'), call), call),
          status,
          call,
        ),
    }),
    ['list.complete'],
  ],
  [
    'limit-ignored-with-filter',
    'Passes over the limit where there is a filter.',
    'list.status.with-limit',
    pages((animals, limit, call) => animals.slice(0, limited(call) ? 100 : limit)),
    ['list.limit.respected'],
  ],
  [
    'limit-one-more-with-filter',
    'Gives one animal more than the limit where there is a filter.',
    'list.status.with-limit',
    pages((animals, limit, call) => animals.slice(0, limited(call) ? limit + 1 : limit)),
    ['list.limit.respected', 'list.limit.maximum'],
  ],
  [
    'filter-ignored-with-limit',
    'Passes over the filter where a limit is given.',
    'list.status.filter',
    filters((animals, _, call) => (limited(call) ? animals : undefined)),
    ['list.status.with-limit'],
  ],
  [
    'limit-one-less-with-filter',
    'Gives one animal less than the limit where there is a filter.',
    'list.status.with-limit',
    pages((animals, limit) =>
      animals.length >= limit && limit > 1 ? animals.slice(0, limit - 1) : animals.slice(0, limit),
    ),
    ['list.complete'],
  ],

  [
    'status-unknown-crash',
    'Fails with 500 at a status that it does not know.',
    'list.status.unknown',
    unknown(() => true),
    ['robust.no-5xx'],
  ],
  [
    'status-unknown-object',
    'Answers an object where the status of a filter is unknown.',
    'list.status.unknown',
    (base) => ({
      readStatusFilter: (texts) => texts[0],
      list: async (call) => {
        const status = call.params.get('status');
        const reply = await base.list(call);
        return status === null || STATUSES.includes(status) ? reply : { ...reply, value: { items: [] } };
      },
    }),
    ['list.success'],
  ],
];

export const filterFaults: readonly Fault[] = faultsOf('list', rows);
