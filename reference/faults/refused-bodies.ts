import { LosslessNumber } from 'lossless-json';
import { isEqualTo } from '../conflicts.ts';
import { patchAsIs, type Fault, faultMaker, MAY_FAIL_WITH_500 } from '../define.ts';
import type { Patch } from '../steps.ts';
import { bodyMember, int64Of, isNumber, isObject, member, type ParsedJson } from '../json.ts';
import { type Animal, RefusedRequest, STATUSES } from '../model.ts';
import { changeResult, fail500, replaceRefusal, replaceStep, refuseWith } from '../modify.ts';

/** Replaces some bodies that are not objects by an object. */
const bodies = (own: (value: ParsedJson) => ParsedJson | undefined): Patch => {
  return (base) => ({ readDraft: (value, call) => base.readDraft(own(value) ?? value, call) });
};

/** Rejects a create with 400, but stores an animal from the body that `which` returns. */
const storesRefused =
  (which: (value: ParsedJson) => ParsedJson | undefined): Patch =>
  (base, world) =>
    replaceRefusal('create', async (refusal, call) => {
      if (refusal.status === 400) {
        const body = which(base.parseBody(call));
        const name = member(body, 'name');
        const categoryId = int64Of(member(body, 'categoryId')) ?? 1n;
        const status = STATUSES.find((one) => one === member(body, 'status'));
        if (typeof name === 'string')
          await base.store({ id: world.nextId++, name, categoryId, status }, call);
      }
      throw refusal;
    })(base, world);

const emptyBody = (make: () => ParsedJson): Patch =>
  replaceStep('parseBody', (call) =>
    call.operation === 'create' && call.body.length === 0 ? make() : undefined,
  );

/** Calls `fail` if a body has a member that the document does not define. */
const extra = (fail: () => never): Patch => {
  const known = new Set(['name', 'categoryId', 'status', 'id']);
  return replaceStep('readDraft', (value) =>
    isObject(value) && Object.keys(value).some((key) => !known.has(key)) ? fail() : undefined,
  );
};

/** Adds a missing member with the value of another member; undefined if there is no other member. */
function aliased(value: ParsedJson, name: string, alias: string): ParsedJson | undefined {
  if (!isObject(value) || member(value, name) !== undefined) return undefined;
  const other = member(value, alias);
  return other === undefined ? undefined : { ...value, [name]: other };
}

const create = faultMaker('create');

