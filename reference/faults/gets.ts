import { patchAsIs, type Fault, faultMaker, MAY_FAIL_WITH_500 } from '../define.ts';
import type { Patch } from '../steps.ts';
import type { ObjectMembers, WritableJson } from '../json.ts';
import type { Animal } from '../model.ts';
import { countRefusedKeys } from '../keys.ts';
import {
  changeResult,
  fail500,
  refuseWith,
  replaceEveryNthResult,
  replaceStep,
  setPetMembers,
  sleep,
  withSeenTexts,
} from '../modify.ts';

/** Sets members of the Pet in the response to a GET. */
const members = (own: (animal: Animal) => ObjectMembers): Patch => setPetMembers(['get'], own);

/** Writes another id of an animal wherever it is shown. */
const showsId = (own: (id: bigint) => bigint): Patch =>
  setPetMembers(['create', 'list', 'get'], ({ id }) => ({ id: own(id) }));

/** Replaces members in each response to a GET of an animal but the first. */
const secondTime = (own: (animal: Animal) => ObjectMembers): Patch =>
  withSeenTexts((isKnown) => members((animal) => (isKnown(String(animal.id)) ? own(animal) : {})));

/** Answers a GET of an unknown id with the given status, and the given value as the body. */
const unknown =
  (status: number) =>
  (value: WritableJson): Patch =>
  (base) => ({
    get: (call) =>
      base.find(base.readId(call.petId, call), call) === undefined
        ? { status, headers: base.deprecation(call), value }
        : base.get(call),
  });

/** Finds only the animals that match; others get a 404. */
const findsOnly = (when: (animal: Animal) => boolean): Patch =>
  changeResult('find', (animal) => (animal && when(animal) ? animal : undefined));

/** Answers a GET of an unknown id with another status: for every id, or for ids from `from` on. */
const refuses = ([status, from]: readonly [status: number, from?: bigint]): Patch => {
  const fail = status === 500 ? fail500 : refuseWith(status, 'not_found', 'No animal has this id.');
  return changeResult('find', (animal, id) => animal ?? (id >= (from ?? id) ? fail() : undefined));
};

const strangers: readonly Animal[] = ['Rex', 'Bella', 'Milo', 'Luna'].map((name, at) => ({
  id: BigInt(900 + at),
  name,
  categoryId: 1n,
  status: 'available',
}));

/** For an unknown id, returns the animal that `own` selects from all animals, sorted by id. */
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

/** Answers a GET of an unknown id with the first animal whose id `equal` confuses with the requested id. */
const same = (equal: (asked: bigint, id: bigint) => boolean): Patch =>
  found((asked, animals) => animals.find(({ id }) => equal(asked, id)));

const isInt64 = (text: string): boolean =>
  /^-?\d+$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);

/** The hash of a long in Java: its high and low halves, combined by exclusive or. */
function hashOf(id: bigint): bigint {
  const bits = BigInt.asUintN(64, id);
  return (bits >> 32n) ^ (bits & 0xffff_ffffn);
}

/** Waits for gets at the same moment, and answers each with the animal that stands in its place in the ids of `own`. */
const together =
  (own: (ids: readonly bigint[], isKnown: (id: bigint) => boolean) => readonly bigint[]): Patch =>
  (base, { animals }) => {
    let ids: bigint[] = [];
    return {
      async get(call) {
        const batch = ids;
        const at = batch.push(base.readId(call.petId, call)) - 1;
        await sleep(5);
        if (ids === batch) ids = [];
        const id = own(batch, (one) => animals.has(one))[at];
        return base.get(id === undefined ? call : { ...call, petId: String(id) });
      },
    };
  };

const gone = (status: number): Patch => {
  return () => ({ get: refuseWith(status, 'removed', 'This operation was removed.') });
};

const texts = (own: (text: string) => bigint | undefined): Patch => replaceStep('readId', own);

const get = faultMaker('get');

