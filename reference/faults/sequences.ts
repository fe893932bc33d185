import type { RequirementId } from '../../requirements/index.ts';
import { patchAsIs, type Fault, faultMaker } from '../define.ts';
import type { Patch } from '../steps.ts';
import { bodyMember, int64Of } from '../json.ts';
import { acceptMissingKey, refusalOf } from '../keys.ts';
import { type AnimalDraft, type Call, RefusedRequest, type Reply, STATUSES } from '../model.ts';
import { changeResult, isAnimalsCall, setPetMembers, changeStoredAnimal } from '../modify.ts';

/** Returns and clears the value remembered for a call; undefined if there is none. */
type Take<T> = (call: Call) => T | undefined;

/**
 * Remembers a value of each response for a later call, as a thread or a session does.
 * @param then makes a patch from a function that returns the remembered value
 * @param place returns the key of a call's value; by default the number of its connection
 */
const noting =
  <T>(
    what: (reply: Reply, call: Call) => T | undefined,
    then: (take: Take<T>) => Patch,
    place = ({ connection }: Call): number => connection,
  ): Patch =>
  (base, world) => {
    const noted = new Map<number, T>();
    const take: Take<T> = (call) => {
      const value = noted.get(place(call));
      noted.delete(place(call));
      return value;
    };
    return {
      ...then(take)(base, world),
      async answer(call) {
        const reply = await base.answer(call);
        const value = what(reply, call);
        if (value !== undefined) noted.set(place(call), value);
        return reply;
      },
    };
  };

/** Remembers each error of the animals interface for the next call on its connection. */
const afterErrors = (then: (wasError: Take<true>) => Patch, statuses = [400, 401, 404]): Patch =>
  noting(({ status }, call) => (isAnimalsCall(call) && statuses.includes(status) ? true : undefined), then);

/** Remembers that a create was rejected with 400, until the next call on any connection. */
const afterRefused = (then: (wasRefused: Take<true>) => Patch): Patch =>
  noting(
    ({ status }, { operation }) => (operation === 'create' && status === 400 ? true : undefined),
    then,
    () => 0,
  );

/** The animal that a body describes; undefined if it has no valid name. */
function draftIn({ body }: Call): AnimalDraft | undefined {
  const [name, status] = [bodyMember(body, 'name'), bodyMember(body, 'status')];
  if (typeof name !== 'string') return undefined;
  return {
    name,
    categoryId: int64Of(bodyMember(body, 'categoryId')) ?? 1n,
    status: typeof status === 'string' && STATUSES.includes(status) ? status : undefined,
  };
}

/**
 * Keeps the animal of a create that was rejected with this status, and stores it with the next animal of the same connection.
 */
const storedLater = (refused: number): Patch =>
  noting(
    ({ status }, call) => (call.operation === 'create' && status === refused ? draftIn(call) : undefined),
    (take) => (base) => ({
      async store(animal, call) {
        await base.store(animal, call);
        const draft = take(call);
        if (draft !== undefined) await base.store({ ...draft, id: await base.allocate(call) }, call);
      },
    }),
  );

const pages: readonly RequirementId[] = ['list.limit.default', 'list.status.with-limit'];
const sequence = faultMaker('sequence');

/** Faults that show only after or beside certain other requests. */
export const sequenceFaults: readonly Fault[] = [
  ...sequence('list.agrees', ['get.agrees', 'list.complete'], patchAsIs, {
    'status-lost-after-error': [
      'Stores the animal that is added first after an error on the same connection without its status; the answer shows it.',
      afterErrors((wasError) =>
        changeStoredAnimal((_, call) => (wasError(call) ? { status: undefined } : {})),
      ),
      ['list.status.filter'],
    ],
  }),
  ...sequence('list.complete', [], patchAsIs, {
    'third-lost-after-refusal': [
      'Answers every third animal that is added after a refused one with 201, and does not store it.',
      afterRefused((wasRefused) => (base) => {
        let since = -1;
        return {
          async store(animal, call) {
            if (wasRefused(call)) since = 0;
            if (since >= 0) since += 1;
            if (since === 3) since = 0;
            else await base.store(animal, call);
          },
        };
      }),
      ['get.success', 'get.agrees', 'create.id.by-service', 'get.removed', 'get.not-found'],
    ],
    'short-after-error': [
      'Leaves the first animal out of the first list after an error on the same connection.',
      afterErrors((wasError) =>
        changeResult('stored', (all, call) =>
          call.operation === 'list' && wasError(call) ? all.slice(1) : all,
        ),
      ),
      pages,
    ],
    'filter-kept': [
      'Filters a list without a status by that of the list before it on the same connection.',
      noting(
        (_, { params }) => params.get('status') ?? undefined,
        (take) =>
          changeResult('readStatusFilter', (status, _, call) => {
            const before = take(call);
            return status ?? before;
          }),
      ),
      pages,
    ],
  }),
  ...sequence('create.rejected-not-stored', ['create.id.unique', 'create.id.by-service'], storedLater, {
    'refused-stored-later': ['Stores what it refused with 400 with the next animal of the connection.', 400],
  }),
  ...sequence('auth.no-effect', ['create.id.unique', 'create.id.by-service'], storedLater, {
    'stranger-stored-later': ['Stores what it refused with 401 with the next animal of the connection.', 401],
  }),
  ...sequence('get.success', [], patchAsIs, {
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
  ...sequence('auth.missing', ['auth.first', 'auth.no-effect'], patchAsIs, {
    'key-remembered': [
      'Lets a request without a header in on a connection that a good key came on before.',
      noting(
        ({ status }) => (status === 401 ? undefined : true),
        (take) => acceptMissingKey(isAnimalsCall)((call) => take(call) ?? false),
      ),
    ],
  }),
  ...sequence('auth.accepted', [], patchAsIs, {
    'bad-key-remembered': [
      'Refuses a good key right after a wrong one on the same connection.',
      (base) => {
        const bad = new Set<number>();
        return {
          async authenticate(call) {
            const before = isAnimalsCall(call) && bad.delete(call.connection);
            const refusal = await refusalOf(base, call);
            if (refusal !== undefined) bad.add(call.connection);
            if (refusal !== undefined || before)
              throw refusal ?? new RefusedRequest(401, 'invalid_key', 'The key is not valid.');
          },
        };
      },
    ],
  }),
  ...sequence('create.success', [], patchAsIs, {
    'error-left-in-animal': [
      'Leaves what the last error on the same connection had in the next animal that is added: its status is a number.',
      afterErrors(
        (wasError) =>
          setPetMembers(['create'], (_, call) =>
            wasError(call) ? { code: 'invalid_body', message: 'No.', status: 400 } : undefined,
          ),
        [400, 404],
      ),
      ['create.echo', 'create.status.optional', 'list.agrees', 'get.agrees'],
    ],
  }),
  ...sequence('create.id.unique', [], patchAsIs, {
    'id-again-after-refusal': [
      'Gives the animal that is added first after a refused one the id of the one before it.',
      afterRefused((wasRefused) => (base, world) => ({
        allocate: (call) => (wasRefused(call) && world.nextId > 1n ? world.nextId - 1n : base.allocate(call)),
      })),
      ['list.agrees', 'get.agrees', 'list.complete', 'create.id.by-service', 'get.success'],
    ],
  }),
];
