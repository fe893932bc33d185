import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';

/** Informational answers one behind the other, other than 101 Switching Protocols. */
const INTERIM = /^(?:HTTP\/1\.[01] 1(?!01)\d\d[ \r\n](?:(?!\r?\n\r?\n)[^])*\r?\n\r?\n)+/u;
/** Heads that are longer are left to the parser. */
const LONGEST = 16_384;

/** Passes over informational answers (RFC 9110, section 15.2): undici takes an unasked `100 Continue` for bad HTTP. */
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
      const rest = withoutInterim(chunk);
      atHead = rest.length === 0;
      if (!atHead) return rest;
    }
  };
}

/** What follows the informational heads of a segment; servers send each in one piece. */
function withoutInterim(bytes: Buffer): Buffer {
  const heads = INTERIM.exec(bytes.toString('latin1', 0, LONGEST));
  return heads === null ? bytes : bytes.subarray(heads[0].length);
}
