import { AsyncLocalStorage } from 'node:async_hooks';

/** The connection that requests use; by default any free one. */
export interface DedicatedConnection {
  /** The number of a dedicated connection: requests with the same number use it one after another. */
  readonly own: number;
  /** True if the request asks the target to close the connection after its response (RFC 9112, section 9.6). */
  readonly last: boolean;
  /** True if retries end early where none ever helped: a long wait would part a request from those before it. */
  readonly isBrief?: true;
}

/** Maximum number of attempts of a brief request, while the target answers others and no retry has helped. */
export const BRIEF_ATTEMPTS = 3;

const present = new AsyncLocalStorage<DedicatedConnection>();

/** Runs `fn`; every request sent inside it, however deep, uses this connection. */
export function runOnConnection<T>(connection: DedicatedConnection, fn: () => T): T {
  return present.run(connection, fn);
}

/** Runs `fn` outside of any `runOnConnection`: its requests use any free connection. */
export function runOnAnyConnection<T>(fn: () => T): T {
  return present.exit(fn);
}

export function currentConnection(): DedicatedConnection | undefined {
  return present.getStore();
}