export const getFaults: readonly Fault[] = [
  ...get('get.success', [], patchAsIs, {
    wrapped: [
      'Wraps the animal in an object.',
      changeResult('renderAnimal', (pet, _, place) => (place === 'get' ? { data: pet } : pet)),
    ],
    'id-of-query-first': [
      'Takes the id of a get from its query where that has one.',
      (base) => ({ get: (call) => base.get({ ...call, petId: call.params.get('id') ?? call.petId }) }),
    ],
    'answers-in-order-of-ids': [
      'Finds the animals that are got at the same moment at once, and answers in the order of their ids.',
      together((ids) => ids.toSorted((one, other) => (one < other ? -1 : 1))),
      ['get.not-found', 'get.int64', 'get.agrees'],
    ],
    'answers-past-unknown': [
      'Finds the animals that are got at the same moment at once, and shifts them where one is unknown.',
      together((ids, isKnown) => ids.filter(isKnown)),
      ['get.not-found', 'get.int64', 'get.agrees'],
    ],
    'lost-after-refused-keys': [
      'Finds no animal by its id any more once 60 requests were refused for their key.',
      countRefusedKeys((base, refused) => ({
        find: (id, call) => (refused() > 60 ? undefined : base.find(id, call)),
      })),
    ],
    'sold-missing': ['Does not find sold animals.', findsOnly(({ status }) => status !== 'sold')],
    'sold-gone-at-first': [
      'Answers 410 to the first get of a sold animal, as an entry of a cache that was not renewed does.',
      withSeenTexts((isKnown) =>
        changeResult('find', (animal, id) =>
          animal?.status === 'sold' && !isKnown(String(id))
            ? refuseWith(410, 'not_found', 'This animal is gone.')()
            : animal,
        ),
      ),
    ],
    'past-2-53-missing': [
      'Does not find animals whose id is past 2^53, since it reads it as a double.',
      findsOnly(({ id }) => BigInt(Number(id)) === id),
      { needs: ['ids/past-2-53'] },
    ],
    'every-third-missing': [
      'Misses the animal at every third get of one.',
      replaceEveryNthResult(3, 'find', () => undefined),
      // The run repeats the GET of a missing new animal for this time, which must be longer than all its other GETs take.
      { config: { consistencyMs: 2500 } },
    ],
    'strangers-missing': [
      'Does not find animals that were there before it was started.',
      (base, world) => {
        for (const animal of strangers) world.animals.set(animal.id, animal);
        return {
          find: (asked, call) =>
            strangers.some(({ id }) => id === asked) ? undefined : base.find(asked, call),
        };
      },
    ],
    'always-first': [
      'Gives the first animal whatever known id is asked for.',
      (base, world) => ({ find: (id, call) => base.find(id, call) && [...world.animals.values()][0] }),
      ['get.int64', 'get.agrees', 'create.int64'],
    ],
    'id-of-another': ['Gives the right animal with the id 0.', members(() => ({ id: 0 })), ['get.int64']],
    'unset-status-null': [
      'Gives null for the status of an animal that has none.',
      members(({ status }) => ({ status: status ?? null })),
      ['create.status.optional'],
    ],
  }),
  ...get('get.removed', ['get.success'], findsOnly, {
    'negative-missing': [
      'Does not find animals whose id is negative, since its route takes digits only.',
      ({ id }) => id >= 0n,
      { needs: ['ids/negative'] },
    ],
  }),

  ...get('get.agrees', [], members, {
    'name-lost': ['Gives the name of another animal.', () => ({ name: 'Another' })],
    'category-zero': ['Gives category 0 for every animal.', () => ({ categoryId: 0 }), ['create.int64']],
    'later-names-cut': [
      'Cuts the name of an animal whose id is above 60.',
      ({ id, name }) => (id > 60n ? { name: name.slice(0, 3) } : {}),
    ],
    'available-as-sold': [
      'Gives sold for an animal that is available.',
      ({ status }) => (status === 'available' ? { status: 'sold' } : {}),
    ],
    'pending-as-sold': [
      'Gives sold for an animal that is pending; lists show it as pending.',
      ({ status }) => (status === 'pending' ? { status: 'sold' } : {}),
    ],
  }),

  ...get('get.agrees', ['create.int64'], patchAsIs, {
    'joined-by-name': [
      'Joins the category by the name of an animal, and gives that of the newest one of this name.',
      (base, world) =>
        members(({ name }) => {
          const newest = [...world.animals.values()].findLast((other) => other.name === name);
          return { categoryId: newest?.categoryId ?? 0n };
        })(base, world),
    ],
  }),

  ...get('create.int64', ['get.agrees'], secondTime, {
    'second-time-rounded': [
      'Keeps an animal that was got in a cache, which has its category as a double.',
      ({ categoryId }) => ({ categoryId: BigInt.asIntN(64, BigInt(Number(categoryId))) }),
      { start: { anyCategory: true } },
    ],
  }),
  ...get('get.agrees', [], secondTime, {
    'second-time-in-latin-1': [
      'Keeps an animal that was got in a cache, which has its name in Latin-1.',
      ({ name }) => ({ name: name.replaceAll(/[^\0-\xff]/gu, '?') }),
    ],
  }),

  ...get('get.not-found', ['get.success'], patchAsIs, {
    'unknown-null-the-second-time': [
      'Keeps that an id has no animal, and answers 200 with null from then on.',
      withSeenTexts((isKnown) => (base, world) => {
        const again = unknown(200)(null)(base, world).get ?? base.get;
        return { get: (call) => (isKnown(call.petId) ? again(call) : base.get(call)) };
      }),
    ],
  }),
  ...get('get.not-found', ['get.success'], unknown(200), {
    'unknown-null': ['Answers 200 with null for an id that no animal has.', null],
    'unknown-empty': ['Answers 200 with an empty object for an id that no animal has.', {}],
  }),
  ...get('get.not-found', ['get.int64', 'get.success'], same, {
    'unknown-nearest': ['Gives the last animal for an id that no animal has.', () => true],
  }),
  ...get('get.not-found', ['media.json'], unknown(204), {
    'unknown-204': ['Answers 204 for an id that no animal has.', null],
  }),
  ...get('get.not-found', [], refuses, {
    'unknown-400': ['Answers 400 for an id that no animal has.', [400]],
    'unknown-crash': ['Fails with 500 for an id that no animal has.', [500], MAY_FAIL_WITH_500],
    'unknown-past-2-31-crash': [
      'Fails with 500 at ids past 2^31.',
      [500, 2n ** 31n],
      [...MAY_FAIL_WITH_500, 'get.int64'],
    ],
    'highest-400': [
      'Answers 400 for the highest id, which it takes for one past int64.',
      [400, 2n ** 63n - 1n],
    ],
    'unknown-past-2-53-400': ['Answers 400 for ids past 2^53.', [400, 2n ** 53n + 1n]],
  }),

  ...get('get.int64', ['get.success'], same, {
    'wraps-at-2-32': ['Reads 32 bits of an id only.', (asked, id) => BigInt.asUintN(32, asked) === id],
    'wraps-at-2-31': ['Reads 31 bits of an id only.', (asked, id) => BigInt.asUintN(31, asked) === id],
    'wraps-at-2-53': ['Reads 53 bits of an id only.', (asked, id) => BigInt.asUintN(53, asked) === id],
    'wraps-at-2-62': ['Reads 62 bits of an id only.', (asked, id) => BigInt.asUintN(62, asked) === id],
    'wraps-at-2-60': [
      'Passes over the high bits of an id, where a shard stands.',
      (asked, id) => BigInt.asUintN(60, asked) === id,
    ],
    'same-hash': [
      'Compares the hash of an id, as Java has it for a long.',
      (asked, id) => hashOf(asked) === hashOf(id),
    ],
    'last-fifteen-digits': ['Keeps fifteen digits of an id.', (asked, id) => asked % 10n ** 15n === id],
    'last-nine-digits': [
      'Compares the last nine digits of an id, behind a region.',
      (asked, id) => asked % 1_000_000_000n === id,
    ],
    'rounds-random-ids': [
      'Compares ids as doubles, and draws them at random.',
      (asked, id) => Number(asked) === Number(id),
      { needs: ['ids/random'], mayFall: ['get.not-found'] },
    ],
  }),
  // With adjacent ids above 2^53, rounding returns the wrong animal for known ids too.
  ...get('get.int64', ['get.success', 'get.agrees', 'get.not-found', 'create.int64'], patchAsIs, {
    'rounds-past-2-53': [
      'Compares ids as doubles.',
      (_, world) => ({
        find: (asked) => [...world.animals.values()].find(({ id }) => Number(id) === Number(asked)),
      }),
      { needs: ['ids/past-2-53'] },
    ],
  }),

  // `mayFall` lists few requirements, because these look-ups return an animal for few of the unknown ids.
  ...get('get.success', ['get.not-found', 'get.int64'], found, {
    'next-animal-answered': [
      'Answers an id below the first one with the first animal, as `id >= ?` does.',
      (asked, animals) => animals.find(({ id }) => id >= asked),
    ],
    'negative-from-the-end': [
      'Counts from the end for a negative id, as lists of many languages do.',
      (asked, animals) => (asked < 0n ? animals.at(Number(BigInt.asIntN(32, asked))) : undefined),
    ],
    'sign-ignored': [
      'Ignores the sign of an id.',
      (asked, animals) => (asked < 0n ? animals.find(({ id }) => id === -asked) : undefined),
    ],
    'prefix-answered': [
      'Answers an id with the first animal whose id begins with it, as a look-up of text does.',
      (asked, animals) => animals.find(({ id }) => String(id).startsWith(String(asked))),
      { needs: ['ids/random'] },
    ],
    'zero-is-the-first': [
      'Answers the id 0 with the first animal.',
      (asked, animals) => (asked === 0n ? animals[0] : undefined),
    ],
  }),

  ...get('get.success', { needs: ['ids/random'] }, showsId, {
    'ids-rounded': [
      'Writes every id as a double with all its digits, so that no id finds an animal.',
      (id) => BigInt(Number(id)),
    ],
    'ids-rounded-to-17-digits': [
      'Writes every id as the shortest text of a double, as JavaScript does, so that no id finds an animal.',
      (id) => BigInt(String(Number(id))),
    ],
  }),

  ...get('get.invalid-id', MAY_FAIL_WITH_500, texts, {
    'invalid-id-crash': ['Answers 500 to a malformed id.', (text) => (isInt64(text) ? undefined : fail500())],
    'past-int64-crash': [
      'Fails with 500 for an id past int64.',
      (text) => (/^-?\d+$/.test(text) && !isInt64(text) ? fail500() : undefined),
    ],
  }),

  ...get('get.removed', ['get.success'], gone, {
    'removed-early-410': ['Answers 410 to gets before the operation is removed.', 410, ['get.not-found']],
    'removed-early-404': ['Answers 404 to every get, known ids included.', 404],
  }),
  ...get('get.removed', { start: { asOf: '2031-01-01' }, config: { asOf: '2031-01-01' } }, patchAsIs, {
    'not-removed': ['Answers gets after the operation is removed.', () => ({ isRemoved: () => false })],
  }),

  ...get('get.deprecation', [], patchAsIs, {
    'not-announced': ['Announces its removal in no header.', () => ({ deprecation: () => [] })],
    'announced-as-iso-date': [
      'Announces the day of its removal in a Sunset header that is no HTTP date.',
      () => ({ deprecation: () => [['Sunset', '2030-12-05T00:00:00Z']] }),
    ],
    'announced-in-link-only': [
      'Announces its removal in a Link header only.',
      changeResult('deprecation', (lines) => lines.filter(([name]) => name === 'Link')),
    ],
  }),
];
