import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** One or more informational responses at the start of the data, but not 101 Switching Protocols. */
const INTERIM = /^(?:HTTP\/1\.[01] 1(?!01)\d\d[ \r\n](?:(?!\r?\n\r?\n)[^])*\r?\n\r?\n)+/u;
/** Longer heads are left to the parser of undici. */
const LONGEST = 16_384;

/** Skips informational responses (RFC 9110, section 15.2): undici takes an unrequested `100 Continue` for invalid HTTP. */
export function skipInterimResponses(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...result) => {
      // If the connection fails, undici passes only the error, although the callback's type promises two arguments.
      if (result[0] === null) passOver(result[1]);
      callback(...result);
    });
  };
}

/** Removes informational heads from the data that a socket reads between a request and the head of its response. */
function passOver(socket: Socket): void {
  const read = socket.read.bind(socket);
  const { write } = socket;
  let atHead = false;
  // undici writes a request only once the previous response is complete.
  const writing = (...args: readonly unknown[]): unknown => {
    atHead = true;
    return Reflect.apply(write, socket, args);
  };
  Object.assign(socket, { write: writing });
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null;
      if (chunk === null || !atHead) return chunk;
      const rest = withoutInterim(chunk);
      atHead = rest.length === 0;
      if (!atHead) return rest;
    }
  };
}

/** Returns the bytes after the informational responses; assumes that a server sends each of them in one piece. */
function withoutInterim(bytes: Buffer): Buffer {
  const heads = INTERIM.exec(bytes.toString('latin1', 0, LONGEST));
  return heads === null ? bytes : bytes.subarray(heads[0].length);
}
