import type { Exchange } from '../../reports/exchange.ts';
import { describe, expect, test } from 'vitest';
import type { Ask } from '../../src/client/types.ts';
import { isFirewalls, isRefusedOnTheWay, otherHand } from '../../src/kit/gateway.ts';
import { credential, validKey } from '../../src/kit/credentials.ts';

const BASE = 'http://127.0.0.1:1/v1/pets';

function ask(path: string, more: Partial<Ask> = {}): Ask {
  return {
    operation: 'get',
    method: 'GET',
    url: `${BASE}${path}`,
    credential: validKey('pk_0123456789abcdef'),
    resend: 'always',
    ...more,
  };
}

describe('requests that a gateway refuses by itself', () => {
  test.each([
    '/1%00',
    '/1%0a',
    '/1%7F',
    '/1%2Fx',
    '/1%5c',
    '/1%25',
    '/..',
    '/%2e%2E/x',
    `/${'1'.repeat(5000)}`,
    `?limit=${'1'.repeat(5000)}`,
  ])('%j', (path) => {
    expect(isRefusedOnTheWay(ask(path))).toBe(true);
  });

  test.each([
    '',
    '/1',
    '/1.5',
    '/abc',
    '/1%20',
    '/%221%22',
    "/1'",
    '/1e0',
    '?limit=%00',
    '?limit=1%2F2&status=sold',
  ])('not %j', (path) => {
    expect(isRefusedOnTheWay(ask(path))).toBe(false);
  });

  test('header values that are long, or not visible ASCII', () => {
    const withHeader = (value: string) =>
      ask('', { credential: credential({ value, kind: 'malformed', label: 'odd', pieces: null }) });
    expect(isRefusedOnTheWay(withHeader('Bearer \u00e9'))).toBe(true);
    expect(isRefusedOnTheWay(withHeader('x'.repeat(5000)))).toBe(true);
    expect(isRefusedOnTheWay(withHeader('Bearer'))).toBe(false);
    expect(isRefusedOnTheWay(withHeader(''))).toBe(false);
  });

  test('what a firewall takes for an attack, by its answer', () => {
    const body = (name: string) => ask('', { body: JSON.stringify({ name, categoryId: 1 }) });
    expect(isFirewalls(body('<script>'), 403)).toBe(true);
    expect(isFirewalls(ask("/1'--"), 403)).toBe(true);
    expect(isFirewalls(ask('?status=%3Cb%3E'), 406)).toBe(true);
    expect(isFirewalls(body('<script>'), 400)).toBe(false);
    expect(isFirewalls(body('Rex'), 403)).toBe(false);
    expect(isFirewalls(ask('/1'), 403)).toBe(false);
  });
});

describe('whose answer it looks like', () => {
  const came = (status: number, body: string, server?: string): Exchange => ({
    id: 'x1',
    check: 'c',
    operation: 'list',
    startedAt: '2026-11-21T00:00:00.000Z',
    durationMs: 1,
    attempt: 1,
    request: { method: 'GET', url: BASE, headers: [], body: null },
    response: {
      status,
      statusText: '',
      headers: server === undefined ? [] : [['server', server]],
      body,
      bodySize: body.length,
    },
    failure: null,
  });
  const good = came(200, '[]', 'Kestrel');
  const refused = came(400, '{"code":"x"}', 'Kestrel');
  const page = '<html><head><title>403 Forbidden</title></head></html>';

  test.each<readonly [what: string, proof: Exchange, others: readonly Exchange[], said: string]>([
    [
      'another Server',
      came(403, 'no', 'nginx/1.22.1'),
      [good],
      "; answered by nginx, not like the target's other answers",
    ],
    [
      'a page among refusals in JSON',
      came(403, page),
      [good, refused],
      "; answered with an HTML page, not like the target's other answers",
    ],
    [
      'a page of the same Server',
      came(403, page, 'Kestrel'),
      [good, refused],
      "; answered by Kestrel, not like the target's other answers",
    ],
    ['a page, as every refusal is', came(403, page, 'Kestrel'), [good, came(400, page, 'Kestrel')], ''],
    ['no other answer', came(403, page, 'nginx'), [], ''],
    ['like the others', came(403, '{}', 'Kestrel'), [good, refused], ''],
    ['a Server that is hostile', came(403, '{}', '\u001b[31m<b>'), [good], ''],
  ])('%s', (_what, proof, others, said) => {
    expect(otherHand(proof, others)).toBe(said);
  });
});
