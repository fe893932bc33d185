import type { RequirementId } from '../../requirements/index.ts';
import { type Fault, type FaultRow, faultsOf, type More } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { type Call, Refusal } from '../model.ts';
import { crash } from '../modify.ts';

/** Takes other ids for the same as an animal's. */
const same = (equal: (asked: bigint, id: bigint) => boolean): Patch => {
  return (base, world) => ({
    find: (asked, call) =>
      base.find(asked, call) ?? [...world.animals.values()].find((animal) => equal(asked, animal.id)),
  });
};

const texts = (own: (text: string, call: Call) => bigint | undefined): Patch => {
  return (base) => ({ readId: (text, call) => own(text, call) ?? base.readId(text, call) });
};

const isInt64 = (text: string): boolean =>
  /^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

const gone = (status: number): Patch => {
  return () => ({
    get() {
      throw new Refusal(status, 'removed', 'This operation was removed.');
    },
  });
};

const whole: readonly RequirementId[] = ['get.int64'];
const invalid: readonly RequirementId[] = ['get.invalid-id'];
const removed: readonly RequirementId[] = ['get.removed'];
const five: More = { mayFall: ['robust.no-5xx'] };
/** Where ids are neighbours past 2^53, rounding reaches the wrong animal for known ids too. */
const rounding: More = {
  mayFall: ['get.success', 'get.agrees', 'get.not-found', 'create.int64'],
  needs: ['ids/past-2-53'],
};
const later: More = { start: { asOf: '2031-01-01' }, config: { asOf: '2031-01-01' } };

const rows: readonly FaultRow[] = [
  [
    'wraps-at-2-32',
    'Reads the lower 32 bits of an id only.',
    whole,
    same((asked, id) => BigInt.asUintN(32, asked) === id),
    { mayFall: ['get.success'] },
  ],
  [
    'wraps-at-2-31',
    'Reads the lower 31 bits of an id only.',
    whole,
    same((asked, id) => BigInt.asUintN(31, asked) === id),
    { mayFall: ['get.success'] },
  ],
  [
    'wraps-at-2-32-signed',
    'Reads an id as a signed integer of 32 bits.',
    whole,
    same((asked, id) => BigInt.asIntN(32, asked) === id),
    { mayFall: ['get.success'] },
  ],
  [
    'wraps-at-2-53',
    'Reads the lower 53 bits of an id only.',
    whole,
    same((asked, id) => BigInt.asUintN(53, asked) === id),
    { mayFall: ['get.success'] },
  ],
  [
    'rounds-past-2-53',
    'Compares ids as doubles.',
    whole,
    (_, world) => ({
      find: (asked) => [...world.animals.values()].find((animal) => Number(animal.id) === Number(asked)),
    }),
    rounding,
  ],
  [
    'rounds-random-ids',
    'Compares ids as doubles, and draws them at random.',
    whole,
    same((asked, id) => Number(asked) === Number(id)),
    { needs: ['ids/random'], mayFall: ['get.success', 'get.not-found'] },
  ],

  [
    'invalid-id-crash',
    'Fails with 500 for an id that is no integer.',
    invalid,
    texts((text) => (isInt64(text) ? undefined : crash())),
    five,
  ],
  [
    'past-int64-crash',
    'Fails with 500 for an id past int64.',
    invalid,
    texts((text) => (/^-?\d+$/.test(text) && !isInt64(text) ? crash() : undefined)),
    five,
  ],
  [
    'invalid-id-list',
    'Answers 200 with an empty list for an id that is no integer.',
    invalid,
    (base) => ({
      get: (call) => (isInt64(call.petId) ? base.get(call) : { status: 200, headers: [], value: [] }),
    }),
    { mayFall: ['get.success'] },
  ],
  [
    'digits-then-letters',
    'Reads the digits at the beginning of an id and passes over the rest.',
    invalid,
    texts((text) => {
      const digits = /^-?\d{1,18}(?=\D)/.exec(text)?.[0];
      return digits === undefined ? undefined : BigInt(digits);
    }),
    { mayFall: ['get.int64'] },
  ],

  [
    'removed-early-410',
    'Answers 410 to every get before the operation is removed.',
    removed,
    gone(410),
    { mayFall: ['get.success', 'get.not-found'] },
  ],
  [
    'removed-early-405',
    'Answers 405 to every get before the operation is removed.',
    removed,
    gone(405),
    { mayFall: ['get.success', 'get.not-found'] },
  ],
  [
    'removed-early-404',
    'Answers 404 to every get, known ids included.',
    removed,
    gone(404),
    { mayFall: ['get.success'] },
  ],
  [
    'not-removed',
    'Goes on answering gets after the operation is removed.',
    removed,
    () => ({ isRemoved: () => false }),
    later,
  ],
  [
    'not-removed-for-known',
    'Goes on answering gets of known animals after the operation is removed, and 410 to others.',
    removed,
    (base, world) => ({
      isRemoved: (call) =>
        base.isRemoved(call) && !(/^\d{1,18}$/.test(call.petId) && world.animals.has(BigInt(call.petId))),
    }),
    later,
  ],

  [
    'not-announced',
    'Announces its removal in no header.',
    ['get.deprecation'],
    () => ({ deprecation: () => [] }),
  ],
  [
    'announced-in-link-only',
    'Announces its removal in a Link header only.',
    ['get.deprecation'],
    (base) => ({
      deprecation: (call) => base.deprecation(call).filter(([name]) => name === 'Link'),
    }),
  ],
];

export const getIdFaults: readonly Fault[] = faultsOf('get', rows);
