import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostOf } from '../base/addresses.ts';

/** Milliseconds between two probes: of this machine's socket tables (`near`), or by opening a connection (`far`). */
const LOOK_MS = { near: 50, far: 500 } as const;
/** Milliseconds until a connection attempt counts as failed. */
const PATIENCE_MS = 1000;

/** Resolves to a text that identifies the listener, and changes with a restart; undefined if nothing listens. */
type Probe = () => Promise<string | undefined>;

/**
 * Yields whether a server listens at an address: first the current state, then each start, stop or restart, until `signal`
 * aborts. A server on another machine at first counts as reachable, because it may be behind a proxy.
 * @param address URL of the target
 */
export async function* watchReachability(
  address: string,
  signal: AbortSignal,
  look: Probe = createListenerProbe(address),
): AsyncGenerator<boolean> {
  let last = await look();
  let seen = last;
  yield last !== undefined || !isLocal(hostOf(address));
  while (!signal.aborted) {
    const ms = last === 'open' ? LOOK_MS.far : LOOK_MS.near;
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    const now = await look();
    // The tables may change while they are read: a change counts once two probes agree.
    const isNews = now !== last && now === seen;
    seen = now;
    if (signal.aborted || !isNews) continue;
    last = now;
    yield now !== undefined;
  }
}

/**
 * Returns a probe for an address. On this machine, under Linux, reads the socket tables of the system, because a restart may
 * take only a millisecond. For other servers, opens a connection and closes it at once, since it would block a server that
 * handles one at a time.
 */
export function createListenerProbe(address: string): Probe {
  const { port: named, protocol } = new URL(address);
  const port = Number(named === '' ? (protocol === 'https:' ? 443 : 80) : named);
  const host = hostOf(address);
  let known = false;
  return async () => {
    const sockets = isLocal(host) ? await socketsAt(port) : '';
    known ||= sockets !== '';
    if (sockets !== '') return sockets;
    // If the tables showed a listener before, it is gone; if they never did, the server may run in a container.
    return !known && (await answers(host, port)) ? 'open' : undefined;
  };
}

/** True if a host is this machine, by its text alone. */
function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || (!isIPv6(host) && /^127(?:\.\d+){3}$/u.test(host));
}

/** Returns the inodes of sockets that listen on a port (proc(5)); empty if there are none, or not under Linux. */
async function socketsAt(port: number): Promise<string> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  // Columns: local address, remote address, state (0A: listening), queues and timers, owner, timeouts, inode.
  const socket = new RegExp(`:${hex} \\S+ 0A(?: +\\S+){5} +(\\d+) `, 'gu');
  return tables
    .flatMap((table) => [...table.matchAll(socket)].map(([, inode]) => Number(inode)))
    .toSorted((a, b) => a - b)
    .join(' ');
}

function answers(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  return once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) })
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}