export const invalidBodyFaults: readonly Fault[] = [
  ...create('create.invalid.body', [], emptyBody, {
    'empty-body-crash': ['Fails with 500 where the body is empty.', fail500, MAY_FAIL_WITH_500],
    'empty-body-taken': [
      'Adds a nameless animal where the body is empty.',
      () => ({ name: 'Unnamed', categoryId: new LosslessNumber('1') }),
    ],
  }),
  ...create('create.invalid.body', MAY_FAIL_WITH_500, patchAsIs, {
    'no-body-crash': [
      'Fails with 500 where a create has neither a body nor a Content-Type.',
      replaceStep('checkMediaType', (call) =>
        call.body.length === 0 && call.headers['content-type'] === undefined ? fail500() : undefined,
      ),
    ],
  }),
  ...create('create.invalid.body', [], patchAsIs, {
    'body-of-connection-kept': [
      'Reads the last good body of a connection again where the body is empty.',
      (base) => {
        const last = new Map<number, ParsedJson>();
        return {
          async create(call) {
            const reply = await base.create(call);
            if (call.body.length > 0) last.set(call.connection, base.parseBody(call));
            return reply;
          },
          parseBody: (call) =>
            (call.body.length === 0 ? last.get(call.connection) : undefined) ?? base.parseBody(call),
        };
      },
      ['create.id.unique', 'create.rejected-not-stored'],
    ],
  }),
  ...create('create.missing.name', ['create.missing.category'], bodies, {
    'envelope-taken': ['Adds the animal that stands under pet in a body.', (value) => member(value, 'pet')],
    'attributes-taken': [
      'Adds the animal that stands under data.attributes in a body.',
      (value) => {
        const data = isObject(value) ? member(value, 'data') : undefined;
        return data !== undefined && isObject(data) ? member(data, 'attributes') : undefined;
      },
    ],
  }),
  ...create('create.missing.name', [], bodies, {
    'rare-name-taken': ['Takes animalName for name.', (value) => aliased(value, 'name', 'animalName')],
    'sold-without-name-taken': [
      'Adds a sold animal without a name.',
      (value) =>
        isObject(value) && member(value, 'name') === undefined && member(value, 'status') === 'sold'
          ? { ...value, name: 'Unnamed' }
          : undefined,
    ],
  }),
  ...create('create.missing.category', [], bodies, {
    'rare-category-taken': [
      'Takes categoryRef for categoryId.',
      (value) => aliased(value, 'categoryId', 'categoryRef'),
    ],
    'pending-without-category-taken': [
      'Adds a pending animal without a category.',
      (value) =>
        isObject(value) && member(value, 'categoryId') === undefined && member(value, 'status') === 'pending'
          ? { ...value, categoryId: new LosslessNumber('1') }
          : undefined,
    ],
  }),
  ...create(['create.missing.name', 'create.missing.category'], [], patchAsIs, {
    'query-merged': [
      'Takes parameters of the address for members of the body.',
      (base) => ({
        readDraft(value, call) {
          const read = (name: string, text: string): ParsedJson =>
            name === 'categoryId' ? new LosslessNumber(text) : text;
          const members = Object.fromEntries(
            [...call.params].map(([name, text]) => [name, read(name, text)]),
          );
          return base.readDraft(isObject(value) ? { ...members, ...value } : value, call);
        },
      }),
    ],
  }),
  ...create('create.invalid.body', [], bodies, {
    'array-taken': [
      'Adds the first animal of an array.',
      (value) => (Array.isArray(value) ? (value[0] as ParsedJson | undefined) : undefined),
    ],
  }),

  ...create('create.rejected-not-stored', [], patchAsIs, {
    'refused-but-found-by-id': [
      'Finds the animals of creates that it refused by the ids that they took, and lists none of them.',
      (base, world) => {
        const ghosts = new Map<bigint, Animal>();
        const stores = storesRefused((value) => value);
        return {
          ...stores({ ...base, store: (animal) => void ghosts.set(animal.id, animal) }, world),
          find: (id, call) => base.find(id, call) ?? ghosts.get(id),
        };
      },
    ],
    'refused-but-stored': [
      'Stores the named animal of every create that it refuses.',
      storesRefused((value) => value),
    ],
    'refused-long-but-stored-cut': [
      'Stores the beginning of a name that it refuses as too long.',
      storesRefused((value) => {
        const name = member(value, 'name');
        return isObject(value) && typeof name === 'string' && name.length > 128
          ? { ...value, name: name.slice(0, 128) }
          : undefined;
      }),
    ],
    'refused-unnamed-but-stored': [
      'Refuses an empty name, and keeps the animal.',
      storesRefused((value) => (member(value, 'name') === '' ? value : undefined)),
    ],
    'refused-unnamed-but-stored-newest-first': [
      'Refuses an empty name, and keeps the animal, among 2000 older ones that it lists after it.',
      (base, world) => ({
        ...storesRefused((value) => (member(value, 'name') === '' ? value : undefined))(base, world),
        ...changeResult('stored', (animals) => animals.toReversed())(base, world),
      }),
      { start: { seedAnimals: 2000 } },
    ],
    'refused-number-but-stored': [
      'Refuses a name that is a number, and keeps the animal with its digits for a name.',
      storesRefused((value) => {
        const name = member(value, 'name');
        return isObject(value) && isNumber(name) ? { ...value, name: name.value } : undefined;
      }),
    ],
    'refused-equal-but-stored': [
      'Refuses an animal that is equal to another one, and keeps it.',
      (base, { animals }) => ({
        async create(call) {
          const isEqual = isEqualTo(base.readDraft(base.parseBody(call), call));
          const isKnown = [...animals.values()].some(isEqual);
          const reply = await base.create(call);
          if (isKnown) throw new RefusedRequest(400, 'invalid_body', 'There is such an animal.');
          return reply;
        },
      }),
    ],
    'refused-array-but-first-stored': [
      'Adds the animals of an array one by one, up to the first that it refuses.',
      storesRefused((value) =>
        Array.isArray(value) && isObject(value[0] as ParsedJson) ? (value[0] as ParsedJson) : undefined,
      ),
    ],
    'refused-array-but-stored': [
      'Stores the last of several animals in an array that it refuses.',
      storesRefused((value) =>
        Array.isArray(value) && value.length > 1 ? (value.at(-1) as ParsedJson) : undefined,
      ),
    ],
  }),

  ...create('create.unknown-members', [], extra, {
    'unknown-member-crash': [
      'Fails with 500 where a body has a member that it does not know.',
      fail500,
      MAY_FAIL_WITH_500,
    ],
    'unknown-member-422': [
      'Answers 422 where a body has a member that it does not know.',
      refuseWith(422, 'invalid_body', 'There is an unknown member.'),
    ],
  }),
  ...create('create.unknown-members', [], patchAsIs, {
    'unknown-member-for-category': [
      'Takes category_id for the category where a body has it too.',
      replaceStep('readCategory', (value, call) => {
        const other = bodyMember(call.body, 'category_id');
        return isNumber(value) && isNumber(other) ? BigInt(other.value) : undefined;
      }),
      { start: { anyCategory: true } },
    ],
  }),
];
