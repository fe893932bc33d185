import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createClient, type ClientOptions } from '../../src/http/client.ts';
import { validCredential } from '../../src/engine/target/credentials.ts';
import type { OutgoingRequest, Client, Credential } from '../../src/http/types.ts';
import { listening } from '../later.ts';

export const KEY = 'sk-T3st/Key+with.%odd&"chars"<9>';

/** An Authorization header with any value. */
export function odd(value: string, label = 'odd'): Credential {
  return { value, kind: 'malformed', label, pieces: [{ alike: 'x' }], valid: false };
}

/** An HTTP server on loopback that ends with the test; `seen` holds every request that reached it. */
export async function httpServer(
  handler: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<{ url: string; seen: { method: string; url: string; rawHeaders: string[]; body: string }[] }> {
  const seen: { method: string; url: string; rawHeaders: string[]; body: string }[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        rawHeaders: request.rawHeaders,
        body,
      });
      handler(request, response, body);
    });
  };
  const server = createServer(listener);
  const port = await listening(server);
  onTestFinished(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, seen };
}

/** An HTTP server that answers everything alike. */
export function answering(
  body: string | Buffer = '{}',
  headers: OutgoingHttpHeaders | string[] = {},
  status = 200,
): ReturnType<typeof httpServer> {
  return httpServer((_, response) => void response.writeHead(status, headers).end(body));
}

/** A TCP server on loopback that ends with the test; `answer` is called once a request's head has come. */
export async function tcpServer(
  answer: (socket: Socket, head: string) => void,
): Promise<{ url: string; connections: () => number; heads: string[] }> {
  let connections = 0;
  const heads: string[] = [];
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = text.slice(0, end);
      text = '';
      heads.push(head);
      answer(socket, head);
    });
  });
  const port = await listening(server);
  return { url: `http://127.0.0.1:${port}`, connections: () => connections, heads };
}

/** A client that is closed with the test. */
export function testClient(options: Partial<ClientOptions> = {}): Client {
  const client = createClient({
    timeoutMs: 5000,
    concurrency: 4,
    headers: [],
    secrets: [KEY],
    userAgent: 'test/1',
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

export function read(url: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return {
    operation: 'list',
    method: 'GET',
    url,
    credential: validCredential(KEY),
    resend: 'always',
    ...more,
  };
}

export function create(url: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest {
  return {
    operation: 'create',
    method: 'POST',
    url,
    credential: validCredential(KEY),
    contentType: 'application/json',
    body: '{"name":"Rex","categoryId":1}',
    resend: 'refused',
    ...more,
  };
}

/** The value of a header, or undefined where the request had none. */
export function rawHeader(rawHeaders: readonly string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name);
  return at < 0 ? undefined : rawHeaders[at + 1];
}
