import { int64 } from '../json/int64.ts';
import { readJson } from '../json/json.ts';
import type { Json } from '../json/types.ts';
import type { Ask } from '../client/types.ts';
import { isObject, STATUSES } from './replies.ts';

/**
 * What a request is one of, in words that follow "every": a server that answers one kind never, and the others well, is
 * told by it. Computed from the request alone, and from what animals are known.
 * @param isKnown whether an animal of that id was seen, the id as it stands in the path
 */
export function kindOf(ask: Ask, isKnown: (id: string) => boolean): string {
  const message = ask.operation === 'message';
  if (!ask.credential.valid) return message ? 'message without a valid key' : 'request without a valid key';
  switch (ask.operation) {
    case 'message':
      return isMessage(ask) ? 'valid message' : 'faulty message';
    case 'create':
      return isNewPet(ask) ? 'valid request to add an animal' : 'faulty request to add an animal';
    case 'list':
      return isDocumentedQuery(ask) ? 'valid request for a list' : 'request for a list with an odd query';
    case 'get':
      return isKnown(lastSegment(ask)) ? 'request for a known animal' : 'request for an unknown animal';
  }
}

function bodyOf({ body, contentType }: Ask): Json | undefined {
  if (typeof body !== 'string' || contentType !== 'application/json') return undefined;
  const read = readJson(body);
  return read.ok ? read.value : undefined;
}

function isMessage(ask: Ask): boolean {
  const body = bodyOf(ask);
  return isObject(body) && typeof body['message'] === 'string';
}

function isNewPet(ask: Ask): boolean {
  const body = bodyOf(ask);
  if (!isObject(body) || typeof body['name'] !== 'string') return false;
  const status = body['status'];
  return (
    int64(body['categoryId']) !== undefined &&
    (status === undefined || STATUSES.some((one) => one === status))
  );
}

function isDocumentedQuery({ url }: Ask): boolean {
  const { searchParams } = new URL(url);
  const limit = searchParams.get('limit');
  const status = searchParams.get('status');
  const inRange = limit === null || (/^\d{1,3}$/u.test(limit) && Number(limit) >= 1 && Number(limit) <= 100);
  return inRange && (status === null || STATUSES.some((one) => one === status));
}

function lastSegment({ url }: Ask): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
