import { LosslessNumber } from 'lossless-json';
import type { RequirementId } from '../requirements/index.ts';
import type { Hooks, Patch, Place } from './hooks.ts';
import type { Out, Value } from './json.ts';
import { type Animal, type Call, type Operation, type Reason, Refusal, type Reply } from './model.ts';

/** A rendered Pet or Error, as plain members. */
export type Members = Readonly<Record<string, Out | undefined>>;

/** Whether a call is one of these operations. */
export const isOn =
  (...operations: readonly Operation[]) =>
  (call: Call): boolean =>
    call.operation !== undefined && operations.includes(call.operation);

export const ofAnimals = isOn('list', 'create', 'get');
export const ofMessages = isOn('message');

/** The Authorization header; empty where there is none. */
export const headerOf = (call: Call): string => call.authorization[0] ?? '';

/** The key that a call has to show. */
export const keyFor = (call: Call, keys: { readonly key: string; readonly messagesKey: string }): string =>
  call.resource === 'messages' ? keys.messagesKey : keys.key;

export function membersOf(value: Out): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/** Steps that answer at once. */
type Step = Exclude<
  keyof Hooks,
  'answer' | 'authenticate' | 'list' | 'create' | 'allocate' | 'store' | 'get' | 'message' | 'finish' | 'send'
>;
type Given<Name extends Step> = ReturnType<Hooks[Name]>;
type Own<Name extends Step, Gives> = (...args: Parameters<Hooks[Name]>) => Gives;

/** Takes the place of a step; where it gives undefined, the step is as it was. */
export function instead<Name extends Step>(name: Name, own: Own<Name, Given<Name> | undefined>): Patch {
  return (base) => {
    const step = base[name] as Own<Name, Given<Name>>;
    return { [name]: (...args: Parameters<Hooks[Name]>) => own(...args) ?? step(...args) };
  };
}

/** Changes what a step gives; it is told what the step was given, too. */
export function changed<Name extends Step>(
  name: Name,
  change: (gives: Given<Name>, ...args: Parameters<Hooks[Name]>) => Given<Name>,
): Patch {
  return (base) => {
    const step = base[name] as Own<Name, Given<Name>>;
    return { [name]: (...args: Parameters<Hooks[Name]>) => change(step(...args), ...args) };
  };
}

/** Lets something else happen where a step refuses; the last argument of a step is the call. */
export function rescued<Name extends Step>(
  name: Name,
  own: (refusal: Refusal, ...args: Parameters<Hooks[Name]>) => Given<Name>,
): Patch {
  return (base) => {
    const step = base[name] as Own<Name, Given<Name>>;
    return {
      [name]: (...args: Parameters<Hooks[Name]>) => {
        try {
          return step(...args);
        } catch (error) {
          if (error instanceof Refusal) return own(error, ...args);
          throw error;
        }
      },
    };
  };
}

/** Does something before the key is looked at. */
export function beforeKey(does: (call: Call, base: Readonly<Hooks>) => void): Patch {
  return (base) => ({
    authenticate(call) {
      does(call, base);
      return base.authenticate(call);
    },
  });
}

/** Lets some calls in without looking at their key. */
export function lets(when: (call: Call, key: string) => boolean): Patch {
  return (base, world) => ({
    authenticate: (call) => (when(call, keyFor(call, world)) ? undefined : base.authenticate(call)),
  });
}

/** Does something with the 401 of a call; where that does not throw, the call is let in. */
export function onRefusedKey(does: (refusal: Refusal, call: Call, base: Readonly<Hooks>) => unknown): Patch {
  return (base) => ({
    async authenticate(call) {
      try {
        await base.authenticate(call);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await does(error, call, base);
      }
    },
  });
}

/** Refuses a valid key. */
export function refusesKey(when: (call: Call) => boolean): Patch {
  return (base) => ({
    async authenticate(call) {
      await base.authenticate(call);
      if (when(call)) throw new Refusal(401, 'invalid_key', 'The API key lacks a scope.');
    },
  });
}

/** Stores the animal of some creates that get a 401 all the same. */
export function storesUnauthorized(when: (call: Call) => boolean): Patch {
  return onRefusedKey(async (refusal, call, base) => {
    if (call.operation === 'create' && when(call)) await Promise.resolve(base.create(call)).catch(() => {});
    throw refusal;
  });
}

/** Changes the Pets shown at some places. */
export function pets(
  places: readonly Place[],
  change: (pet: Members, animal: Animal, position: number, call: Call) => Out,
): Patch {
  return changed('renderAnimal', (pet, animal, place, position, call) =>
    places.includes(place) ? change(membersOf(pet), animal, position, call) : pet,
  );
}

/** Changes what is stored of an animal; the answer to its create still shows it as it was sent. */
export function storedAs(change: (animal: Animal) => Animal): Patch {
  return (base) => ({ store: (animal, call) => base.store(change(animal), call) });
}

/** Gives some refusals another status; their Error object says the same one. */
export function refusedWith(
  status: number,
  when: (refusal: Refusal, call: Call) => boolean = () => true,
): Patch {
  return (base) => ({
    refuse: (refusal, call) =>
      base.refuse(
        when(refusal, call) ? new Refusal(status, refusal.reason, refusal.message, refusal.headers) : refusal,
        call,
      ),
  });
}

/** Whether a body is refused for one of these reasons. */
export const because =
  (...reasons: readonly Reason[]) =>
  (refusal: Refusal): boolean =>
    reasons.includes(refusal.reason);

/** Changes some answers as a whole. */
export function replies(
  when: (reply: Reply, call: Call) => boolean,
  change: (reply: Reply, call: Call) => Reply,
): Patch {
  return (base) => ({
    async finish(reply, call) {
      const finished = await base.finish(reply, call);
      return when(finished, call) ? change(finished, call) : finished;
    },
  });
}

/** Fails with a bare exception, as an unguarded program does: it becomes a 500. */
export const crash = refuser(500, 'internal', 'The server failed.');

/** What refuses whatever comes. */
export function refuser(status: number, reason: Reason, message: string): () => never {
  return () => {
    throw new Refusal(status, reason, message);
  };
}

export const isNumber = (value: Value | undefined): value is LosslessNumber =>
  value instanceof LosslessNumber;

/** What may fall where a create is not answered as it should be, though the body was good. */
export const CREATE_REFUSED: readonly RequirementId[] = [
  'create.success',
  'create.status.optional',
  'create.status.values',
];

/** The rows that ask for a 400. */
export const CREATE_400: readonly RequirementId[] = [
  'create.missing.name',
  'create.missing.category',
  'create.invalid.name',
  'create.invalid.category',
  'create.invalid.status',
  'create.invalid.body',
  'create.malformed-json',
];

/** What falls with a 500 to a request that is none of the server's trouble. */
export const FIVE: readonly RequirementId[] = ['robust.no-5xx'];

/** A member that is known to be a string. */
export function textOf(value: Out | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A name in the other case. */
export function otherCase(name: string): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
}

/** A name without its last letter, and with one more where it has but one. */
export const shorter = (name: string): string => (name.length > 1 ? name.slice(0, -1) : `${name}x`);

export const STATUSES: readonly string[] = ['available', 'pending', 'sold'];

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
