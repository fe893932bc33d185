import { type Fault, type FaultRow, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { type Call, Refusal } from '../model.ts';
import { crash } from '../modify.ts';

const given = (call: Call): boolean => call.params.has('limit');

/** Reads some limits its own way, integers or others; undefined leaves the conformant one. */
function reads(own: (limit: number) => number | undefined, kind: RegExp = /^-?\d+$/): Patch {
  return (base) => ({
    readLimit(texts, call) {
      const text = texts[0];
      const limit = text !== undefined && kind.test(text) ? own(Number(text)) : undefined;
      return limit ?? base.readLimit(texts, call);
    },
  });
}

const without = (limit: number, when: (call: Call) => boolean = () => true): Patch => {
  return (base) => ({
    readLimit: (texts, call) => (texts.length === 0 && when(call) ? limit : base.readLimit(texts, call)),
  });
};

const refused = (status: number): never => {
  throw new Refusal(status, 'invalid_limit', 'The limit is out of range.');
};

const rows: readonly FaultRow[] = [
  [
    'limit-100-refused',
    'Refuses a limit of exactly 100.',
    'list.limit.accepted',
    reads((limit) => (limit === 100 ? refused(400) : undefined)),
  ],
  [
    'limit-1-refused',
    'Refuses a limit of exactly 1.',
    'list.limit.accepted',
    reads((limit) => (limit === 1 ? refused(400) : undefined)),
  ],
  [
    'limit-above-50-refused',
    'Refuses limits above 50.',
    'list.limit.accepted',
    reads((limit) => (limit > 50 ? refused(400) : undefined)),
  ],
  [
    'limit-one-digit-refused',
    'Refuses limits of one digit.',
    'list.limit.accepted',
    reads((limit) => (limit < 10 ? refused(400) : undefined)),
  ],
  [
    'limit-100-crash',
    'Fails with 500 at a limit of exactly 100.',
    'list.limit.accepted',
    reads((limit) => (limit === 100 ? crash() : undefined)),
    ['robust.no-5xx'],
  ],
  [
    'limit-answered-206',
    'Answers 206 where a limit is given.',
    'list.limit.accepted',
    (base) => ({ list: async (call) => ({ ...(await base.list(call)), status: given(call) ? 206 : 200 }) }),
    ['list.success', 'list.status.accepted'],
  ],

  [
    'limit-ignored',
    'Passes over the limit and always gives 20.',
    'list.limit.respected',
    reads((limit) => (limit >= 1 && limit <= 100 ? 20 : undefined)),
    ['list.complete', 'list.status.with-limit'],
  ],
  [
    'limit-one-more',
    'Gives one animal more than the limit asks for.',
    'list.limit.respected',
    reads((limit) => (limit >= 1 && limit <= 100 ? limit + 1 : undefined)),
    ['list.limit.default', 'list.limit.maximum', 'list.status.with-limit'],
  ],
  [
    'limit-1-is-none',
    'Takes a limit of 1 for none.',
    'list.limit.respected',
    reads((limit) => (limit === 1 ? 20 : undefined)),
    ['list.status.with-limit'],
  ],
  [
    'limit-by-tens',
    'Rounds the limit up to whole tens.',
    'list.limit.respected',
    reads((limit) => (limit >= 1 && limit <= 100 ? Math.ceil(limit / 10) * 10 : undefined)),
    ['list.status.with-limit'],
  ],
  [
    'limit-at-least-5',
    'Gives five animals where fewer are asked for.',
    'list.limit.respected',
    reads((limit) => (limit >= 1 && limit < 5 ? 5 : undefined)),
    ['list.status.with-limit'],
  ],
  [
    'limit-per-status',
    'Applies the limit to each status on its own.',
    'list.limit.respected',
    (base) => ({
      page: (animals, limit, call) =>
        given(call) && !call.params.has('status')
          ? [undefined, 'available', 'pending', 'sold'].flatMap((status) =>
              base.page(
                animals.filter((animal) => animal.status === status),
                limit,
                call,
              ),
            )
          : base.page(animals, limit, call),
    }),
    ['list.limit.default', 'list.limit.maximum'],
  ],

  [
    'default-10',
    'Gives 10 animals where no limit is given.',
    'list.limit.default',
    without(10),
    ['list.complete'],
  ],
  [
    'default-19',
    'Gives 19 animals where no limit is given.',
    'list.limit.default',
    without(19),
    ['list.complete'],
  ],
  ['default-21', 'Gives 21 animals where no limit is given.', 'list.limit.default', without(21)],
  ['default-25', 'Gives 25 animals where no limit is given.', 'list.limit.default', without(25)],
  ['default-50', 'Gives 50 animals where no limit is given.', 'list.limit.default', without(50)],
  ['default-100', 'Gives 100 animals where no limit is given.', 'list.limit.default', without(100)],
  [
    'default-unbounded',
    'Gives every animal where no limit is given.',
    'list.limit.default',
    without(Number.POSITIVE_INFINITY),
  ],
  [
    'default-10-when-filtered',
    'Gives 10 animals where a filter but no limit is given.',
    'list.limit.default',
    without(10, (call) => call.params.has('status')),
    ['list.complete'],
  ],

  [
    'maximum-none',
    'Gives as many animals as any limit asks for.',
    'list.limit.maximum',
    reads((limit) => (limit > 100 ? limit : undefined)),
    ['list.limit.out-of-range'],
  ],
  [
    'maximum-1000',
    'Brings limits down to 1000 instead of 100.',
    'list.limit.maximum',
    reads((limit) => (limit > 100 ? Math.min(limit, 1000) : undefined)),
    ['list.limit.out-of-range'],
  ],
  [
    'maximum-101',
    'Takes 101 for a limit in range.',
    'list.limit.maximum',
    reads((limit) => (limit === 101 ? 101 : undefined)),
    ['list.limit.out-of-range'],
  ],
  [
    'maximum-none-at-zero',
    'Takes a limit of 0 for no limit at all.',
    'list.limit.maximum',
    reads((limit) => (limit === 0 ? Number.POSITIVE_INFINITY : undefined)),
    ['list.limit.out-of-range'],
  ],
  [
    'maximum-none-below-zero',
    'Takes a negative limit for no limit at all, as SQLite does.',
    'list.limit.maximum',
    reads((limit) => (limit < 0 ? Number.POSITIVE_INFINITY : undefined)),
    ['list.limit.out-of-range'],
  ],
  [
    'maximum-none-past-2-31',
    'Takes limits from 2^31 on for no limit at all.',
    'list.limit.maximum',
    reads((limit) => (limit >= 2 ** 31 ? Number.POSITIVE_INFINITY : undefined)),
    ['list.limit.out-of-range'],
  ],

  [
    'limit-zero-crash',
    'Fails with 500 at a limit of 0.',
    'list.limit.out-of-range',
    reads((limit) => (limit === 0 ? crash() : undefined)),
    ['robust.no-5xx'],
  ],
  [
    'limit-negative-crash',
    'Fails with 500 at a negative limit.',
    'list.limit.out-of-range',
    reads((limit) => (limit < 0 ? crash() : undefined)),
    ['robust.no-5xx'],
  ],
  [
    'limit-above-crash',
    'Fails with 500 at limits above 100.',
    'list.limit.out-of-range',
    reads((limit) => (limit > 100 ? crash() : undefined)),
    ['robust.no-5xx'],
  ],
  [
    'limit-word-crash',
    'Fails with 500 at a limit that is no number.',
    'list.limit.not-integer',
    reads((limit) => (Number.isNaN(limit) ? crash() : undefined), /./),
    ['robust.no-5xx'],
  ],
  [
    'limit-fraction-crash',
    'Fails with 500 at a limit that is a fraction.',
    'list.limit.not-integer',
    reads(crash, /^-?\d+\.\d+$/),
    ['robust.no-5xx'],
  ],
];

export const limitFaults: readonly Fault[] = faultsOf('list', rows);
