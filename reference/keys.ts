import type { Hooks, Patch } from './hooks.ts';
import { type Call, Refusal } from './model.ts';

/** The first Authorization value; empty if there is none. */
export const firstAuthorization = (call: Call): string => call.authorization[0] ?? '';

/** The key that is valid for a call. */
export const validKeyFor = (
  call: Call,
  keys: { readonly key: string; readonly messagesKey: string },
): string => (call.resource === 'messages' ? keys.messagesKey : keys.key);

/** Calls `does` before the key is checked. */
export function beforeAuthentication(does: (call: Call, base: Readonly<Hooks>) => unknown): Patch {
  return (base) => ({
    authenticate(call) {
      does(call, base);
      return base.authenticate(call);
    },
  });
}

/** Accepts the matching calls without checking their key. */
export function skipAuthentication(when: (call: Call, key: string) => boolean): Patch {
  return (base, world) => ({
    authenticate: (call) => (when(call, validKeyFor(call, world)) ? undefined : base.authenticate(call)),
  });
}

/** Calls `does` if a key is rejected. If `does` does not throw, the call is accepted. */
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

/** Rejects the valid key for the matching calls. */
export function rejectValidKey(when: (call: Call) => boolean, status = 401): Patch {
  return (base) => ({
    async authenticate(call) {
      await base.authenticate(call);
      if (when(call)) throw new Refusal(status, 'invalid_key', 'The API key lacks a scope.');
    },
  });
}

/** Counts of requests by their key, including the current call. */
export interface KeyCounts {
  /** Number of requests with a valid key. */
  readonly keyed: number;
  /** Number of messages among them. */
  readonly messages: number;
  /** Number of requests with a missing or invalid key. */
  readonly refused: number;
}

/** Rejects requests, even with a valid key, depending on the counts of earlier ones. */
export function rejectByCounts(status: number, when: (counts: KeyCounts, call: Call) => boolean): Patch {
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

/** Stores the animal of a create that gets a 401. */
export const storeUnauthorizedCreates: Patch = onRefusedKey(async (refusal, call, base) => {
  if (call.operation === 'create') await Promise.resolve(base.create(call)).catch(() => {});
  throw refusal;
});
