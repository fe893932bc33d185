import { describe, expect, it } from 'vitest';
import { noCredential } from '../../src/engine/target/credentials.ts';
import { withLockoutDetection } from '../../src/engine/silence/lockout.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';
import { askOf, fakeClient, type Script } from './fake-client.ts';

const LIST = askOf();
const GET = askOf('/1', { operation: 'get' });
const STRANGER = askOf('', { credential: noCredential });
const OK: Script = { status: 200, body: '[]' };

/** What is told of a target that answers by the number of the request, from 1, while these are sent in a row. */
async function toldOf(answer: (n: number, ask: OutgoingRequest) => Script, asks: readonly OutgoingRequest[]) {
  const told: string[] = [];
  let sent = 0;
  const inner = fakeClient((ask) => answer((sent += 1), ask));
  const door = withLockoutDetection(
    inner,
    (address, { message }) => void told.push(`${address}: ${message}`),
    0,
  );
  const outcomes = [];
  for (const ask of asks) outcomes.push(await door.send(ask));
  return { told, outcomes, inner };
}

describe('a target that stops letting the run in', () => {
  it('is told once, with the first request that it refused and how many keys it had refused by then', async () => {
    const { told, outcomes, inner } = await toldOf(
      (n, { credential }) => (n > 4 ? { status: 403 } : credential.valid ? OK : { status: 401 }),
      [LIST, GET, STRANGER, STRANGER, GET, LIST, LIST],
    );
    expect(told).toEqual([
      expect.stringMatching(
        /^animals: The target blocked the run after .* from GET \/v1\/pets\/1 \(x5\) on, right after GET \/v1\/pets \(x4\), .* 403.*; 2 requests without a valid key had been refused by then\. See /u,
      ),
    ]);
    expect(outcomes.map(({ kind }) => kind).slice(3)).toEqual([
      'answer',
      'no-answer',
      'no-answer',
      'no-answer',
    ]);
    // The plain list and the get, alone, each twice, and nothing more.
    expect(inner.asks.slice(5).map(({ operation, exclusive }) => `${operation} ${exclusive ?? ''}`)).toEqual([
      'list retrying',
      'get retrying',
      'list retrying',
      'get retrying',
    ]);
  });

  it('is noticed where keys that are not valid get another refusal than they have to', async () => {
    const { told } = await toldOf((n) => (n > 2 ? { status: 403 } : OK), [LIST, GET, STRANGER]);
    expect(told).toHaveLength(1);
  });
});

describe('an outbox', () => {
  const MESSAGE = askOf('/messages', { operation: 'message', method: 'POST', body: '{"message":"One"}' });
  /** A target that answers a status to the messages from `first` to `last`. */
  const refusing = (status: number, first: number, last: number) => (n: number) =>
    n >= first && n <= last ? { status } : { status: 202, body: '{}' };
  const many = Array.from({ length: 4 }, () => MESSAGE);

  it.each([402, 403])('that drains has no refusal with %d left', async (status) => {
    const { told, outcomes, inner } = await toldOf(refusing(status, 3, 7), many);
    expect(told).toEqual([]);
    expect(outcomes.map((outcome) => outcome.kind === 'answer' && outcome.status)).toEqual([
      202, 202, 202, 202,
    ]);
    // The refused message, and eight plain ones: four while the outbox is full, four after the pause.
    expect(inner.asks).toHaveLength(many.length + 9);
  });

  it.each([
    ['that stays full', 403, Infinity],
    ['is none where the key is refused with 401', 401, 7],
  ])('%s', async (_, status, last) => {
    const { told, outcomes } = await toldOf(refusing(status, 3, last), many);
    expect(told).toEqual([expect.stringMatching(/^messages: The target blocked the run after .*\(x3\) on/u)]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'no-answer', 'no-answer']);
  });

  it('is waited for a bounded number of times', async () => {
    // Full for the next message and four plain ones, each time that it has drained.
    const { told } = await toldOf(
      (n) => ({ status: n > 1 && (n - 2) % 9 < 5 ? 403 : 202 }),
      [...many, ...many, ...many],
    );
    expect(told).toHaveLength(1);
  });

  it('may have drained before the plain messages come', async () => {
    const { told, outcomes } = await toldOf(
      (n) => ({ status: (n > 1 && n < 7) || n === 12 ? 403 : 202 }),
      [MESSAGE, MESSAGE, MESSAGE],
    );
    expect(told).toEqual([]);
    expect(outcomes.map((outcome) => outcome.kind === 'answer' && outcome.status)).toEqual([202, 202, 202]);
  });
});

describe('a target that lets it in', () => {
  const many = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? LIST : GET));
  it.each<[string, (n: number, ask: OutgoingRequest) => Script]>([
    [
      'refuses one operation alone',
      (n, { operation }) => (operation === 'list' && n > 4 ? { status: 401 } : OK),
    ],
    [
      'refuses one operation from the beginning',
      (_, { operation }) => (operation === 'get' ? { status: 401 } : OK),
    ],
    ['refuses one in four lists or so', (n) => ([3, 4, 5, 9, 10, 17].includes(n) ? { status: 403 } : OK)],
    ['refuses one in five', (n) => (n % 5 === 0 ? { status: 403 } : OK)],
    ['never let it in at all', () => ({ status: 403 })],
    ['answers otherwise', (n) => ({ status: n > 4 ? 404 : 200 })],
  ])('since it %s', async (_, answer) => {
    const { told, outcomes } = await toldOf(answer, many);
    expect(told).toEqual([]);
    expect(outcomes.every(({ kind }) => kind === 'answer')).toBe(true);
  });
});
