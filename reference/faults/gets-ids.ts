import { as, type Fault, faultsOf, FIVE } from '../define.ts';
import type { Patch } from '../hooks.ts';
import type { Animal } from '../model.ts';
import { changed, crash, instead, refuser } from '../modify.ts';

/** Takes other ids for the same as an animal's. */
export const same = (equal: (asked: bigint, id: bigint) => boolean): Patch => {
  return (base, world) => ({
    find: (asked, call) =>
      base.find(asked, call) ?? [...world.animals.values()].find(({ id }) => equal(asked, id)),
  });
};

/** Finds an animal in its own way where none has the id; the animals come by their ids. */
const found =
  (own: (asked: bigint, animals: readonly Animal[]) => Animal | undefined): Patch =>
  (base, world) => ({
    find: (asked, call) =>
      base.find(asked, call) ??
      own(
        asked,
        [...world.animals.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      ),
  });

const texts = (own: (text: string) => bigint | undefined): Patch => instead('readId', own);

const isInt64 = (text: string): boolean =>
  /^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

const gone = (status: number): Patch => {
  return () => ({ get: refuser(status, 'removed', 'This operation was removed.') });
};

const get = faultsOf('get');

export const getIdFaults: readonly Fault[] = [
  ...get('get.int64', ['get.success'], same, {
    'wraps-at-2-32': ['Reads 32 bits of an id only.', (asked, id) => BigInt.asUintN(32, asked) === id],
    'wraps-at-2-31': ['Reads 31 bits of an id only.', (asked, id) => BigInt.asUintN(31, asked) === id],
    'wraps-at-2-53': ['Reads 53 bits of an id only.', (asked, id) => BigInt.asUintN(53, asked) === id],
    'rounds-random-ids': [
      'Compares ids as doubles, and draws them at random.',
      (asked, id) => Number(asked) === Number(id),
      { needs: ['ids/random'], mayFall: ['get.not-found'] },
    ],
  }),
  // Where ids are neighbours past 2^53, rounding reaches the wrong animal for known ids too.
  ...get('get.int64', ['get.success', 'get.agrees', 'get.not-found', 'create.int64'], as, {
    'rounds-past-2-53': [
      'Compares ids as doubles.',
      (_, world) => ({
        find: (asked) => [...world.animals.values()].find(({ id }) => Number(id) === Number(asked)),
      }),
      { needs: ['ids/past-2-53'] },
    ],
  }),

  // Each get of an id that no animal has, of which there are few that such a look-up answers.
  ...get('get.success', ['get.not-found', 'get.int64'], found, {
    'next-animal-answered': [
      'Answers an id below the first one with the first animal, as `id >= ?` does.',
      (asked, animals) => animals.find(({ id }) => id >= asked),
    ],
    'negative-from-the-end': [
      'Counts from the end for a negative id, as lists of many languages do.',
      (asked, animals) => (asked < 0n ? animals.at(Number(BigInt.asIntN(32, asked))) : undefined),
    ],
    'zero-is-the-first': [
      'Answers the id 0 with the first animal.',
      (asked, animals) => (asked === 0n ? animals[0] : undefined),
    ],
  }),

  ...get('get.invalid-id', FIVE, texts, {
    'invalid-id-crash': ['Answers 500 to a malformed id.', (text) => (isInt64(text) ? undefined : crash())],
    'past-int64-crash': [
      'Fails with 500 for an id past int64.',
      (text) => (/^-?\d+$/.test(text) && !isInt64(text) ? crash() : undefined),
    ],
  }),

  ...get('get.removed', ['get.success'], gone, {
    'removed-early-410': ['Answers 410 to gets before the operation is removed.', 410, ['get.not-found']],
    'removed-early-404': ['Answers 404 to every get, known ids included.', 404],
  }),
  ...get('get.removed', { start: { asOf: '2031-01-01' }, config: { asOf: '2031-01-01' } }, as, {
    'not-removed': ['Answers gets after the operation is removed.', () => ({ isRemoved: () => false })],
  }),

  ...get('get.deprecation', [], as, {
    'not-announced': ['Announces its removal in no header.', () => ({ deprecation: () => [] })],
    'announced-in-link-only': [
      'Announces its removal in a Link header only.',
      changed('deprecation', (lines) => lines.filter(([name]) => name === 'Link')),
    ],
  }),
];
