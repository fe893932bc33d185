import { describe, expect, it } from 'vitest';
import { withCircuitBreaker } from '../../src/engine/silence/circuit-breaker.ts';
import type { OutgoingRequest, Client, NoAnswer } from '../../src/http/types.ts';
import { attributeRequestsTo } from '../../src/http/request-scope.ts';
import { noCredential } from '../../src/engine/target/credentials.ts';
import { askOf, fakeClient, type Script } from './fake-client.ts';
import { FakeStore } from './fake-store.ts';

const ASK = askOf();
const KEYLESS: OutgoingRequest = { ...ASK, credential: noCredential };
const KEYED: OutgoingRequest = ASK;

/** A watched client for a target that answers by the number of the request, from 1; once it is gone, nothing is sent. */
function watched(answer: (n: number, ask: OutgoingRequest) => Script) {
  const gone: NoAnswer[] = [];
  let sent = 0;
  const inner = fakeClient((ask) => (gone.length > 0 ? 'cancelled' : answer((sent += 1), ask)));
  const steady = withCircuitBreaker(inner, (silence) => void gone.push(silence));
  return { inner, gone, steady };
}

async function sendInARow(client: Client, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await client.send(ASK);
}

const OK: Script = { status: 200, body: '[]' };

describe('a target that answered and stops', () => {
  it('is noticed after eight silent requests in a row and one more try, once', async () => {
    const { steady, inner, gone } = watched((n) => (n === 1 ? OK : 'timeout'));
    await sendInARow(steady, 8);
    expect(gone).toEqual([]);
    await sendInARow(steady, 1);
    expect(gone).toMatchObject([{ why: 'timeout' }]);
    expect(inner.asks).toHaveLength(10);
    await sendInARow(steady, 20);
    expect(gone).toHaveLength(1);
  });

  it('is noticed once where all that was under way goes silent together', async () => {
    const { steady, gone } = watched((n) => (n === 1 ? OK : 'connection'));
    await steady.send(ASK);
    await Promise.all(Array.from({ length: 40 }, () => steady.send(ASK)));
    expect(gone).toHaveLength(1);
  });
});

describe('a target that is not gone', () => {
  it.each<[string, (n: number) => Script]>([
    ['answers now and then', (n) => (n % 8 === 1 ? OK : 'timeout')],
    ['answers the one more try', (n) => (n === 1 || n === 10 ? OK : 'timeout')],
    ['was stopped by us', (n) => (n === 1 ? OK : 'cancelled')],
    ['sends more than the kit takes', (n) => (n === 1 ? OK : 'too-large')],
    ['answers with errors', () => ({ status: 500 })],
    ['never answered a read at all', () => 'timeout'],
  ])('since it %s', async (_, answer) => {
    const { steady, gone } = watched(answer);
    await sendInARow(steady, 15);
    expect(gone).toEqual([]);
  });
});

