import type { IncomingMessage } from 'node:http';
import type { Call, Operation } from './model.ts';

const LARGEST_BODY = 1024 * 1024;

/** A percent-encoded letter, which is equivalent to the letter (RFC 3986, section 6.2.2.2). */
const LETTER = /%[46][1-9a-f]|%[57][0-9a]/giu;

interface Place {
  readonly resource: Call['resource'];
  readonly petId: string;
}

/** Reads a whole request. The rest of a body that is too large is read and discarded, so that the client gets the response. */
export async function readCall(
  request: IncomingMessage,
  prefix: string,
  counts: Pick<Call, 'number' | 'connection'>,
): Promise<Call> {
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*/i, '');
  const cut = target.indexOf('?');
  const query = cut < 0 ? '' : target.slice(cut + 1);
  const path = cut < 0 ? target : target.slice(0, cut);
  const place = locate(
    path.replaceAll(LETTER, (escape) => decodeURIComponent(escape)),
    prefix,
  );
  const method = request.method ?? 'GET';
  return {
    method,
    path,
    isAbsolute: target !== request.url,
    query,
    params: new URLSearchParams(query),
    headers: request.headers,
    names: request.rawHeaders.filter((_, at) => at % 2 === 0),
    authorization: request.headersDistinct['authorization'] ?? [],
    ...place,
    ...(await readBody(request)),
    operation: operationOf(place.resource, method),
    ...counts,
  };
}

function locate(path: string, prefix: string): Place {
  if (path === `${prefix}/pets`) return { resource: 'pets', petId: '' };
  if (path === '/messages') return { resource: 'messages', petId: '' };
  const start = `${prefix}/pets/`;
  const segment = path.startsWith(start) ? path.slice(start.length) : '';
  if (segment === '' || segment.includes('/')) return { resource: 'none', petId: '' };
  try {
    return { resource: 'pet', petId: decodeURIComponent(segment) };
  } catch {
    return { resource: 'pet', petId: segment };
  }
}

function operationOf(resource: Call['resource'], method: string): Operation | undefined {
  const reads = method === 'GET' || method === 'HEAD';
  if (resource === 'pets') return reads ? 'list' : method === 'POST' ? 'create' : undefined;
  if (resource === 'pet') return reads ? 'get' : undefined;
  return resource === 'messages' && method === 'POST' ? 'message' : undefined;
}

async function readBody(request: IncomingMessage): Promise<Pick<Call, 'body' | 'pieces' | 'tooLarge'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LARGEST_BODY) chunks.push(chunk);
  }
  return { body: Buffer.concat(chunks), pieces: chunks.length, tooLarge: size > LARGEST_BODY };
}
