import type { ServerResponse } from 'node:http';
import type { Hooks, Patch, ShowingOperation } from './hooks.ts';
import type { WritableJson } from './json.ts';
import {
  type Animal,
  type Call,
  type Operation,
  type Reason,
  Refusal,
  type Reply,
  type SerializedReply,
  type ServerState,
} from './model.ts';
import { type ObjectMembers, membersOf } from './values.ts';

/** Makes a test for calls of the given operations. */
export const isCallOf =
  (...operations: readonly Operation[]) =>
  (call: Call): boolean =>
    call.operation !== undefined && operations.includes(call.operation);

export const isAnimalsCall = isCallOf('list', 'create', 'get');
export const isMessagesCall = isCallOf('message');

/** Synchronous steps. */
type Step = Exclude<
  keyof Hooks,
  'answer' | 'authenticate' | 'list' | 'create' | 'allocate' | 'store' | 'get' | 'message' | 'finish' | 'send'
>;
type Given<Name extends Step> = ReturnType<Hooks[Name]>;
type Own<Name extends Step, Gives> = (...args: Parameters<Hooks[Name]>) => Gives;

/** Overrides a step; the original step runs if `own` returns undefined. */
export function replaceStep<Name extends Step>(name: Name, own: Own<Name, Given<Name> | undefined>): Patch {
  return (base) => {
    const step = base[name] as Own<Name, Given<Name>>;
    return { [name]: (...args: Parameters<Hooks[Name]>) => own(...args) ?? step(...args) };
  };
}

/** Changes the result of a step; `change` also gets the step's arguments. */
export function changeResult<Name extends Step>(
  name: Name,
  change: (gives: Given<Name>, ...args: Parameters<Hooks[Name]>) => Given<Name>,
): Patch {
  return (base) => {
    const step = base[name] as Own<Name, Given<Name>>;
    return { [name]: (...args: Parameters<Hooks[Name]>) => change(step(...args), ...args) };
  };
}

/** Replaces every n-th result of a step that is not undefined. */
export function replaceEveryNthResult<Name extends Step>(
  n: number,
  name: Name,
  own: Own<Name, Given<Name>>,
): Patch {
  return (base, world) => {
    let count = 0;
    const isHit = (gives: unknown): boolean => gives !== undefined && (count += 1) % n === 0;
    return changeResult(name, (gives, ...args) => (isHit(gives) ? own(...args) : gives))(base, world);
  };
}

/** Replaces the rejection by a step: `own` gets the Refusal and the step's arguments, the call last. */
export function replaceRefusal<Name extends Step>(
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

/** Changes the Pets in responses of the given operations. */
export function changePets(
  places: readonly ShowingOperation[],
  change: (pet: ObjectMembers, animal: Animal, position: number, call: Call) => WritableJson,
): Patch {
  return changeResult('renderAnimal', (pet, animal, place, position, call) =>
    places.includes(place) ? change(membersOf(pet), animal, position, call) : pet,
  );
}

/** Changes the stored animal; the response to its create shows the submitted values. */
export function changeStoredAnimal(change: (animal: Animal) => Animal): Patch {
  return (base) => ({ store: (animal, call) => base.store(change(animal), call) });
}

/** Changes the status of the matching rejections, also in the Error object. */
export function changeRefusalStatus(
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

/** Makes a test for rejections with one of the reasons. */
export const refusedFor =
  (...reasons: readonly Reason[]) =>
  (refusal: Refusal): boolean =>
    reasons.includes(refusal.reason);

/** Changes the matching responses before they are serialised. */
export function changeReplies(
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

/** Sends a response in another way; `base` has the original steps. */
export type Send = (
  wire: SerializedReply,
  response: ServerResponse,
  call: Call,
  base: Readonly<Hooks>,
) => void | Promise<void>;

/** Sends the matching responses with `own`. */
export function sendInstead(
  own: Send,
  when: (call: Call, wire: SerializedReply) => boolean = () => true,
): Patch {
  return (base) => ({
    send: (wire, response, call) =>
      when(call, wire) ? own(wire, response, call, base) : base.send(wire, response, call),
  });
}

/** Sets status and headers of a response without sending its body. */
export function writeHead({ status, headers }: SerializedReply, response: ServerResponse): void {
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.statusCode = status;
}

/** Calls `then` after an animal was stored. */
export function afterStore(then: (animal: Animal, world: ServerState) => void): Patch {
  return (base, world) => ({
    async store(animal, call) {
      await base.store(animal, call);
      then(animal, world);
    },
  });
}

/** Keeps only the newest `most` animals. */
export const keepNewestAnimals = (most: number): Patch =>
  afterStore((_, { animals }) => {
    for (const id of [...animals.keys()].slice(0, -most)) animals.delete(id);
  });

/** Calls `does` before each call is answered. */
export function onEachCall(does: (call: Call, world: ServerState) => void): Patch {
  return (base, world) => ({
    answer(call) {
      does(call, world);
      return base.answer(call);
    },
  });
}

/** Throws a 500, as a server does after an uncaught exception. */
export const crash = refuseWith(500, 'internal', 'The server failed.');

/** Makes a function that rejects every call. */
export function refuseWith(status: number, reason: Reason, message: string): () => never {
  return () => {
    throw new Refusal(status, reason, message);
  };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
