import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { mediaTypeOf } from './conformant/create.ts';
import type { ServerSteps, Patch, AnimalOperation } from './steps.ts';
import {
  type Animal,
  type Call,
  type HeaderLine,
  type Operation,
  type RefusalReason,
  RefusedRequest,
  type Reply,
  type SerializedReply,
  type ServerState,
} from './model.ts';
import { membersOf, type ObjectMembers } from './json.ts';

/** A condition on calls. */
export type When = (call: Call) => boolean;

/** Makes a test for calls of the given operations. */
export const isCallOf =
  (...operations: readonly Operation[]): When =>
  ({ operation }) =>
    operation !== undefined && operations.includes(operation);

export const isAnimalsCall = isCallOf('list', 'create', 'get');
export const isMessagesCall = isCallOf('message');

/** Makes a test that is true for a call if it matches `of`, and `is` accepts the number of matching calls so far. */
export function whenCallNumber<Args extends readonly unknown[]>(
  is: (count: number) => boolean,
  of: (...args: Args) => boolean = () => true,
): (...args: Args) => boolean {
  let count = 0;
  return (...args) => of(...args) && is((count += 1));
}

/** Tests for numbers of calls: every n-th, and all after the n-th. */
export const every = (n: number) => (count: number) => count % n === 0;
export const after = (n: number) => (count: number) => count > n;

/** Makes a patch from a test, which is true for each text that this server has already seen. */
export function withSeenTexts(make: (isKnown: (text: string) => boolean) => Patch): Patch {
  return (base, world) => {
    const known = new Set<string>();
    return make((text) => known.size === known.add(text).size)(base, world);
  };
}

type Given<Name extends keyof ServerSteps> = Awaited<ReturnType<ServerSteps[Name]>>;
type Step<Name extends keyof ServerSteps, Gives = Given<Name> | Promise<Given<Name>>> = (
  ...args: Parameters<ServerSteps[Name]>
) => Gives;

/** Overrides a step; the original step runs if `own` returns undefined. */
export function replaceStep<Name extends keyof ServerSteps>(
  name: Name,
  own: Step<Name, Given<Name> | undefined>,
): Patch {
  return (base) => {
    const step = base[name] as Step<Name>;
    return { [name]: (...args: Parameters<ServerSteps[Name]>) => own(...args) ?? step(...args) };
  };
}

/** Changes the result of a step; `change` also gets the step's arguments. */
export function changeResult<Name extends keyof ServerSteps>(
  name: Name,
  change: (gives: Given<Name>, ...args: Parameters<ServerSteps[Name]>) => Given<Name>,
): Patch {
  return (base) => {
    const step = base[name] as Step<Name>;
    return {
      [name]: (...args: Parameters<ServerSteps[Name]>) => {
        const gives = step(...args);
        return gives instanceof Promise
          ? gives.then((value: Given<Name>) => change(value, ...args))
          : change(gives, ...args);
      },
    };
  };
}

/** Replaces every n-th result of a step that is not undefined. */
export function replaceEveryNthResult<Name extends keyof ServerSteps>(
  n: number,
  name: Name,
  own: Step<Name, Given<Name>>,
): Patch {
  return (base, world) => {
    let count = 0;
    const isHit = (gives: unknown): boolean => gives !== undefined && (count += 1) % n === 0;
    return changeResult(name, (gives, ...args) => (isHit(gives) ? own(...args) : gives))(base, world);
  };
}

/** Lets `own` produce the result of a step that throws a RefusedRequest; `own` gets the RefusedRequest and the step's arguments. */
export function replaceRefusal<Name extends keyof ServerSteps>(
  name: Name,
  own: (refusal: RefusedRequest, ...args: Parameters<ServerSteps[Name]>) => ReturnType<ServerSteps[Name]>,
): Patch {
  return (base) => {
    const step = base[name] as Step<Name>;
    return {
      [name]: (...args: Parameters<ServerSteps[Name]>) => {
        const replaced = (error: unknown): unknown => {
          if (error instanceof RefusedRequest) return own(error, ...args);
          throw error;
        };
        try {
          const gives: unknown = step(...args);
          return gives instanceof Promise ? gives.catch(replaced) : gives;
        } catch (error) {
          return replaced(error);
        }
      },
    };
  };
}

/** Sets members of the Pets in responses of the given operations. */
export function setPetMembers(
  places: readonly AnimalOperation[],
  own: (animal: Animal, call: Call) => ObjectMembers | undefined,
): Patch {
  return changeResult('renderAnimal', (pet, animal, place, call) =>
    places.includes(place) ? { ...membersOf(pet), ...own(animal, call) } : pet,
  );
}

