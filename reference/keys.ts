import type { Hooks, Patch } from './hooks.ts';
import { type Call, Refusal } from './model.ts';

/** The Authorization header; empty where there is none. */
export const headerOf = (call: Call): string => call.authorization[0] ?? '';

/** The key that a call has to show. */
export const keyFor = (call: Call, keys: { readonly key: string; readonly messagesKey: string }): string =>
  call.resource === 'messages' ? keys.messagesKey : keys.key;

/** Does something before the key is looked at. */
export function beforeKey(does: (call: Call, base: Readonly<Hooks>) => unknown): Patch {
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
export function refusesKey(when: (call: Call) => boolean, status = 401): Patch {
  return (base) => ({
    async authenticate(call) {
      await base.authenticate(call);
      if (when(call)) throw new Refusal(status, 'invalid_key', 'The API key lacks a scope.');
    },
  });
}

/** What a server has seen of keys, the call that is looked at included. */
export interface Counts {
  /** Requests with the key. */
  readonly keyed: number;
  /** Of them messages. */
  readonly messages: number;
  /** Requests that it refused for their key. */
  readonly refused: number;
}

/** Refuses some requests whatever their key, by what came before. */
export function shutBy(status: number, when: (counts: Counts, call: Call) => boolean): Patch {
  return (base) => {
    const counts = { keyed: 0, messages: 0, refused: 0 };
    const refusal = () => new Refusal(status, 'invalid_key', 'You are not let in any more.');
    return {
      async authenticate(call) {
        try {
          await base.authenticate(call);
        } catch (error) {
          counts.refused += 1;
          throw when(counts, call) ? refusal() : error;
        }
        counts.keyed += 1;
        if (call.resource === 'messages') counts.messages += 1;
        if (when(counts, call)) throw refusal();
      },
    };
  };
}

/** Stores the animal of a create that gets a 401 all the same. */
export const storesUnauthorized: Patch = onRefusedKey(async (refusal, call, base) => {
  if (call.operation === 'create') await Promise.resolve(base.create(call)).catch(() => {});
  throw refusal;
});
