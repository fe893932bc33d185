import { LosslessNumber } from 'lossless-json';
import { patchAsIs, type Fault, faultsOf, MAY_FAIL_WITH_500 } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { int64Of, isObject, member, type ParsedJson, type ParsedObject } from '../json.ts';
import { type AnimalDraft, Refusal } from '../model.ts';
import { crash, replaceStep, refuseWith } from '../modify.ts';

/** Replaces some bodies that are not objects by an object. */
const bodies = (own: (value: ParsedJson) => ParsedJson | undefined): Patch => {
  return (base) => ({ readDraft: (value, call) => base.readDraft(own(value) ?? value, call) });
};

/** Rejects a create with 400, but stores the animal that `which` returns for the body. */
const storesRefused =
  (which: (value: ParsedJson) => ParsedJson | undefined): Patch =>
  (base, world) => ({
    async create(call) {
      try {
        return await base.create(call);
      } catch (error) {
        if (error instanceof Refusal && error.status === 400) {
          const value = which(base.parseBody(call));
          const body = isObject(value) ? value : {};
          const name = member(body, 'name');
          const categoryId = int64Of(member(body, 'categoryId')) ?? 1n;
          if (typeof name === 'string') await base.store({ id: world.nextId++, name, categoryId }, call);
        }
        throw error;
      }
    },
  });

/** Cuts a name that is too long, like a database column; undefined if the name is short enough. */
function cut(value: ParsedJson): ParsedJson | undefined {
  const name = isObject(value) ? member(value, 'name') : undefined;
  return typeof name === 'string' && name.length > 128
    ? { ...(value as ParsedObject), name: name.slice(0, 128) }
    : undefined;
}

/** Stores the animal, then rejects the create with 400 if an equal animal existed before. */
const refusesStored: Patch = (base, { animals }) => ({
  async create(call) {
    const before = [...animals.values()];
    const draft = base.readDraft(base.parseBody(call), call);
    const reply = await base.create(call);
    const isEqual = ({ name, categoryId, status }: AnimalDraft) =>
      name === draft.name && categoryId === draft.categoryId && status === draft.status;
    if (before.some(isEqual)) throw new Refusal(400, 'invalid_body', 'There is such an animal.');
    return reply;
  },
});

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

/** Adds query parameters to the body's members, like frameworks that merge both. */
const merged =
  (read: (name: string, text: string) => ParsedJson): Patch =>
  (base) => ({
    readDraft(value, call) {
      const parameters = [...call.params].map(([name, text]) => [name, read(name, text)]);
      return base.readDraft(
        isObject(value) ? { ...(Object.fromEntries(parameters) as object), ...value } : value,
        call,
      );
    },
  });

const create = faultsOf('create');

export const refusedBodyFaults: readonly Fault[] = [
  ...create('create.invalid.body', [], emptyBody, {
    'empty-body-crash': ['Fails with 500 where the body is empty.', crash, MAY_FAIL_WITH_500],
    'empty-body-taken': [
      'Adds a nameless animal where the body is empty.',
      () => ({ name: 'Unnamed', categoryId: new LosslessNumber('1') }),
    ],
  }),
  ...create('create.missing.name', ['create.missing.category'], bodies, {
    'envelope-taken': [
      'Adds the animal that stands under pet in a body.',
      (value) => (isObject(value) ? member(value, 'pet') : undefined),
    ],
  }),
  ...create(['create.missing.name', 'create.missing.category'], [], patchAsIs, {
    'query-merged': [
      'Takes parameters of the address for members of the body.',
      merged((name, text) => (name === 'categoryId' ? new LosslessNumber(text) : text)),
    ],
  }),
  ...create('create.invalid.body', [], bodies, {
    'array-taken': [
      'Adds the first animal of an array.',
      (value) => (Array.isArray(value) ? (value[0] as ParsedJson | undefined) : undefined),
    ],
  }),

  ...create('create.rejected-not-stored', [], patchAsIs, {
    'refused-but-stored': [
      'Stores the named animal of every create that it refuses.',
      storesRefused((value) => value),
    ],
    'refused-long-but-stored-cut': [
      'Stores the beginning of a name that it refuses as too long.',
      storesRefused(cut),
    ],
    'refused-equal-but-stored': [
      'Refuses an animal that is equal to another one, and keeps it.',
      refusesStored,
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
      crash,
      MAY_FAIL_WITH_500,
    ],
    'unknown-member-422': [
      'Answers 422 where a body has a member that it does not know.',
      refuseWith(422, 'invalid_body', 'There is an unknown member.'),
    ],
  }),
];
