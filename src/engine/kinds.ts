import { int64 } from '../json/int64.ts';
import { readJson } from '../json/json.ts';
import type { Json, JsonObject } from '../json/types.ts';
import type { Ask } from '../http/types.ts';
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

function bodyOf({ body, contentType }: Ask): JsonObject {
  const read = typeof body === 'string' && contentType === 'application/json' ? readJson(body) : undefined;
  return read?.ok === true && isObject(read.value) ? read.value : {};
}

function isMessage(ask: Ask): boolean {
  return typeof bodyOf(ask)['message'] === 'string';
}

function isNewPet(ask: Ask): boolean {
  const { name, categoryId, status } = bodyOf(ask);
  return typeof name === 'string' && int64(categoryId) !== undefined && isStatus(status);
}

function isDocumentedQuery({ url }: Ask): boolean {
  const { limit = '1', status } = Object.fromEntries(new URL(url).searchParams);
  return /^\d{1,3}$/u.test(limit) && Number(limit) >= 1 && Number(limit) <= 100 && isStatus(status);
}

function isStatus(value: Json | undefined): boolean {
  return value === undefined || STATUSES.some((one) => one === value);
}

function lastSegment({ url }: Ask): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
