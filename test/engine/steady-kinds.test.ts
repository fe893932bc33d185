import { expect, it } from 'vitest';
import type { Ask } from '../../src/http/types.ts';
import { noCredential, validKey } from '../../src/engine/credentials.ts';
import { kindOf } from '../../src/engine/steady.ts';

const BASE = 'http://127.0.0.1:1/v1/pets';
const list = (query = ''): Ask => ({
  operation: 'list',
  method: 'GET',
  url: `${BASE}${query}`,
  credential: validKey('k'),
  resend: 'always',
});
const get = (id: string): Ask => ({ ...list(), operation: 'get', url: `${BASE}/${id}` });
const post = (
  operation: 'create' | 'message',
  body: string | null,
  contentType = 'application/json',
): Ask => ({
  ...list(),
  operation,
  method: 'POST',
  body,
  contentType,
});

it.each<[Ask, string]>([
  [list(), 'valid request for a list'],
  [list('?limit=100&status=sold'), 'valid request for a list'],
  [list('?limit=101'), 'request for a list with an odd query'],
  [list('?limit=1e1'), 'request for a list with an odd query'],
  [list('?status=gone'), 'request for a list with an odd query'],
  [{ ...list(), credential: noCredential }, 'request without a valid key'],
  [{ ...post('message', '{}'), credential: noCredential }, 'message without a valid key'],
  [get('7'), 'request for a known animal'],
  [get('8'), 'request for an unknown animal'],
  [post('create', '{"name":"Rex","categoryId":1}'), 'valid request to add an animal'],
  [post('create', '{"name":"Rex","categoryId":9223372036854775808}'), 'faulty request to add an animal'],
  [post('create', '{"name":"Rex","categoryId":1,"status":"gone"}'), 'faulty request to add an animal'],
  [post('create', '{"name":"Rex","categoryId":1}', 'text/plain'), 'faulty request to add an animal'],
  [post('create', '{'), 'faulty request to add an animal'],
  [post('create', null), 'faulty request to add an animal'],
  [post('message', '{"message":"a"}'), 'valid message'],
  [post('message', '[]'), 'faulty message'],
])('%o is a %s', (ask, kind) => {
  expect(kindOf(ask, (id) => id === '7')).toBe(kind);
});
