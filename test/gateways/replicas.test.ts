import { expect, test } from 'vitest';
import { openRun } from '../../src/run/open.ts';
import { KEY, reference } from '../e2e/servers.ts';
import { configOf } from '../engine/config.ts';
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
  ['3 behind HAProxy', haproxy(), 3, 8],
  ['5 behind HAProxy', haproxy(), 5, 8],
  ['2 behind nginx', nginx(), 2, 8],
  ['2 behind HAProxy, one request at a time', haproxy(), 2, 1],
  [
    '2 behind HAProxy, which takes whole connections',
    haproxy('mode tcp', 'mode tcp\n  balance roundrobin'),
    2,
    8,
  ],
];

for (const [what, gateway, replicas, concurrency, only = BREAKS] of cases) {
  // What numbers its animals in a row gives the same id twice: that is seen at once.
  test.skipIf(programOf(gateway) === undefined).each([['ids/random'], []])(
    `replicas that share nothing are never certified: ${what} (%s)`,
    async (...variants) => {
      const all = await Promise.all(
        Array.from({ length: replicas }, () => reference({ variants, asOf: '2026-11-21' })),
      );
      const origin = await startGateway(
        gateway,
        all.map(({ baseUrl }) => new URL(baseUrl).host),
      );
      const { report, crashes } = await openRun(
        configOf({
          baseUrl: `${origin}/v1`,
          messages: null,
          apiKey: KEY,
          concurrency,
          timeoutMs: 10_000,
          consistencyMs: 300,
          runs: 1,
          only,
        }),
      ).finish();
      expect(crashes).toEqual([]);
      const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
      expect(failed.some((id) => BREAKS.includes(id))).toBe(true);
    },
  );
}
