import { LosslessNumber } from 'lossless-json';
import type { RequirementId } from '../../requirements/index.ts';
import { type Fault, type FaultRow, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { int64Of, isObject, member, type Value } from '../json.ts';
import { type Call, Refusal } from '../model.ts';
import { crash, isNumber } from '../modify.ts';

/** Reads some bodies that are no object as another one. */
const bodies = (own: (value: Value) => Value | undefined): Patch => {
  return (base) => ({ readDraft: (value, call) => base.readDraft(own(value) ?? value, call) });
};

/** Stores the animal of a create that it then refuses. */
function storesRefused(when: (refusal: Refusal) => boolean): Patch {
  return (base, world) => ({
    async create(call) {
      try {
        return await base.create(call);
      } catch (error) {
        if (error instanceof Refusal && error.status === 400 && when(error)) {
          const value = base.parseBody(call);
          const body = isObject(value) ? value : {};
          const name = member(body, 'name');
          const id = world.nextId++;
          const categoryId = int64Of(member(body, 'categoryId')) ?? 1n;
          if (typeof name === 'string') await base.store({ id, name, categoryId }, call);
        }
        throw error;
      }
    },
  });
}

const emptyBody = (make: (call: Call) => Value): Patch => {
  return (base) => ({
    parseBody: (call) =>
      call.operation === 'create' && call.body.length === 0 ? make(call) : base.parseBody(call),
  });
};

function extra(fail: () => never): Patch {
  const known = new Set(['name', 'categoryId', 'status', 'id']);
  return (base) => ({
    readDraft: (value, call) =>
      isObject(value) && Object.keys(value).some((key) => !known.has(key))
        ? fail()
        : base.readDraft(value, call),
  });
}

const five: readonly RequirementId[] = ['robust.no-5xx'];
const one = new LosslessNumber('1');

const rows: readonly FaultRow[] = [
  [
    'empty-body-crash',
    'Fails with 500 where the body is empty.',
    'create.invalid.body',
    emptyBody(crash),
    five,
  ],
  [
    'empty-body-taken',
    'Adds a nameless animal where the body is empty.',
    'create.invalid.body',
    emptyBody(() => ({ name: 'Unnamed', categoryId: one })),
  ],
  [
    'empty-body-411',
    'Answers 411 where the body is empty.',
    'create.invalid.body',
    emptyBody(() => {
      throw new Refusal(411, 'invalid_body', 'Send a body.');
    }),
  ],
  [
    'array-taken',
    'Adds the first animal of an array.',
    'create.invalid.body',
    bodies((value) => (Array.isArray(value) ? (value[0] as Value | undefined) : undefined)),
  ],
  [
    'array-crash',
    'Fails with 500 where the body is an array.',
    'create.invalid.body',
    bodies((value) => (Array.isArray(value) ? crash() : undefined)),
    five,
  ],
  [
    'null-crash',
    'Fails with 500 where the body is null.',
    'create.invalid.body',
    bodies((value) => (value === null ? crash() : undefined)),
    five,
  ],
  [
    'scalar-422',
    'Answers 422 where the body is a string, a number or a boolean.',
    'create.invalid.body',
    bodies((value) => {
      if (value === null || (typeof value === 'object' && !isNumber(value))) return undefined;
      throw new Refusal(422, 'invalid_body', 'Send an object.');
    }),
  ],

  [
    'unknown-status-but-stored',
    'Stores the animal of a create that it refuses for its status.',
    'create.rejected-not-stored',
    storesRefused((refusal) => refusal.reason === 'invalid_status'),
  ],
  [
    'no-category-but-stored',
    'Stores the animal of a create that it refuses for the missing category.',
    'create.rejected-not-stored',
    storesRefused((refusal) => refusal.reason === 'missing_category'),
  ],
  [
    'bad-category-but-stored',
    'Stores the animal of a create that it refuses for a category that is no integer.',
    'create.rejected-not-stored',
    storesRefused((refusal) => refusal.reason === 'invalid_category'),
  ],
  [
    'refused-but-stored',
    'Stores the animal of every create that it refuses, where it has a name.',
    'create.rejected-not-stored',
    storesRefused(() => true),
  ],

  [
    'unknown-member-crash',
    'Fails with 500 where a body has a member that it does not know.',
    'create.unknown-members',
    extra(crash),
    five,
  ],
  [
    'unknown-member-422',
    'Answers 422 where a body has a member that it does not know.',
    'create.unknown-members',
    extra(() => {
      throw new Refusal(422, 'invalid_body', 'There is an unknown member.');
    }),
  ],
];

export const refusedBodyFaults: readonly Fault[] = faultsOf('create', rows);
