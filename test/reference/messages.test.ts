import { expect, test } from 'vitest';
import { errorOf, speakTo } from './speak.ts';

test('a message is queued', async () => {
  const { say } = await speakTo();
  const answer = await say('/messages', { method: 'POST', body: { message: 'hé\u0000llo' } });
  expect(answer.status).toBe(202);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.json).toMatchObject({ id: 'msg_1', message: 'hé\u0000llo', status: 'queued' });
  expect(answer.text).toMatch(/"createdAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/);
});

test.each<[what: string, body: string, contentType?: string | null]>([
  ['no message', '{}'],
  ['a number', '{"message":1}'],
  ['null', '{"message":null}'],
  ['an array', '["message"]'],
  ['no JSON', '{"message"'],
  ['no body', ''],
  ['another media type', '{"message":"x"}', 'text/json'],
  ['no media type', '{"message":"x"}', null],
])('%s is answered 400 with an Error', async (_, body, contentType = 'application/json') => {
  const { say } = await speakTo();
  const answer = await say('/messages', { method: 'POST', body, contentType });
  expect(answer.status).toBe(400);
  expect(answer.json).toEqual(errorOf(400));
});

test.each(['application/json; charset=utf-8', 'Application/JSON'])('%s is JSON', async (contentType) => {
  const { say } = await speakTo();
  expect((await say('/messages', { method: 'POST', body: '{"message":"x"}', contentType })).status).toBe(202);
});
