import { expect, test } from 'vitest';
import { runWith } from '../e2e/runs.ts';
import { KEY, reference } from '../e2e/servers.ts';
import { programOf, startGateway, type Gateway } from './gateway.ts';
import { haproxy, nginx } from './gateways.ts';
/** What servers that share nothing break, one of them or more. */
const BREAKS = ['create.id.unique', 'get.success', 'list.complete'];

/** Each with the number of replicas that share nothing behind it; the first by a run of everything. */
const cases: readonly (readonly [
  what: string,
  gateway: Gateway,
  replicas: number,
  concurrency: number,
  only?: readonly string[],
])[] = [
  ['2 behind HAProxy', haproxy(), 2, 8, []],
  ['5 behind HAProxy', haproxy(), 5, 8],
  ['2 behind nginx', nginx(), 2, 8],
  ['2 behind HAProxy, one request at a time', haproxy(), 2, 1],
  ['2 behind HAProxy, by whole connections', haproxy('mode tcp', 'mode tcp\n  balance roundrobin'), 2, 8],
];

for (const [what, gateway, replicas, concurrency, only = BREAKS] of cases) {
  // What numbers its animals in a row gives the same id twice: that is seen at once.
  test.skipIf(programOf(gateway) === undefined).each([['ids/random'], []])(
    `replicas that share nothing are never certified: ${what} (%s)`,
    async (...variants) => {
      const starting = Array.from({ length: replicas }, () => reference({ variants, asOf: '2026-11-21' }));
      const hosts = (await Promise.all(starting)).map(({ baseUrl }) => new URL(baseUrl).host);
      const origin = await startGateway(gateway, hosts);
      const times = { timeoutMs: 10_000, consistencyMs: 300, runs: 1 };
      const target = { baseUrl: `${origin}/v1`, messages: null, apiKey: KEY };
      const { rows } = await runWith({ ...target, ...times, concurrency, only });
      expect(rows('fail').some(({ id }) => BREAKS.includes(id))).toBe(true);
    },
  );
}
