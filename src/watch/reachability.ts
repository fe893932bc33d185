import { readFile } from 'node:fs/promises';
import { connect, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostOf } from '../base/addresses.ts';

/** Milliseconds between two looks: at this machine's own tables, and by a connection. */
const LOOK_MS = { near: 50, far: 500 } as const;
/** Milliseconds until a connection that does not come about is taken for none. */
const PATIENCE_MS = 1000;

/** Tells what listens: another text after a restart, undefined where nobody does. */
type Probe = () => Promise<string | undefined>;

/**
 * Whether a server is there, again each time that it, or another one, came or went; ends with the signal. One on another
 * machine is taken to be there at first: it may be behind a proxy.
 * @param address what it is judged at
 */
export async function* reachability(
  address: string,
  signal: AbortSignal,
  look: Probe = listenerAt(address),
): AsyncGenerator<boolean> {
  let last = await look();
  let seen = last;
  yield last !== undefined || !isLocal(hostOf(address));
  while (!signal.aborted) {
    const ms = last === 'open' ? LOOK_MS.far : LOOK_MS.near;
    await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
    const now = await look();
    // The tables are read in pieces, while they change: one look alone is not believed.
    const isNews = now !== last && now === seen;
    seen = now;
    if (signal.aborted || !isNews) continue;
    last = now;
    yield now !== undefined;
  }
}

/**
 * Looks at what listens at an address. On this very machine the system is asked, where it is Linux: a server may be away
 * for no longer than a millisecond. Elsewhere a connection is made and given up at once; one that stayed open would keep a
 * server busy that serves them one by one.
 */
export function listenerAt(address: string): Probe {
  const { port: named, protocol } = new URL(address);
  const port = Number(named === '' ? (protocol === 'https:' ? 443 : 80) : named);
  const host = hostOf(address);
  let known = false;
  return async () => {
    const sockets = isLocal(host) ? await socketsAt(port) : '';
    known ||= sockets !== '';
    if (sockets !== '') return sockets;
    // What the system has shown before is gone; what it never showed may be behind a container's door.
    return !known && (await answers(host, port)) ? 'open' : undefined;
  };
}

/** Whether a host is this very machine, whatever it resolves to. */
function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || (!isIPv6(host) && /^127(?:\.\d+){3}$/u.test(host));
}

/** The inodes of the sockets that listen on a port (proc(5)); empty where there are none, or the system does not tell. */
async function socketsAt(port: number): Promise<string> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  // Of a socket that listens (0A): its place, the other's, its state, three numbers of queues and timers, owner, timeouts.
  const socket = new RegExp(`:${hex} \\S+ 0A(?: +\\S+){5} +(\\d+) `, 'gu');
  return tables
    .flatMap((table) => [...table.matchAll(socket)].map(([, inode]) => Number(inode)))
    .toSorted((a, b) => a - b)
    .join(' ');
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (found: boolean): void => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(PATIENCE_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
