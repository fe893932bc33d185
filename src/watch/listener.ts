import { readFile } from 'node:fs/promises';
import { connect, isIPv6 } from 'node:net';

/** Milliseconds until a connection that does not come about is taken for none. */
const PATIENCE_MS = 1000;
/** The state of a socket that listens, in the tables of Linux (proc(5)). */
const LISTENS = '0A';

/** Where a server listens. */
export interface Place {
  readonly host: string;
  readonly port: number;
}

/** The place that an address names. */
export function placeOf(address: string): Place {
  const { hostname, port, protocol } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/u, '$1');
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}

/**
 * Tells what listens at a place: another text after a restart, undefined where nobody does. On this very machine the
 * system is asked, where it is Linux: a server may be away for no longer than a millisecond. Elsewhere a connection is
 * made and given up at once; one that stayed open would keep a server busy that serves them one by one.
 */
export function listenerAt(place: Place): () => Promise<string | undefined> {
  let known = false;
  return async () => {
    const sockets = isLocal(place.host) ? await socketsAt(place.port) : '';
    if (sockets !== '') {
      known = true;
      return sockets;
    }
    // What the system has shown before is gone; what it never showed may be behind a container's door.
    return !known && (await answers(place)) ? 'open' : undefined;
  };
}

/** Whether a host is this very machine, whatever it resolves to. */
export function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || (!isIPv6(host) && /^127(?:\.\d+){3}$/u.test(host));
}

/** The numbers of the sockets that listen on a port; empty where there are none, or the system does not tell. */
async function socketsAt(port: number): Promise<string> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = tables.flatMap((table) =>
    table.split('\n').flatMap((line) => {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/u);
      return state === LISTENS && local.endsWith(wanted) && inode !== undefined ? [inode] : [];
    }),
  );
  return sockets.toSorted().join(' ');
}

function answers({ host, port }: Place): Promise<boolean> {
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
