import { createConnection } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startReference } from '../../reference/index.ts';
import { errorOf, speakTo } from './speak.ts';

const operations = [
  ['/pets', {}],
  ['/pets/1', {}],
  ['/pets', { method: 'POST', body: '{not json', contentType: 'text/plain' }],
  ['/pets?limit=0&status=x', {}],
  ['/messages', { method: 'POST', body: '{not json', contentType: 'text/plain' }],
] as const;

describe.each(operations)('%s %j', (path, said) => {
  test.each([
    ['none', null],
    ['empty', ''],
    ['the scheme alone', 'Bearer'],
    ['another key', 'Bearer pk_00000000000000000000000000000000'],
    ['the key without a scheme', 'KEY'],
    ['two tokens', 'Bearer KEY KEY'],
    ['basic', 'Basic KEY'],
    ['a quoted key', 'Bearer "KEY"'],
    ['a comma after the key', 'Bearer KEY,'],
    ['a longer key', 'Bearer KEYx'],
    ['a tab', 'Bearer\tKEY'],
  ])('authorization: %s is answered 401 with a challenge', async (_, value) => {
    const { say, reference } = await speakTo({ seedAnimals: 1 });
    const authorization = value === null ? null : value.replace(/KEY/g, reference.key);
    const answer = await say(path, { ...said, authorization });
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual(errorOf(401));
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm=/);
  });
});

test.each(['Bearer KEY', 'bearer KEY', 'BEARER   KEY'])('%s is accepted', async (value) => {
  const { say, reference } = await speakTo();
  expect((await say('/pets', { authorization: value.replace('KEY', reference.key) })).status).toBe(200);
});

test('keys are drawn afresh, and messages can have one of their own', async () => {
  const first = await speakTo();
  const second = await speakTo({ messagesKey: 'other' });
  expect(first.reference.key).toMatch(/^pk_[0-9a-f]{32}$/);
  expect(second.reference.key).not.toBe(first.reference.key);
  const body = { message: 'hello' };
  expect((await second.say('/messages', { method: 'POST', body })).status).toBe(401);
  const authorization = 'Bearer other';
  expect((await second.say('/messages', { method: 'POST', body, authorization })).status).toBe(202);
});

test('close() ends connections that are kept alive', async () => {
  const reference = await startReference();
  const socket = createConnection(Number(new URL(reference.baseUrl).port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('connect', resolve));
  await reference.close();
  socket.on('error', () => {});
  await expect(closed).resolves.toBeDefined();
});