describe('a kind of requests that hangs', () => {
  /** A target that hangs on every request without a valid key. */
  const hanging = () => watched((_, { credential }) => (credential.valid ? OK : 'timeout'));

  it('is given up after three of them, in words, and the rest of the run goes on', async () => {
    const { steady, inner, gone } = hanging();
    await steady.send(KEYED);
    for (let n = 0; n < 10; n += 1) await steady.send({ ...KEYLESS, url: `${KEYLESS.url}?n=${String(n)}` });
    // One that was answered, three that hung, and the question whether the target still answers.
    expect(inner.asks.map(({ credential, exclusive }) => [credential.valid, exclusive])).toEqual([
      [true, undefined],
      [false, undefined],
      [false, undefined],
      [false, undefined],
      [true, 'retrying'],
    ]);
    const last = await steady.send(KEYLESS);
    expect(last).toMatchObject({
      kind: 'no-answer',
      why: 'timeout',
      ask: KEYLESS,
      message:
        'every list request without a valid key hangs, while other requests are answered: nothing came: timeout, and no more of them are sent',
    });
    expect(inner.exchanges).toContain(last.exchange);
    expect(await steady.send(KEYED)).toMatchObject({ kind: 'answer' });
    expect(gone).toEqual([]);
  });

  it('goes out three at a time, then once more, and the others not at all', async () => {
    const { steady, inner } = hanging();
    await steady.send(KEYED);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => steady.send(KEYLESS)));
    expect(inner.asks.filter(({ credential }) => !credential.valid)).toHaveLength(4);
    expect(outcomes.filter((one) => one.kind === 'no-answer' && one.unsent === true)).toHaveLength(16);
  });

  const sold = (n: number): OutgoingRequest => ({
    ...ASK,
    url: `${ASK.url}?status=sold&limit=${String(n + 1)}`,
  });
  const other = (n: number): OutgoingRequest => ({ ...ASK, url: `${ASK.url}?limit=${String(n + 1)}` });

  it('may be the requests of one check, while others are answered', async () => {
    const { steady, inner } = watched((_, { url }) => (url.includes('sold') ? 'timeout' : OK));
    const inCheck = (n: number) => attributeRequestsTo('list/sold', () => steady.send(sold(n)));
    for (let n = 0; n < 10; n += 1) {
      expect(await steady.send(other(n))).toMatchObject({ kind: 'answer' });
      await inCheck(n);
    }
    expect(inner.asks.filter(({ url }) => url.includes('sold'))).toHaveLength(3);
    expect(await inCheck(50)).toMatchObject({
      unsent: true,
      message: expect.stringMatching(
        /^every list request with a valid key of the check list\/sold hangs, while other requests are answered/u,
      ) as string,
    });
  });

  it('is not such a part where the target stalled while it had all of it to answer', async () => {
    let stalls = true;
    const { steady, inner } = watched((_, { url }) => (url.includes('sold') && stalls ? 'timeout' : OK));
    const inCheck = (n: number) => attributeRequestsTo('list/sold', () => steady.send(sold(n)));
    await steady.send(other(0));
    await Promise.all([0, 1, 2].map(inCheck));
    stalls = false;
    expect(await inCheck(4)).toMatchObject({ kind: 'answer' });
    expect(inner.asks.filter(({ url }) => url.includes('sold'))).toHaveLength(4);
  });

  it('goes out alone without waiting for others of it', async () => {
    let answerNow: (script: Script) => void = () => {};
    const steady = withCircuitBreaker(
      fakeClient(({ url, exclusive }) =>
        url.includes('sold') && exclusive === undefined
          ? new Promise<Script>((resolve) => (answerNow = resolve))
          : OK,
      ),
      () => {},
    );
    await steady.send(other(0));
    const waiting = Promise.all([0, 1, 2].map((n) => steady.send(sold(n))));
    expect(await steady.send({ ...sold(7), exclusive: 'single' })).toMatchObject({ kind: 'answer' });
    answerNow(OK);
    void waiting;
  });

  it('goes out at once, however often, where one of them is answered', async () => {
    let under = 0;
    let most = 0;
    const steady = withCircuitBreaker(
      fakeClient(async () => {
        most = Math.max(most, (under += 1));
        await Promise.resolve();
        under -= 1;
        return OK;
      }),
      () => {},
    );
    await steady.send(KEYED);
    await Promise.all(Array.from({ length: 20 }, () => steady.send(KEYED)));
    expect(most).toBe(20);
  });

  it('is not waited for twice by the client once one of them hung', async () => {
    const { steady, inner } = hanging();
    await steady.send(KEYED);
    await steady.send(KEYLESS);
    await steady.send(KEYLESS);
    expect(inner.asks.map(({ resend }) => resend)).toEqual(['always', 'always', 'refused']);
  });

  it('is not given up where one of them was answered', async () => {
    let sent = 0;
    const { steady, inner } = watched((_, { credential }) =>
      credential.valid || (sent += 1) === 2 ? OK : 'timeout',
    );
    await steady.send(KEYED);
    await sendInARow(steady, 6);
    expect(inner.asks).toHaveLength(7);
  });

  it('is not given up where nothing else was ever answered', async () => {
    const { steady, inner } = hanging();
    await sendInARow(steady, 6);
    expect(inner.asks).toHaveLength(6);
  });
});

it('hands everything else on', async () => {
  const { steady, inner } = watched(() => OK);
  expect(await steady.send(ASK)).toMatchObject({ kind: 'answer', status: 200 });
  expect(steady.traffic).toEqual({ requests: 1, retried: 0 });
  expect(steady.exchanges).toBe(inner.exchanges);
  await expect(
    withCircuitBreaker(fakeClient(new FakeStore().answer), () => {}).close(),
  ).resolves.toBeUndefined();
});

it('is not gone where it limits what it refuses for its key, and lets the key in', async () => {
  const { steady, gone } = watched((n, { credential }) =>
    credential.valid ? OK : n < 4 ? { status: 401 } : 'rate-limit',
  );
  await steady.send(KEYED);
  for (let n = 0; n < 40; n += 1) await steady.send(KEYLESS);
  expect(gone).toEqual([]);
});
