import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Consecutive informational responses, other than 101 Switching Protocols. */
const INTERIM = /^(?:HTTP\/1\.[01] 1(?!01)\d\d[ \r\n](?:(?!\r?\n\r?\n)[^])*\r?\n\r?\n)+/u;
/** Longer heads are left to the parser of undici. */
const LONGEST = 16_384;

/** Skips informational responses (RFC 9110, section 15.2): undici takes an unrequested `100 Continue` for invalid HTTP. */
export function skipInterimResponses(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...result) => {
      // On failure undici passes the error alone, whatever the type of the callback says.
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

/** The bytes after the informational heads of a segment; servers send each head in one piece. */
function withoutInterim(bytes: Buffer): Buffer {
  const heads = INTERIM.exec(bytes.toString('latin1', 0, LONGEST));
  return heads === null ? bytes : bytes.subarray(heads[0].length);
}
