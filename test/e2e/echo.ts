import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Operation } from '../../reports/exchange.ts';
import { reference, serveWith, type Target } from './servers.ts';

/** An answer on its way to anyone who asked. */
export interface Passing {
  status: number;
  reason: string;
  headers: Record<string, string>;
  body: string;
}

/** Where an answer throws back what it was sent. */
export interface EchoPlace {
  readonly name: string;
  readonly put: (answer: Passing, echo: string) => void;
  /** Whether it is in what the form of every answer is judged by, whatever was asked. */
  readonly form?: true;
}

type Json = Record<string, unknown>;

function changed(change: (body: Json) => void): (answer: Passing) => void {
  return (answer) => {
    const body = JSON.parse(answer.body) as unknown;
    for (const one of Array.isArray(body) ? (body as Json[]) : [body as Json]) change(one);
    answer.body = JSON.stringify(body);
  };
}

function member(name: string, status: 'good' | 'bad'): EchoPlace {
  return {
    name: `${status === 'good' ? 'member' : 'error member'} ${name}`,
    put: (answer, echo) => {
      if (answer.status < 300 === (status === 'good')) changed((body) => void (body[name] = echo))(answer);
    },
  };
}

function header(name: string): EchoPlace {
  return { name: `header ${name}`, put: (answer, echo) => void (answer.headers[name] = echo) };
}

const formed = (place: EchoPlace): EchoPlace => ({ ...place, form: true });

const GOOD = ['id', 'name', 'categoryId', 'status'];
const BODIES: readonly EchoPlace[] = [
  { name: 'the name of a member', put: (answer, echo) => changed((body) => void (body[echo] = 1))(answer) },
  { name: 'the reason phrase', put: (answer, echo) => void (answer.reason = echo) },
  { name: 'a body that is not JSON', put: (answer, echo) => void (answer.body = echo) },
  { name: 'a body of strings', put: (answer, echo) => void (answer.body = JSON.stringify([echo, [echo]])) },
];

/** What is judged in the answers of each operation: fields, headers, the reason phrase, whole bodies. */
export const PLACES: Readonly<Record<Operation, readonly EchoPlace[]>> = {
  list: [...GOOD.map((name) => member(name, 'good')), header('WWW-Authenticate')],
  create: [
    ...GOOD.map((name) => member(name, 'good')),
    ...['code', 'message', 'status'].map((name) => formed(member(name, 'bad'))),
    formed(header('Content-Type')),
    header('Location'),
    ...BODIES.map(formed),
  ],
  get: [...GOOD.map((name) => member(name, 'good')), ...['Sunset', 'Deprecation'].map(header)],
  message: [
    ...['id', 'message', 'status', 'createdAt'].map((name) => member(name, 'good')),
    formed(header('Content-Type')),
    ...BODIES,
  ],
};

/** The operation that a request is for. */
export function operationOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): Operation {
  if (url.includes('/messages')) return 'message';
  if (method === 'POST') return 'create';
  return /\/pets\/[^?]/u.test(url) ? 'get' : 'list';
}

/** The reference server behind something that changes what it answers. */
export async function echoing(
  key: string,
  change: (answer: Passing, incoming: IncomingMessage) => void,
): Promise<Target> {
  const { baseUrl } = await reference({ key, asOf: '2026-11-21' });
  const { hostname, port } = new URL(baseUrl);
  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url: path, headers } = incoming;
    const passed = request({ hostname, port, path, method, headers });
    incoming.pipe(passed);
    const [came] = (await once(passed, 'response')) as [IncomingMessage];
    const answer: Passing = {
      status: came.statusCode ?? 500,
      reason: came.statusMessage ?? '',
      headers: { 'content-type': came.headers['content-type'] ?? '' },
      body: await text(came),
    };
    change(answer, incoming);
    response.writeHead(answer.status, answer.reason, answer.headers);
    response.end(answer.body);
  };
  return serveWith((incoming, response) => void pass(incoming, response).catch(() => response.destroy()));
}
