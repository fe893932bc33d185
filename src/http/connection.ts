import { AsyncLocalStorage } from 'node:async_hooks';

/** The connection that requests use; by default any free one. */
export interface Connection {
  /** The number of a dedicated connection: requests with the same number use it one after another. */
  readonly own: number;
  /** True if the target is asked to close it after the response (RFC 9112, section 9.6): the next request opens a new one. */
  readonly last: boolean;
}

const present = new AsyncLocalStorage<Connection>();

/** Runs `fn`; every request sent inside it, however deep, uses this connection. */
export function runOnConnection<T>(connection: Connection, fn: () => T): T {
  return present.run(connection, fn);
}

/** Runs `fn`; its requests use any connection, even inside `runOnConnection`. */
export function runOnAnyConnection<T>(fn: () => T): T {
  return present.exit(fn);
}

export function currentConnection(): Connection | undefined {
  return present.getStore();
}
