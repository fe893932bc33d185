import { AsyncLocalStorage } from 'node:async_hooks';

/** Which connection requests go out on; by default any that is free. */
export interface Connection {
  /** One of those that are kept for anyone who asks for them: requests of the same number follow each other on it. */
  readonly own: number;
  /** Whether the target is asked to close it behind the answer (RFC 9112, section 9.6), so that the next request opens another. */
  readonly last: boolean;
}

const present = new AsyncLocalStorage<Connection>();

/** Runs `fn`; every request that it sends, however deep, goes out on this connection. */
export function onConnection<T>(connection: Connection, fn: () => T): T {
  return present.run(connection, fn);
}

/** Runs `fn`; its requests go out on any connection, whatever was asked before. */
export function onAnyConnection<T>(fn: () => T): T {
  return present.exit(fn);
}

export function presentConnection(): Connection | undefined {
  return present.getStore();
}
