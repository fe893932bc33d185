import { AsyncLocalStorage } from 'node:async_hooks';
import type { OutgoingRequest } from './types.ts';

/** A connection of its own for some requests. */
export interface DedicatedConnection {
  /** The number of the connection: requests with the same number use it one after another. */
  readonly own: number;
  /** True if the request asks the target to close the connection after its response (RFC 9112, section 9.6). */
  readonly last: boolean;
  /** True if retries end early where none ever helped: a long wait would part a request from those before it. */
  readonly isBrief?: true;
}

/** Maximum number of attempts of a brief request, while the target answers others and no retry has helped. */
export const BRIEF_ATTEMPTS = 3;

/** How requests are sent and recorded, whatever code sends them. */
export interface RequestScope {
  /** The id of the check that the requests are recorded for; `preflight` outside of any check. */
  readonly check: string;
  /** The input classes that the requests are recorded for; empty outside of a property. */
  readonly inputClasses: readonly string[];
  /** Default: any free connection. */
  readonly connection?: DedicatedConnection | undefined;
  readonly exclusive?: OutgoingRequest['exclusive'];
}

const scopes = new AsyncLocalStorage<RequestScope>();
const OUTSIDE: RequestScope = { check: 'preflight', inputClasses: [] };

/** The scope of the requests that the current code sends. */
export function requestScope(): RequestScope {
  return scopes.getStore() ?? OUTSIDE;
}

/** Runs `fn`; for every request sent inside it, however deep, these members of the scope differ. */
export function withRequestScope<T>(change: Partial<RequestScope>, fn: () => T): T {
  return scopes.run({ ...requestScope(), ...change }, fn);
}

/** Runs `fn`; every request sent inside it is recorded as sent by this check. */
export function attributeRequestsTo<T>(check: string, fn: () => T): T {
  return withRequestScope({ check, inputClasses: [] }, fn);
}