/** Sets members of the response to a message. */
export const setMessageMembers = (own: (message: ObjectMembers, text: string) => ObjectMembers): Patch =>
  changeResult('renderMessage', (message, text) => ({
    ...membersOf(message),
    ...own(membersOf(message), text),
  }));

/** Sets members of the Error objects of both interfaces. */
export const setErrorMembers = (own: (refusal: RefusedRequest, call: Call) => ObjectMembers): Patch =>
  changeResult('renderError', (error, refusal, call) => ({ ...membersOf(error), ...own(refusal, call) }));

/** Stores other values of an animal; the response to its create shows the submitted ones. */
export function changeStoredAnimal(own: (animal: Animal, call: Call) => Partial<Animal>): Patch {
  return (base) => ({ store: (animal, call) => base.store({ ...animal, ...own(animal, call) }, call) });
}

/** Parses another text in the place of a create's body. */
export function changeCreateBody(own: (text: string) => string): Patch {
  return (base) => ({
    parseBody(call) {
      const text = call.body.toString();
      const other = call.operation === 'create' && !call.tooLarge ? own(text) : text;
      return base.parseBody(other === text ? call : { ...call, body: Buffer.from(other) });
    },
  });
}

/** Accepts further media types for JSON. `when` gets the media type in lower case, without parameters. */
export function acceptMediaTypes(
  step: 'checkMediaType' | 'checkMessageMediaType',
  when: (type: string, call: Call) => boolean,
): Patch {
  return (base) => ({
    [step]: (call: Call) => (when(mediaTypeOf(call), call) ? undefined : base[step](call)),
  });
}

/** Sets the status of rejections, and of their Error objects: for the matching calls, and only for `which`, if it is given. */
export function changeRefusalStatus(status: number, of: When, which?: RefusalReason | number): Patch {
  return (base) => ({
    refuse(refusal, call) {
      const isHit = of(call) && (which === undefined || which === refusal.reason || which === refusal.status);
      const { reason, message, headers } = refusal;
      return base.refuse(isHit ? new RefusedRequest(status, reason, message, headers) : refusal, call);
    },
  });
}

/** Sends a response in another way; `base` has the original steps. */
export type ResponseSender = (
  wire: SerializedReply,
  response: ServerResponse,
  call: Call,
  base: Readonly<ServerSteps>,
) => void | Promise<void>;

/** Sends the matching responses with `own`. */
export function replaceSend(
  own: ResponseSender,
  when: (call: Call, wire: SerializedReply) => boolean = () => true,
): Patch {
  return (base) => ({
    send: (wire, response, call) =>
      when(call, wire) ? own(wire, response, call, base) : base.send(wire, response, call),
  });
}

/** Compresses the matching responses to clients that accept gzip; `own` gets both bodies, and returns the body to send. */
export const sendZipped = (
  own: (zipped: Buffer, plain: Buffer) => Buffer,
  when: (wire: SerializedReply) => boolean = () => true,
): Patch =>
  replaceSend(
    ({ headers, payload, ...wire }, response, call, base) => {
      const coded: HeaderLine[] = [...headers, ['Content-Encoding', 'gzip']];
      return base.send({ ...wire, headers: coded, payload: own(gzipSync(payload), payload) }, response, call);
    },
    ({ headers }, wire) => /\bgzip\b/.test(headers['accept-encoding'] ?? '') && when(wire),
  );

/** Closes the connection instead of sending a response. */
export const hangUp: ResponseSender = (_, response) => void response.destroy();

/** Calls `then` after an animal was stored. */
export function afterStore(then: (animal: Animal, world: ServerState) => void): Patch {
  return (base, world) => changeResult('store', (_, animal) => then(animal, world))(base, world);
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

/** Makes a function that rejects every call. */
export function refuseWith(status: number, reason: RefusalReason, message: string): () => never {
  return () => {
    throw new RefusedRequest(status, reason, message);
  };
}

/** Throws a 500, as a server does after an uncaught exception. */
export const fail500 = refuseWith(500, 'internal', 'The server failed.');

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Caches responses for `ttl` milliseconds, by address and key. */
export const cacheReplies =
  (step: 'list' | 'get', ttl: number, when: When = () => true): Patch =>
  (base) => {
    const kept = new Map<string, { readonly reply: Reply; readonly until: number }>();
    return {
      async answer(call) {
        if (call.operation !== step || call.authorization.length === 0) return base.answer(call);
        const key = `${call.path}?${String(call.params)} ${call.authorization.join()}`;
        const known = kept.get(key);
        if (known !== undefined && known.until > performance.now()) return known.reply;
        const reply = await base.answer(call);
        if (reply.status !== 401 && when(call)) kept.set(key, { reply, until: performance.now() + ttl });
        return reply;
      },
    };
  };
