import { type Fault, patchAsIs, faultMaker, MAY_FAIL_WITH_500 } from '../define.ts';
import { countRefusedKeys } from '../keys.ts';
import type { Patch } from '../steps.ts';
import { fail500, replaceStep, refuseWith } from '../modify.ts';

type Is = (limit: number) => boolean;

/** Replaces limits whose text matches `kind` by the result of `own`; reads the limit correctly if `own` returns undefined. */
const reads = (own: (limit: number) => number | undefined, kind: RegExp = /^-?\d+$/): Patch =>
  replaceStep('readLimit', ([text]) =>
    text !== undefined && kind.test(text) ? own(Number(text)) : undefined,
  );

/** Replaces the value of limits from 1 to 100. */
const within = (own: (limit: number) => number): Patch =>
  reads((limit) => (limit >= 1 && limit <= 100 && own(limit) !== limit ? own(limit) : undefined));

/** Replaces the value of the matching limits. */
const instead =
  (own: () => number) =>
  (is: Is): Patch =>
    reads((limit) => (is(limit) ? own() : undefined));
const refuses = instead(refuseWith(400, 'invalid_limit', 'The limit is out of range.'));
const crashes = instead(fail500);
/** Ignores some limits, so that the list is not limited. */
const unbounded = instead(() => Number.POSITIVE_INFINITY);

/** Replaces the reading of all `limit` parameters; the conformant reading applies if `own` returns undefined. */
const disguised = (own: (texts: readonly string[]) => number | undefined): Patch =>
  replaceStep('readLimit', own);

const without = (limit: number): Patch => disguised((texts) => (texts.length === 0 ? limit : undefined));

const list = faultMaker('list');

export const limitFaults: readonly Fault[] = [
  ...list('list.limit.accepted', [], refuses, {
    'limit-100-refused': ['Refuses a limit of exactly 100.', (limit) => limit === 100],
    'limit-1-refused': ['Refuses a limit of exactly 1.', (limit) => limit === 1],
    'limit-above-50-refused': ['Refuses limits above 50.', (limit) => limit > 50],
    'limit-one-digit-refused': ['Refuses limits of one digit.', (limit) => limit < 10],
  }),

  ...list('list.limit.respected', ['list.status.with-limit'], within, {
    'limit-ignored': ['Passes over the limit and always gives 20.', () => 20, ['list.complete']],
    'limit-one-more': [
      'Gives one animal more than the limit asks for.',
      (limit) => limit + 1,
      ['list.limit.default', 'list.limit.maximum'],
    ],
    'limit-1-is-none': ['Takes a limit of 1 for none.', (limit) => (limit === 1 ? 20 : limit)],
    'limit-by-tens': ['Rounds the limit up to whole tens.', (limit) => Math.ceil(limit / 10) * 10],
    'limit-at-least-5': ['Gives five animals where fewer are asked for.', (limit) => Math.max(limit, 5)],
  }),

  ...list('list.limit.default', ['list.limit.respected', 'list.limit.maximum'], patchAsIs, {
    'limit-lost-after-refused-keys': [
      'Limits no list any more once 60 requests were refused for their key.',
      countRefusedKeys((base, refused) => ({
        readLimit: (texts, call) => (refused() > 60 ? Infinity : base.readLimit(texts, call)),
      })),
    ],
  }),

  ...list('list.limit.respected', [], patchAsIs, {
    'limit-ignored-past-cache': [
      'Passes over the limit where a client asks for no cached list.',
      (base) => ({
        readLimit: (texts, call) => base.readLimit('cache-control' in call.headers ? [] : texts, call),
      }),
    ],
    'limit-beside-others-ignored': [
      'Uses its defaults for a query with a parameter that it does not know.',
      (base) => ({
        readLimit: (texts, call) =>
          base.readLimit(
            [...call.params.keys()].every((name) => name === 'limit' || name === 'status') ? texts : [],
            call,
          ),
      }),
    ],
  }),

  ...[10, 19, 21, 25, 50, 100].flatMap((limit) =>
    list('list.limit.default', limit < 20 ? ['list.complete'] : [], without, {
      [`default-${limit}`]: [`Gives ${limit} animals where no limit is given.`, limit],
    }),
  ),
  ...list('list.limit.default', [], patchAsIs, {
    'default-unbounded': ['Gives every animal where no limit is given.', without(Number.POSITIVE_INFINITY)],
    'default-of-the-list-before': [
      'Gives as many animals as the list before where no limit is given.',
      (base) => {
        let last: number | undefined;
        return {
          readLimit(texts, call) {
            if (texts.length === 0 && last !== undefined) return last;
            return (last = base.readLimit(texts, call));
          },
        };
      },
    ],
  }),

  ...list('list.limit.maximum', ['list.limit.out-of-range'], reads, {
    'maximum-none': ['Gives as many animals as a limit asks.', (limit) => (limit > 100 ? limit : undefined)],
    'maximum-250-allowed': [
      'Takes 250 for a size of page too.',
      (limit) => (limit === 250 ? 250 : undefined),
    ],
    'maximum-101': ['Takes 101 for a limit in range.', (limit) => (limit === 101 ? 101 : undefined)],
  }),
  ...list('list.limit.maximum', ['list.limit.out-of-range'], unbounded, {
    'maximum-none-at-zero': ['Takes a limit of 0 for no limit at all.', (limit) => limit === 0],
    'maximum-none-below-zero': ['Takes a negative limit for none, as SQLite does.', (limit) => limit < 0],
    'maximum-none-past-2-31': ['Takes limits from 2^31 on for no limit at all.', (limit) => limit >= 2 ** 31],
  }),

  ...list('list.limit.maximum', [], disguised, {
    'maximum-none-behind-zeros': [
      'Checks no limit that begins with a zero.',
      ([text]) => (/^0\d/.test(text ?? '') ? Number(text) : undefined),
    ],
    'maximum-none-behind-plus': [
      'Checks no limit that begins with a plus sign.',
      ([text]) => (/^\+\d/.test(text ?? '') ? Number(text) : undefined),
    ],
    'maximum-of-the-first': [
      'Checks the first of two limits, and goes by the last.',
      ([first, last]) => (last !== undefined && Number(first) <= 100 ? Number(last) : undefined),
    ],
    'maximum-of-the-last': [
      'Checks the last of two limits, and goes by the first.',
      ([first, last]) => (last !== undefined && Number(last) <= 100 ? Number(first) : undefined),
    ],
  }),

  ...list('list.limit.out-of-range', MAY_FAIL_WITH_500, crashes, {
    'limit-zero-crash': ['Fails with 500 at a limit of 0.', (limit) => limit === 0],
    'limit-negative-crash': ['Fails with 500 at a negative limit.', (limit) => limit < 0],
    'limit-above-crash': ['Fails with 500 at limits above 100.', (limit) => limit > 100],
  }),
  ...list('list.limit.not-integer', MAY_FAIL_WITH_500, patchAsIs, {
    'limit-word-crash': [
      'Fails with 500 at a limit that is not a number.',
      reads((limit) => (Number.isNaN(limit) ? fail500() : undefined), /./),
    ],
    'limit-fraction-crash': ['Fails with 500 at a limit that is a fraction.', reads(fail500, /^-?\d+\.\d+$/)],
  }),
];
