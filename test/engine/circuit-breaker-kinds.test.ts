import { expect, it } from 'vitest';
import type { OutgoingRequest } from '../../src/http/types.ts';
import { noCredential } from '../../src/engine/target/credentials.ts';
import { requestKindText } from '../../src/engine/silence/circuit-breaker.ts';
import { askOf } from './fake-client.ts';

const list = askOf;
const get = (id: string) => askOf(`/${id}`, { operation: 'get' });
const post = (operation: 'create' | 'message', body: string | null, contentType = 'application/json') =>
  askOf('', { operation, method: 'POST', body, contentType });

it.each<[OutgoingRequest, string]>([
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
  expect(requestKindText(ask, (id) => id === '7')).toBe(kind);
});
