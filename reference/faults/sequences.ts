import type { RequirementId } from '../../requirements/index.ts';
import { as, type Fault, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { int64Of, isObject, member, readJson } from '../json.ts';
import { type Call, type Draft, Refusal } from '../model.ts';
import { ofAnimals } from '../modify.ts';
import { membersOf, STATUSES } from '../values.ts';

/** What is remembered of the connection of a call, as a thread or a session remembers it: once. */
function take<T>(kept: Map<Call['connection'], T>, { connection }: Call): T | undefined {
  const value = kept.get(connection);
  kept.delete(connection);
  return value;
}

/** Notes each error of the animals interface on its connection; `then` is told, once, whether there was one. */
const afterErrors = (
  statuses: readonly number[],
  then: (wasError: (call: Call) => boolean) => Patch,
): Patch => {
  return (base, world) => {
    const noted = new Map<Call['connection'], true>();
    return {
      ...then((call) => take(noted, call) === true)(base, world),
      async answer(call) {
        const reply = await base.answer(call);
        if (ofAnimals(call) && statuses.includes(reply.status)) noted.set(call.connection, true);
        return reply;
      },
    };
  };
};

/** Is told of each create that is refused with 400. */
const onRefused = (does: () => void, then: Patch): Patch => {
  return (base, world) => ({
    ...then(base, world),
    async answer(call) {
      const reply = await base.answer(call);
      if (call.operation === 'create' && reply.status === 400) does();
      return reply;
    },
  });
};

/** The animal that a body asks for, where it asks for one that could be. */
function draftIn({ body }: Call): Draft | undefined {
  try {
    const value = readJson(body);
    const name = isObject(value) ? member(value, 'name') : undefined;
    if (!isObject(value) || typeof name !== 'string') return undefined;
    const status = member(value, 'status');
    return {
      name,
      categoryId: int64Of(member(value, 'categoryId')) ?? 1n,
      ...(typeof status === 'string' && STATUSES.includes(status) ? { status } : {}),
    };
  } catch {
    return undefined;
  }
}

/** Stores what was refused with this status along with the next animal that is added on the connection. */
const storedLater = (status: number): Patch => {
  return (base) => {
    const kept = new Map<Call['connection'], Draft>();
    return {
      async answer(call) {
        const reply = await base.answer(call);
        const draft = call.operation === 'create' && reply.status === status ? draftIn(call) : undefined;
        if (draft !== undefined) kept.set(call.connection, draft);
        return reply;
      },
      async store(animal, call) {
        await base.store(animal, call);
        const draft = take(kept, call);
        if (draft !== undefined) await base.store({ ...draft, id: await base.allocate(call) }, call);
      },
    };
  };
};

const ERRORS = [400, 401, 404];
const pages: readonly RequirementId[] = ['list.limit.default', 'list.status.with-limit'];
const sequence = faultsOf('sequence');

/** Faults that no request shows alone: only what came before it, or beside it, does. */
export const sequenceFaults: readonly Fault[] = [
  ...sequence('list.agrees', ['get.agrees', 'list.complete'], as, {
    'status-lost-after-error': [
      'Stores the animal that is added first after an error on the same connection without its status; the answer shows it.',
      afterErrors(ERRORS, (wasError) => (base) => ({
        store: (animal, call) => base.store(wasError(call) ? { ...animal, status: undefined } : animal, call),
      })),
      ['list.status.filter'],
    ],
  }),
  ...sequence('list.complete', [], as, {
    'third-lost-after-refusal': [
      'Answers every third animal that is added after a refused one with 201, and does not store it.',
      (base, world) => {
        let since = -1;
        const forgets: Patch = () => ({
          async store(animal, call) {
            if (since >= 0) since += 1;
            if (since === 3) since = 0;
            else await base.store(animal, call);
          },
        });
        return onRefused(() => (since = 0), forgets)(base, world);
      },
      ['get.success', 'get.agrees', 'create.id.by-service', 'get.removed', 'get.not-found'],
    ],
    'short-after-error': [
      'Leaves the first animal out of the first list after an error on the same connection.',
      afterErrors(ERRORS, (wasError) => (base) => ({
        stored: (call) =>
          call.operation === 'list' && wasError(call) ? base.stored(call).slice(1) : base.stored(call),
      })),
      pages,
    ],
    'filter-kept': [
      'Filters a list without a status by that of the list before it on the same connection.',
      (base) => {
        const kept = new Map<Call['connection'], string>();
        return {
          readStatusFilter(texts, call) {
            const status = base.readStatusFilter(texts, call);
            const before = take(kept, call);
            if (status === undefined) return before;
            kept.set(call.connection, status);
            return status;
          },
        };
      },
      pages,
    ],
  }),
  ...sequence('create.rejected-not-stored', ['create.id.unique', 'create.id.by-service'], storedLater, {
    'refused-stored-later': ['Stores what it refused with 400 with the next animal of the connection.', 400],
  }),
  ...sequence('auth.no-effect', ['create.id.unique', 'create.id.by-service'], storedLater, {
    'stranger-stored-later': ['Stores what it refused with 401 with the next animal of the connection.', 401],
  }),
  ...sequence('get.success', [], as, {
    'not-found-remembered': [
      'Remembers for ten seconds that there was no animal of an id, though one was added since.',
      (base) => {
        const missing = new Map<bigint, number>();
        return {
          find(id, call) {
            if (Date.now() - (missing.get(id) ?? -Infinity) < 10_000) return undefined;
            const animal = base.find(id, call);
            if (animal === undefined) missing.set(id, Date.now());
            return animal;
          },
        };
      },
    ],
  }),
  ...sequence('auth.missing', ['auth.first', 'auth.no-effect'], as, {
    'key-remembered': [
      'Lets a request without a header in on a connection that a good key came on before.',
      (base) => {
        const known = new Map<Call['connection'], true>();
        return {
          async authenticate(call) {
            if (call.authorization.length === 0 && known.has(call.connection) && ofAnimals(call)) return;
            await base.authenticate(call);
            known.set(call.connection, true);
          },
        };
      },
    ],
  }),
  ...sequence('auth.accepted', [], as, {
    'bad-key-remembered': [
      'Refuses a good key right after a wrong one on the same connection.',
      (base) => {
        const bad = new Map<Call['connection'], true>();
        return {
          async authenticate(call) {
            const before = ofAnimals(call) && take(bad, call) === true;
            try {
              await base.authenticate(call);
            } catch (error) {
              bad.set(call.connection, true);
              throw error;
            }
            if (before) throw new Refusal(401, 'invalid_key', 'The key is not valid.');
          },
        };
      },
    ],
  }),
  ...sequence('create.success', ['create.echo', 'create.status.optional', 'list.agrees', 'get.agrees'], as, {
    'error-left-in-animal': [
      'Leaves what the last error on the same connection had in the next animal that is added: its status is a number.',
      afterErrors([400, 404], (wasError) => (base) => ({
        renderAnimal(animal, place, position, call) {
          const pet = base.renderAnimal(animal, place, position, call);
          return place === 'create' && wasError(call)
            ? { ...membersOf(pet), code: 'invalid_body', message: 'No.', status: 400 }
            : pet;
        },
      })),
    ],
  }),
  ...sequence('create.id.unique', [], as, {
    'id-again-after-refusal': [
      'Gives the animal that is added first after a refused one the id of the one before it.',
      (base, world) => {
        let refused = false;
        const again: Patch = () => ({
          allocate(call) {
            const isAgain = refused && world.nextId > 1n;
            refused = false;
            return isAgain ? world.nextId - 1n : base.allocate(call);
          },
        });
        return onRefused(() => (refused = true), again)(base, world);
      },
      ['list.agrees', 'get.agrees', 'list.complete', 'create.id.by-service', 'get.success'],
    ],
  }),
];
