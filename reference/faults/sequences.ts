import { type Fault, type FaultRow, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { int64Of, isObject, member, readJson } from '../json.ts';
import { type Animal, type Call, type Draft, Refusal } from '../model.ts';
import { CREATE_REFUSED, membersOf, STATUSES } from '../modify.ts';
import { isOfAnimals } from '../families/inputs.ts';

/** What is remembered of each connection, as a thread or a session remembers it. */
class Remembered<T> {
  readonly #values = new Map<number, T>();

  set({ connection }: Call, value: T): void {
    this.#values.set(connection, value);
  }

  has({ connection }: Call): boolean {
    return this.#values.has(connection);
  }

  /** Once. */
  take(call: Call): T | undefined {
    const value = this.#values.get(call.connection);
    this.#values.delete(call.connection);
    return value;
  }
}

/** Notes each error of the animals interface on its connection; `then` uses what was noted. */
const afterErrors = (statuses: readonly number[], then: (noted: Remembered<true>) => Patch): Patch => {
  return (base, world) => {
    const noted = new Remembered<true>();
    const more = then(noted)(base, world);
    return {
      ...more,
      async answer(call) {
        const reply = await base.answer(call);
        if (isOfAnimals(call) && statuses.includes(reply.status)) noted.set(call, true);
        return reply;
      },
    };
  };
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

/** Stores what was refused with one of the statuses along with the next animal that is added on the connection. */
const storedLater = (status: number): Patch => {
  return (base) => {
    const kept = new Remembered<Draft>();
    return {
      async answer(call) {
        const reply = await base.answer(call);
        const draft = call.operation === 'create' && reply.status === status ? draftIn(call) : undefined;
        if (draft !== undefined) kept.set(call, draft);
        return reply;
      },
      async store(animal, call) {
        await base.store(animal, call);
        const draft = kept.take(call);
        if (draft !== undefined) await base.store({ ...draft, id: await base.allocate(call) }, call);
      },
    };
  };
};

const ERRORS = [400, 401, 404];

const rows: readonly FaultRow[] = [
  [
    'status-lost-after-error',
    'Stores the animal that is added first after an error on the same connection without its status; the answer shows it.',
    ['list.agrees'],
    afterErrors(ERRORS, (noted) => (base) => ({
      store: (animal, call) =>
        base.store(noted.take(call) === true ? { ...animal, status: undefined } : animal, call),
    })),
    ['get.agrees', 'list.complete', 'list.status.filter'],
  ],
  [
    'category-changed-after-error',
    'Gives the animal that is added first after a refused one on the same connection another category, in lists and gets.',
    ['list.agrees'],
    afterErrors([400], (noted) => (base) => ({
      store: (animal, call) =>
        base.store(
          noted.take(call) === true ? { ...animal, categoryId: animal.categoryId ^ 1n } : animal,
          call,
        ),
    })),
    ['get.agrees', 'create.int64', 'list.complete'],
  ],
  [
    'third-lost-after-refusal',
    'Answers every third animal that is added after a refused one with 201, and does not store it.',
    ['list.complete'],
    (base) => {
      let since = -1;
      return {
        async answer(call) {
          const reply = await base.answer(call);
          if (call.operation === 'create' && reply.status === 400) since = 0;
          return reply;
        },
        async store(animal, call) {
          if (since >= 0) since += 1;
          if (since === 3) since = 0;
          else await base.store(animal, call);
        },
      };
    },
    ['get.success', 'get.agrees', 'create.id.by-service', 'get.removed', 'get.not-found'],
  ],
  [
    'refused-stored-later',
    'Stores a body that it refused with 400 along with the next animal of the connection.',
    ['create.rejected-not-stored'],
    storedLater(400),
    ['create.id.unique', 'create.id.by-service'],
  ],
  [
    'stranger-stored-later',
    'Stores a body that it refused with 401 along with the next animal of the connection.',
    ['auth.no-effect'],
    storedLater(401),
    ['create.id.unique', 'create.id.by-service'],
  ],
  [
    'not-found-remembered',
    'Remembers for ten seconds that there was no animal of an id, though one was added since.',
    ['get.success'],
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
  [
    'short-after-error',
    'Leaves the first animal out of the first list after an error on the same connection.',
    ['list.complete'],
    afterErrors(ERRORS, (noted) => (base) => ({
      stored: (call) =>
        call.operation === 'list' && noted.take(call) === true
          ? base.stored(call).slice(1)
          : base.stored(call),
    })),
    ['list.limit.default', 'list.status.with-limit'],
  ],
  [
    'filter-kept',
    'Filters a list without a status by that of the list before it on the same connection.',
    ['list.complete'],
    (base) => {
      const kept = new Remembered<string>();
      return {
        readStatusFilter(texts, call) {
          const status = base.readStatusFilter(texts, call);
          const before = kept.take(call);
          if (status === undefined) return before;
          kept.set(call, status);
          return status;
        },
      };
    },
    ['list.limit.default', 'list.status.with-limit'],
  ],
  [
    'key-remembered',
    'Lets a request without a header in on a connection that a good key came on before.',
    ['auth.missing'],
    (base) => {
      const known = new Remembered<true>();
      return {
        async authenticate(call) {
          if (call.authorization.length === 0 && known.has(call) && isOfAnimals(call)) return;
          await base.authenticate(call);
          known.set(call, true);
        },
      };
    },
    ['auth.first', 'auth.no-effect'],
  ],
  [
    'bad-key-remembered',
    'Refuses a good key right after a wrong one on the same connection.',
    ['auth.accepted'],
    (base) => {
      const bad = new Remembered<true>();
      return {
        async authenticate(call) {
          const before = isOfAnimals(call) && bad.take(call) === true;
          try {
            await base.authenticate(call);
          } catch (error) {
            bad.set(call, true);
            throw error;
          }
          if (before) throw new Refusal(401, 'invalid_key', 'The key is not valid.');
        },
      };
    },
  ],
  [
    'error-left-in-animal',
    'Leaves what the last error on the same connection had in the next animal that is added: its status is a number.',
    ['create.success'],
    afterErrors([400, 404], (noted) => (base) => ({
      renderAnimal(animal, place, position, call) {
        const pet = base.renderAnimal(animal, place, position, call);
        return place === 'create' && noted.take(call) === true
          ? { ...membersOf(pet), code: 'invalid_body', message: 'No.', status: 400 }
          : pet;
      },
    })),
    ['create.echo', 'create.status.optional', 'list.agrees', 'get.agrees'],
  ],
  [
    'id-again-after-refusal',
    'Gives the animal that is added first after a refused one the id of the one before it.',
    ['create.id.unique'],
    (base, world) => {
      let refused = false;
      return {
        async answer(call) {
          const reply = await base.answer(call);
          if (call.operation === 'create' && reply.status === 400) refused = true;
          return reply;
        },
        allocate(call) {
          const again = refused && world.nextId > 1n;
          refused = false;
          return again ? world.nextId - 1n : base.allocate(call);
        },
      };
    },
    ['list.agrees', 'get.agrees', 'list.complete', 'create.id.by-service', 'get.success'],
  ],
  [
    'answer-of-the-one-beside',
    'Answers creates that are under way at the same moment with the animal that was stored last.',
    ['create.echo'],
    (base) => {
      let last: Animal | undefined;
      let underWay = 0;
      return {
        async store(animal, call) {
          underWay += 1;
          await base.store(animal, call);
          last = animal;
          await new Promise((resolve) => setTimeout(resolve, 2));
          underWay -= 1;
        },
        renderAnimal: (animal, place, position, call) =>
          base.renderAnimal(
            place === 'create' && last !== undefined && underWay > 0 ? last : animal,
            place,
            position,
            call,
          ),
      };
    },
    [...CREATE_REFUSED, 'create.id.unique', 'create.int64', 'list.complete', 'list.agrees', 'get.agrees'],
  ],
];

/** Faults that no request shows alone: only what came before it, or beside it, does. */
export const sequenceFaults: readonly Fault[] = faultsOf('sequence', rows);
