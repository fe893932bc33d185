import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** How an informational answer begins, other than 101 Switching Protocols. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/u;
/** Bytes that it takes to tell: `HTTP/1.1 100 `. */
const ENOUGH = 13;
/** A head that grows beyond this is left to the parser. */
const LONGEST = 16_384;

/**
 * A connector whose sockets pass over informational answers that nobody asked for, as a client has to be able to (RFC
 * 9110, section 15.2): undici takes an unasked `100 Continue` for bad HTTP.
 */
export function passingOverInterim(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...result) => {
      // On failure it is called with the error alone, whatever its type says.
      if (result[0] === null) passOver(result[1]);
      callback(...result);
    });
  };
}

/** Takes informational heads out of what is read from a socket between a request and the head of its answer. */
function passOver(socket: Socket): void {
  const read = socket.read.bind(socket);
  const { write } = socket;
  let atHead = false;
  let held: Buffer | undefined;
  // undici writes a request only once the answer to the one before is complete.
  const writing = (...args: readonly unknown[]): unknown => {
    atHead = true;
    return Reflect.apply(write, socket, args);
  };
  Object.assign(socket, { write: writing });
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      if (chunk === null || !atHead) return chunk;
      held = withoutInterim(held === undefined ? chunk : Buffer.concat([held, chunk]));
      if (isOpen(held)) continue;
      const rest = held;
      atHead = false;
      held = undefined;
      return rest;
    }
  };
}

function isInterim(bytes: Buffer): boolean {
  return INTERIM.test(bytes.toString('latin1', 0, ENOUGH));
}

/** Whether more has to come before it can be told. */
function isOpen(bytes: Buffer): boolean {
  if (isInterim(bytes)) return bytes.length < LONGEST;
  return bytes.length < ENOUGH && 'HTTP/1.'.startsWith(bytes.toString('latin1', 0, 7));
}

/** What follows the informational heads that are complete. */
function withoutInterim(bytes: Buffer): Buffer {
  let rest = bytes;
  while (isInterim(rest)) {
    const end = /\r?\n\r?\n/u.exec(rest.toString('latin1', 0, LONGEST));
    if (end === null) break;
    rest = rest.subarray(end.index + end[0].length);
  }
  return rest;
}
