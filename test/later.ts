import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { inject } from 'vitest';

const closers: (() => unknown)[] = [];

/** Has something closed once the tests of a file are done; they may run at the same time. */
export function closeLater(close: () => unknown): void {
  closers.push(close);
}

/** Closes it all. */
export async function closeAll(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

/** Has a server listen on loopback until the tests of a file are done; resolves to its port. */
export async function listening(server: Server, port = 0): Promise<number> {
  closeLater(() => server.close());
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const { port: own } = server.address() as AddressInfo;
  return own;
}

/** A folder of its own, gone with this run of the tests. */
export function scratch(name: string): Promise<string> {
  return mkdtemp(join(inject('shared'), `${name}-`));
}
