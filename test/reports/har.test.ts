import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readHar } from '../../reports/render/har.ts';
import type { CredentialPiece, Exchange } from '../../reports/exchange.ts';
import { exchange, harText, report } from './fixture.ts';
import { hostileRun, mixedRun } from './sample.ts';

const text = fc.string({ unit: 'binary', maxLength: 20 });
const headers = fc.array(fc.tuple(text, text), { maxLength: 3 });
const pieces: fc.Arbitrary<CredentialPiece> = fc.oneof(
  fc.record({ text }),
  fc.constant({ key: true } as const),
  fc.record({ alike: text }),
  fc.record({ base64: fc.array(fc.record({ text }), { maxLength: 2 }) }),
);
const exchanges: fc.Arbitrary<Exchange> = fc.record({
  id: fc.nat().map((n) => `x${String(n + 1)}`),
  check: text,
  operation: fc.constantFrom('list', 'create', 'get', 'message'),
  startedAt: fc
    .date({ min: new Date(0), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  durationMs: fc.double({ min: 0.001, max: 1e6, noNaN: true }),
  sentAt: fc.nat(),
  ended: fc.integer({ min: 1 }),
  attempt: fc.integer({ min: 1, max: 5 }),
  request: fc.record({
    method: fc.constantFrom('GET', 'POST'),
    url: fc.oneof(fc.webUrl({ withQueryParameters: true }), text),
    headers: fc.array(fc.oneof(fc.tuple(text, text), fc.tuple(text, text, text)), { maxLength: 3 }),
    body: fc.option(text),
    credential: fc.record({
      kind: fc.constantFrom('valid', 'scheme-case', 'none', 'wrong-token', 'malformed'),
      label: text,
      pieces: fc.option(fc.array(pieces, { maxLength: 3 })),
    }),
  }),
  response: fc.option(
    fc.record({
      status: fc.integer({ min: 100, max: 999 }),
      statusText: text,
      headers,
      body: text,
      bodySize: fc.nat(),
    }),
  ),
  failure: fc.option(
    fc.record({
      kind: fc.constantFrom('connection', 'tls', 'timeout', 'too-large', 'broken-http', 'cancelled'),
      message: text,
    }),
  ),
});

describe('evidence.har', () => {
  test('gives back every exchange that went in', () => {
    fc.assert(
      fc.property(fc.array(exchanges, { maxLength: 4 }), (evidence) => {
        expect(readHar(harText(report(), evidence), 1000)).toEqual(evidence);
      }),
    );
    expect(readHar(harText(report(), hostileRun().evidence), 1000)).toEqual(hostileRun().evidence);
  });

  test('has the query of a request apart, as its readers look for it', () => {
    const { log } = JSON.parse(harText(report(), mixedRun().evidence)) as {
      log: { entries: { request: { queryString: object[] } }[] };
    };
    expect(log.entries[1]?.request.queryString).toEqual([{ name: 'limit', value: '20' }]);
  });

  test('keeps the input classes that a request was sent for', () => {
    const both = exchange('x1', { inputClasses: ['zero', 'negative'] });
    expect(readHar(harText(report(), [both, exchange('x2')]), 2)).toEqual([both, exchange('x2')]);
  });

  test('keeps an empty body apart from none', () => {
    const empty = exchange('x1', { request: { ...exchange('x1').request, body: '' } });
    expect(readHar(harText(report(), [empty, exchange('x2')]), 2).map((one) => one.request.body)).toEqual([
      '',
      null,
    ]);
  });

  test.each(['', '{}', '[]', '{"log":{"entries":[{}]}}', '{"log":{"entries":[{"_id":"x1"}]}}'])(
    'refuses %j in one clause',
    (wrong) => {
      expect(() => readHar(wrong, 1)).toThrow(/^is not (?:JSON|evidence of this kit: .*[^.])$/u);
    },
  );
});
