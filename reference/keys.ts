import type { ServerSteps, Patch } from './steps.ts';
import { type Call, RefusedRequest } from './model.ts';
import { changeResult, type When } from './modify.ts';

/** The first Authorization value; empty if there is none. */
export const firstAuthorization = (call: Call): string => call.authorization[0] ?? '';

export const isKeyless: When = ({ authorization }) => authorization.length === 0;

/** The key that is valid for a call. */
export const validKeyFor = (
  call: Call,
  keys: { readonly key: string; readonly messagesKey: string },
): string => (call.resource === 'messages' ? keys.messagesKey : keys.key);

/** The refusal of a call without a valid key; undefined if its key is valid. */
export async function refusalOf(base: Readonly<ServerSteps>, call: Call): Promise<unknown> {
  try {
    await base.authenticate(call);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Calls `does` before the key is checked. */
export function beforeAuthentication(does: (call: Call, base: Readonly<ServerSteps>) => unknown): Patch {
  return (base) => ({
    authenticate(call) {
      does(call, base);
      return base.authenticate(call);
    },
  });
}

/** Makes a patch of steps that may ask how many requests were refused for their key. */
export const countRefusedKeys =
  (make: (base: Readonly<ServerSteps>, refused: () => number) => Partial<ServerSteps>): Patch =>
  (base) => {
    let count = 0;
    return {
      ...make(base, () => count),
      async authenticate(call) {
        const refusal = await refusalOf(base, call);
        if (refusal === undefined) return;
        count += 1;
        throw refusal;
      },
    };
  };

/** Accepts the matching calls of an interface, whatever key they have. `header` is the first Authorization value, or empty. */
export const acceptAnyKey =
  (of: When) =>
  (when: (header: string, key: string, call: Call) => boolean): Patch =>
  (base, world) => ({
    authenticate: (call) =>
      of(call) && when(firstAuthorization(call), validKeyFor(call, world), call)
        ? undefined
        : base.authenticate(call),
  });

/** Accepts the matching calls of an interface that have no Authorization header. */
export const acceptMissingKey = (of: When) => (when: When) =>
  acceptAnyKey(of)((_, __, call) => isKeyless(call) && when(call));

/** Accepts calls without a key on a connection on which an earlier call of the same interface had the key. */
export const acceptKnownConnections =
  (of: When): Patch =>
  (base, world) => {
    const known = new Set<number>();
    return acceptAnyKey(of)((header, key, call) => {
      if (header === `Bearer ${key}`) known.add(call.connection);
      return isKeyless(call) && known.has(call.connection);
    })(base, world);
  };

/** Accepts further tokens as the key. */
export function acceptTokens(also: (token: string, key: string, call: Call) => boolean): Patch {
  return (base, world) => ({
    isKey: (token, call) => base.isKey(token, call) || also(token, validKeyFor(call, world), call),
  });
}

/** Rejects the valid key for the matching calls. */
export const rejectValidKey = (when: When, status = 401): Patch =>
  changeResult('authenticate', (_, call) => {
    if (when(call)) throw new RefusedRequest(status, 'invalid_key', 'The API key lacks a scope.');
  });
