import { Agent, request } from 'undici';
import { afterEach, expect } from 'vitest';
import { type ReferenceServer, type ReferenceOptions, startReference } from '../../reference/index.ts';

export interface Heard {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  /** The body as plain JSON, doubles and all; undefined where it is not JSON. */
  readonly json: unknown;
}

export interface Said {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /** null sends none; the valid key by default. */
  readonly authorization?: string | null;
  /** null sends none; JSON by default where there is a body. */
  readonly contentType?: string | null;
  /** A string goes out as it is, anything else as JSON. */
  readonly body?: unknown;
}

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A server that ends with the test, and a way to talk to it. */
export async function speakTo(options: ReferenceOptions = {}): Promise<{
  readonly reference: ReferenceServer;
  say(path: string, said?: Said): Promise<Heard>;
}> {
  const reference = await startReference(options);
  const agent = new Agent({ keepAliveTimeout: 100 });
  open.push(reference, { close: () => agent.destroy() });
  return {
    reference,
    async say(path, said = {}) {
      const url = path === '/messages' ? reference.messagesUrl : `${reference.baseUrl}${path}`;
      const headers: Record<string, string> = {};
      const authorization = said.authorization === undefined ? `Bearer ${reference.key}` : said.authorization;
      if (authorization !== null) headers['authorization'] = authorization;
      const contentType =
        said.contentType === undefined && said.body !== undefined ? 'application/json' : said.contentType;
      if (typeof contentType === 'string') headers['content-type'] = contentType;
      const body =
        said.body === undefined || typeof said.body === 'string' ? said.body : JSON.stringify(said.body);
      const answer = await request(url, {
        dispatcher: agent,
        method: said.method ?? 'GET',
        headers,
        ...(body === undefined ? {} : { body }),
        bodyTimeout: 5000,
        headersTimeout: 5000,
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, headers: answer.headers, text, json: parsed(text) };
    },
  };
}

/** What an Error of that status looks like, for `toMatchObject`. */
export function errorOf(status: number): unknown {
  const some: unknown = expect.any(String);
  return expect.objectContaining({ code: some, message: some, status });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
