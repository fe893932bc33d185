import { describe, expect, it } from 'vitest';
import {
  expectClientError,
  judgeStatus,
  judgeUnlessRefusedOtherwise,
  expectStatus,
} from '../../src/engine/verbs/expect.ts';
import { isClientError, requestText, statusText } from '../../src/engine/target/texts.ts';
import { noCredential } from '../../src/engine/target/credentials.ts';
import { ok, refusal as answered } from './fake-store.ts';
import { benchOf } from './context-of.ts';

describe('what an answer has to be', () => {
  it.each([
    [200, [true, false]],
    [201, [false, false]],
    [399, [false, false]],
    [400, [false, true]],
    [499, [false, true]],
    [500, [false, false]],
  ])('is met by %i: %j', async (code, met) => {
    const reply = await benchOf(() => answered(code)).context.api.list();
    expect([expectStatus(200), expectClientError].map((one) => one.met(code, reply))).toEqual(met);
    expect(isClientError(code)).toBe(met[1]);
    expect(statusText(reply)).toBe(String(code));
  });

  it('is said in words', async () => {
    expect([expectStatus(200), expectStatus(404), expectClientError].map(({ text }) => text)).toEqual([
      '200',
      '404 with an Error object',
      'a 4xx with an Error object',
    ]);
    expect(statusText(await benchOf(() => 'timeout').context.api.list())).toBe('no answer');
    expect(statusText(await benchOf(() => ok(201, {})).context.api.list())).toBe('201');
  });
});

describe('what a reply says of that', () => {
  const told = async (code: number) => {
    const reply = await benchOf(() => answered(code)).context.api.list();
    return {
      exact: judgeStatus(expectStatus(400), reply),
      lenient: judgeUnlessRefusedOtherwise(expectStatus(400), reply),
    };
  };
  const unmet = (code: number) => ({
    actual: String(code),
    expected: '400 with an Error object',
    requiredStatus: 400,
    places: [{ part: 'status' }],
  });

  it('is that it holds, or what came in its place, and where', async () => {
    expect(await told(400)).toEqual({ exact: 'met', lenient: 'met' });
    expect(await told(201)).toEqual({ exact: unmet(201), lenient: unmet(201) });
  });

  it.each([302, 401, 409, 422, 500])(
    'is nothing where a request may be refused with %i for something else',
    async (code) => expect(await told(code)).toEqual({ exact: unmet(code), lenient: 'no-evidence' }),
  );
});

it('a request is told in one line, with what is unusual about its headers', async () => {
  const { api } = benchOf(() => answered(400)).context;
  const key = {
    value: 'Bearer x',
    kind: 'wrong-token' as const,
    label: 'Bearer with the first half of the key',
    pieces: [],
    valid: false,
  };
  const replies = [
    await api.list({ limit: '7', status: 'sold' }),
    await api.get(5n, { credential: noCredential }),
    await api.create('{"name":1}', { intent: 'invalid', credential: key, contentType: 'text/plain' }),
    await api.create('', { intent: 'invalid', contentType: null }),
    await api.create(`"${'🐶'.repeat(200)}"`, { intent: 'invalid' }),
  ];
  expect(replies.map((reply) => reply && requestText(reply))).toEqual([
    'GET /v1/pets?limit=7&status=sold',
    'GET /v1/pets/5 (no Authorization header)',
    'POST /v1/pets {"name":1} (Authorization: Bearer with the first half of the key, Content-Type: text/plain)',
    'POST /v1/pets (empty body, no Content-Type header)',
    `POST /v1/pets "${'🐶'.repeat(119)}…`,
  ]);
});
