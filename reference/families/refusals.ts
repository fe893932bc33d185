import { LosslessNumber } from 'lossless-json';
import type { RequirementId } from '../../requirements/index.ts';
import { mediaTypeOf } from '../conformant/create.ts';
import type { Patch } from '../hooks.ts';
import { isObject, member, type Value } from '../json.ts';
import type { Call, Draft, Reason, Refusal } from '../model.ts';
import { crash, instead, isOn, refusedWith, rescued } from '../modify.ts';
import { asIs, familiesOf, type Families, type Hits } from './define.ts';
import { bodyOf } from './inputs.ts';

const FALLBACK: Draft = { name: 'Accepted', categoryId: 1n, status: undefined };

function draftOf(value: Value): Draft {
  const name = isObject(value) ? member(value, 'name') : undefined;
  return typeof name === 'string' && name !== '' ? { ...FALLBACK, name } : FALLBACK;
}

/** Takes some of the bodies that are refused for a reason. */
const taken = (reason: Reason) => (hits: Hits) => {
  const orElse = <T>(refusal: Refusal, call: Call, otherwise: T): T => {
    if (refusal.reason !== reason || !isOn('create')(call) || !hits.on(bodyOf(call))) throw refusal;
    return otherwise;
  };
  const body = { name: FALLBACK.name, categoryId: new LosslessNumber('1') };
  const patches = [
    rescued('parseBody', (refusal, call) => orElse(refusal, call, body)),
    rescued('readDraft', (refusal, value, call) => orElse(refusal, call, draftOf(value))),
  ];
  const both: Patch = (base, world) =>
    Object.assign({}, ...patches.map((patch) => patch(base, world))) as object;
  return both;
};

/** Answers some of the bodies that are refused for a reason with 422. */
const unprocessable = (reason: Reason) => (hits: Hits) =>
  refusedWith(
    422,
    (refusal, call) => isOn('create')(call) && refusal.reason === reason && hits.on(bodyOf(call)),
  );

const CASES = {
  'no-name': ['without a name', 'create.missing.name', 'missing_name'],
  'no-category': ['without a category', 'create.missing.category', 'missing_category'],
  'bad-name': ['whose name is no string', 'create.invalid.name', 'invalid_name'],
  'bad-category': ['whose category is no int64', 'create.invalid.category', 'invalid_category'],
  'bad-status': ['whose status is none of the three', 'create.invalid.status', 'invalid_status'],
  'no-object': ['that are no object', 'create.invalid.body', 'invalid_body'],
  'no-json': ['that are no JSON', 'create.malformed-json', 'malformed_json'],
} as const satisfies Record<string, readonly [string, RequirementId, Reason]>;

const REFUSED: readonly Reason[] = Object.values(CASES)
  .map(([, , reason]) => reason)
  .slice(0, 5);

const cases = (name: string, title: (words: string) => string): Families<Reason> =>
  Object.fromEntries(
    Object.entries(CASES).map(([id, [words, breaks, reason]]) => [
      `${id}-${name}`,
      // A body without name and category is refused for its name.
      [title(words), breaks, reason, reason === 'missing_name' ? ['create.missing.category'] : []],
    ]),
  );

export const refusalFamilies = [
  ...familiesOf(
    'share',
    taken,
    cases('taken', (words) => `Takes one in N bodies ${words}.`),
  ),
  ...familiesOf(
    'share',
    unprocessable,
    cases('422', (words) => `Answers one in N bodies ${words} with 422.`),
  ),
  ...familiesOf('share', asIs, {
    'refused-but-stored': [
      'Stores the animal of one in N bodies that it refuses.',
      'create.rejected-not-stored',
      (hits) => (base, world) =>
        rescued('readDraft', (refusal, value, call) => {
          if (REFUSED.includes(refusal.reason) && hits.on(bodyOf(call))) {
            const id = base.allocate(call);
            if (typeof id === 'bigint') void base.store({ ...draftOf(value), id }, call);
          }
          throw refusal;
        })(base, world),
    ],
    'more-members-crash': [
      'Fails with 500 for one in N bodies with unknown members.',
      'create.unknown-members',
      (hits) =>
        instead('readDraft', (value, call) => {
          const known = new Set(['name', 'categoryId', 'status', 'id']);
          const isOdd = isObject(value) && Object.keys(value).some((name) => !known.has(name));
          return isOdd && hits.on(bodyOf(call)) ? crash() : undefined;
        }),
      ['robust.no-5xx'],
    ],
    'any-media-type': [
      'Takes one in N bodies that are sent as another media type.',
      'create.media-type',
      (hits) => (base) => ({
        checkMediaType: (call) =>
          hits.on(mediaTypeOf(call), bodyOf(call)) ? undefined : base.checkMediaType(call),
      }),
    ],
  }),
];
