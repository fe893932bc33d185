import type { ServerResponse } from 'node:http';
import type { Hooks, Patch, Place } from './hooks.ts';
import type { Out } from './json.ts';
import {
  type Animal,
  type Call,
  type Operation,
  type Reason,
  Refusal,
  type Reply,
  type Wire,
  type World,
} from './model.ts';
import { type Members, membersOf } from './values.ts';

/** Whether a call is one of these operations. */
export const isOn =
  (...operations: readonly Operation[]) =>
  (call: Call): boolean =>
    call.operation !== undefined && operations.includes(call.operation);

export const ofAnimals = isOn('list', 'create', 'get');
export const ofMessages = isOn('message');

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

/** Every n-th time that a step gives something, it gives something else. */
export function everyNth<Name extends Step>(n: number, name: Name, own: Own<Name, Given<Name>>): Patch {
  return (base, world) => {
    let count = 0;
    const isHit = (gives: unknown): boolean => gives !== undefined && (count += 1) % n === 0;
    return changed(name, (gives, ...args) => (isHit(gives) ? own(...args) : gives))(base, world);
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

/** How an answer is put on the wire in another way; with the conformant steps. */
export type Send = (
  wire: Wire,
  response: ServerResponse,
  call: Call,
  base: Readonly<Hooks>,
) => void | Promise<void>;

/** Sends some answers in another way. */
export function sent(own: Send, when: (call: Call, wire: Wire) => boolean = () => true): Patch {
  return (base) => ({
    send: (wire, response, call) =>
      when(call, wire) ? own(wire, response, call, base) : base.send(wire, response, call),
  });
}

/** Sets status and headers of a response, and leaves its body to the caller. */
export function writeHead({ status, headers }: Wire, response: ServerResponse): void {
  for (const [name, value] of headers) response.appendHeader(name, value);
  response.statusCode = status;
}

/** Does something once an animal is stored. */
export function onceStored(then: (animal: Animal, world: World) => void): Patch {
  return (base, world) => ({
    async store(animal, call) {
      await base.store(animal, call);
      then(animal, world);
    },
  });
}

/** Keeps only this many animals, the newest. */
export const keepsNewest = (most: number): Patch =>
  onceStored((_, { animals }) => {
    for (const id of [...animals.keys()].slice(0, -most)) animals.delete(id);
  });

/** Does something at each call, before it is answered. */
export function eachCall(does: (call: Call, world: World) => void): Patch {
  return (base, world) => ({
    answer(call) {
      does(call, world);
      return base.answer(call);
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

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
