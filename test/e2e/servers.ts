import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { startReference, type ReferenceServer, type ReferenceOptions } from '../../reference/index.ts';
import { closeLater, listening } from '../later.ts';

/** A server that a run is let loose on. */
export interface Target {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly messagesUrl: string;
  /** What came in so far: method and path. */
  readonly seen: readonly string[];
  /** Stops at once. */
  close(): Promise<void>;
}

export const KEY = 'sk-live-4Qz7Wm2RtY9pLx';

/** A reference server of its own, for whom nothing has to stand between: a relay sends every request once more. */
export async function reference(options: ReferenceOptions = {}): Promise<ReferenceServer> {
  const server = await startReference({ key: KEY, ...options });
  closeLater(() => server.close());
  return server;
}

/** The reference server with these faults. */
export const target = (...faults: readonly string[]): Promise<ReferenceServer> => reference({ faults });

/** Starts a server. */
export async function serveWith(listener: RequestListener): Promise<Target> {
  const seen: string[] = [];
  const server = createServer((incoming, response) => {
    seen.push(`${incoming.method ?? ''} ${incoming.url ?? ''}`);
    response.on('error', () => undefined);
    listener(incoming, response);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const origin = `http://127.0.0.1:${String(await listening(server))}`;
  closeLater(close);
  return { baseUrl: `${origin}/v1`, messagesUrl: `${origin}/messages`, seen, close };
}

/** What stands between the client and the reference server: it passes the request on, or answers itself. */
export type Between = (
  pass: () => void,
  incoming: IncomingMessage,
  response: ServerResponse,
  /** Counts from 1. */
  number: number,
) => void;

/** Starts the reference server, with something between. */
export async function relay(between: Between, options: ReferenceOptions = {}): Promise<Target> {
  const { hostname, port } = new URL((await reference(options)).baseUrl);
  let number = 0;
  return serveWith((incoming, response) => {
    const { method, url: path, headers } = incoming;
    const pass = (): void => {
      const passed = request({ hostname, port, path, method, headers }, (came) => {
        response.writeHead(came.statusCode ?? 500, came.headers);
        came.pipe(response);
      });
      passed.on('error', () => response.destroy());
      incoming.pipe(passed);
    };
    number += 1;
    between(pass, incoming, response, number);
  });
}

/** Answers with JSON. */
export function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Answers with the Error object of the document. */
export function refuse(response: ServerResponse, status: number): void {
  answer(response, status, { code: 'refused', message: 'Refused.', status });
}
