import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { readCall } from './call.ts';
import type { ServerSteps } from './steps.ts';
import type { Call, HeaderLine } from './model.ts';

/** Serves the steps over HTTP. Resolves when the server listens; rejects if the address is not available. */
export async function listen(
  steps: Readonly<ServerSteps>,
  place: {
    readonly host: string;
    readonly port: number;
    readonly prefix: string;
    readonly name?: string | undefined;
  },
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  let calls = 0;
  let connections = 0;
  const numbers = new WeakMap<Socket, number>();
  const server = createServer((request, response) => {
    if (place.name !== undefined) response.setHeader('Server', place.name);
    response.on('error', () => {});
    const connection = numbers.get(request.socket) ?? (connections += 1);
    numbers.set(request.socket, connection);
    readCall(request, place.prefix, { number: (calls += 1), connection })
      .then((call) => serve(steps, call, response))
      .catch(() => response.destroy());
  });
  server.on('clientError', refuseBrokenHttp);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, resolve);
  });
  const { address, family, port } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return { origin: `http://${host}:${port}`, close: () => stop(server) };
}

async function serve(steps: Readonly<ServerSteps>, call: Call, response: ServerResponse): Promise<void> {
  const reply = await steps.finish(await steps.answer(call), call);
  const type = steps.contentType(reply, call);
  const headers: HeaderLine[] = type === undefined ? [] : [['Content-Type', type]];
  const text = steps.write(reply, call);
  const payload = typeof text === 'string' ? Buffer.from(text) : text;
  await steps.send(
    { status: reply.status, headers: [...headers, ...reply.headers], payload },
    response,
    call,
  );
}

/** Answers a request that is not HTTP with a 400 and the Error object. */
function refuseBrokenHttp(_error: Error, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ code: 'bad_request', message: 'The request is not HTTP.', status: 400 });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
