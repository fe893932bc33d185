import type { RequirementId } from '../../requirements/index.ts';
import { mediaTypeOf } from '../conformant/create.ts';
import { LosslessNumber } from 'lossless-json';
import { isObject, member, type Value } from '../json.ts';
import { type Call, type Draft, type Reason, Refusal } from '../model.ts';
import { crash, isOn, refusedWith } from '../modify.ts';
import { families, type Hits, type Row } from './define.ts';
import { bodyOf } from './inputs.ts';

const FALLBACK: Draft = { name: 'Accepted', categoryId: 1n, status: undefined };

function nameIn(value: Value): string {
  const name = isObject(value) ? member(value, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? name : FALLBACK.name;
}

/** What a step gives, or something else where it refuses for this reason, and the body is among the hit ones. */
function orElse<T>(step: () => T, hits: Hits, call: Call, reason: Reason, otherwise: () => T): T {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== reason) throw error;
    if (!isOn('create')(call) || !hits.on(bodyOf(call))) throw error;
    return otherwise();
  }
}

/** Takes some of the bodies that are refused for a reason. */
const taken =
  (reason: Reason): Row[3] =>
  (hits) =>
  (base) => ({
    parseBody: (call) =>
      orElse(
        () => base.parseBody(call),
        hits,
        call,
        reason,
        () => ({ name: FALLBACK.name, categoryId: new LosslessNumber('1') }),
      ),
    readDraft: (value, call) =>
      orElse(
        () => base.readDraft(value, call),
        hits,
        call,
        reason,
        () => ({ ...FALLBACK, name: nameIn(value) }),
      ),
  });

const refused: readonly Reason[] = [
  'missing_name',
  'invalid_name',
  'missing_category',
  'invalid_category',
  'invalid_status',
];

const cases: readonly (readonly [string, string, RequirementId, Reason])[] = [
  ['no-name', 'without a name', 'create.missing.name', 'missing_name'],
  ['no-category', 'without a category', 'create.missing.category', 'missing_category'],
  ['bad-name', 'whose name is no string', 'create.invalid.name', 'invalid_name'],
  ['bad-category', 'whose category is no int64', 'create.invalid.category', 'invalid_category'],
  ['bad-status', 'whose status is none of the three', 'create.invalid.status', 'invalid_status'],
  ['no-object', 'that are no object', 'create.invalid.body', 'invalid_body'],
  ['no-json', 'that are no JSON', 'create.malformed-json', 'malformed_json'],
];

/** A body without name and category is refused for its name. */
const withoutBoth = (reason: Reason): NonNullable<Row[4]> =>
  reason === 'missing_name' ? { mayFall: ['create.missing.category'] } : {};

export const refusalFamilies = families('share', [
  ...cases.map(([name, words, breaks, reason]): Row => [
    `${name}-taken`,
    `Takes one in N bodies ${words}.`,
    breaks,
    taken(reason),
    withoutBoth(reason),
  ]),
  ...cases.map(([name, words, breaks, reason]): Row => [
    `${name}-422`,
    `Answers one in N bodies ${words} with 422.`,
    breaks,
    (hits) =>
      refusedWith(
        422,
        (refusal, call) => isOn('create')(call) && refusal.reason === reason && hits.on(bodyOf(call)),
      ),
    withoutBoth(reason),
  ]),
  [
    'refused-but-stored',
    'Stores the animal of one in N bodies that it refuses.',
    'create.rejected-not-stored',
    (hits) => (base) => ({
      readDraft(value, call) {
        try {
          return base.readDraft(value, call);
        } catch (error) {
          if (error instanceof Refusal && refused.includes(error.reason) && hits.on(bodyOf(call))) {
            const id = base.allocate(call);
            if (typeof id === 'bigint') void base.store({ ...FALLBACK, name: nameIn(value), id }, call);
          }
          throw error;
        }
      },
    }),
  ],
  [
    'more-members-crash',
    'Fails with 500 for one in N bodies with unknown members.',
    'create.unknown-members',
    (hits) => (base) => ({
      readDraft(value, call) {
        const known = new Set(['name', 'categoryId', 'status', 'id']);
        const isOdd = isObject(value) && Object.keys(value).some((name) => !known.has(name));
        return isOdd && hits.on(bodyOf(call)) ? crash() : base.readDraft(value, call);
      },
    }),
    { mayFall: ['robust.no-5xx'] },
  ],
  [
    'any-media-type',
    'Takes one in N bodies that are sent as another media type.',
    'create.media-type',
    (hits) => (base) => ({
      checkMediaType: (call) =>
        hits.on(mediaTypeOf(call), bodyOf(call)) ? undefined : base.checkMediaType(call),
    }),
  ],
]);
