import { describe, expect, test } from 'vitest';
import type { ReferenceOptions } from '../../reference/index.ts';
import type { Config } from '../../src/config/types.ts';
import { runOn, runWith } from './runs.ts';
import { KEY, refuse, relay, type Between } from './servers.ts';

async function run(between: Between, config: Partial<Config> = {}) {
  const { baseUrl, messagesUrl } = await relay(between);
  const target = { baseUrl, messages: { url: messagesUrl, apiKey: KEY }, apiKey: KEY };
  // No deadline that a busy machine would pass.
  const patient = { timeoutMs: 10_000, deadline: 3600 };
  const { report } = await runWith({ ...target, ...patient, consistencyMs: 200, runs: 1, ...config });
  return report;
}

const isCreate = (method: string | undefined, url: string | undefined): boolean =>
  method === 'POST' && url === '/v1/pets';

// Each against a server of its own: most of the time goes by in waiting.
describe.concurrent('a lawful server with trouble in front of it is decided', () => {
  let beganAt = 0;
  let brokeAt: number | undefined;
  let creates = 0;
  const isAway = (number: number) => {
    if (number === 150) brokeAt = performance.now();
    return brokeAt !== undefined && performance.now() - brokeAt < 700;
  };

  test.each<readonly [what: string, between: Between]>([
    [
      '503 for the first second',
      (pass, _, response) => {
        if (performance.now() - (beganAt ||= performance.now()) < 1000) refuse(response, 503);
        else pass();
      },
    ],
    [
      'nobody answers for 700 ms',
      (pass, { socket }, _, number) => {
        if (isAway(number)) socket.destroy();
        else pass();
      },
    ],
    [
      'every second animal is refused with 503',
      (pass, { method, url }, response) => {
        if (isCreate(method, url) && (creates += 1) % 2 === 1) refuse(response, 503);
        else pass();
      },
    ],
  ])('%s', async (_what, between) => {
    const { requirements, verdict } = await run(between);
    // What a gateway says in between is a warning.
    const open = requirements.filter(
      (row) => row.verdict !== 'pass' && !(row.verdict === 'warn' && row.id === 'robust.no-5xx'),
    );
    expect(open.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(verdict).toBe('conformant');
  });
});

test.concurrent.each([['3600'], [undefined]])(
  'a quota of writes that asks for a wait of %s s ends the run, which says what was left',
  async (wait) => {
    let sent = 0;
    const between: Between = (pass, { method, url }, response) => {
      if (!isCreate(method, url) || (sent += 1) <= 20) pass();
      else {
        if (wait !== undefined) response.setHeader('retry-after', wait);
        refuse(response, 429);
      }
    };
    const report = await run(between, { deadline: 300 });
    expect(report.verdict).toBe('inconclusive');
    // It was no deadline that ended it.
    expect(report.aborted).toBeUndefined();
    expect(report.totals.fail).toBe(0);
    const open = report.requirements.filter(({ verdict }) => verdict === 'inconclusive');
    const row = open.find(({ id }) => id === 'list.limit.maximum');
    expect(row).toMatchObject({ cause: 'rate-limit' });
    expect(row?.reason).toMatch(/creating more got no response: the target answered 429/u);
    expect(row?.next).toMatch(/^Run again later/u);
  },
);

describe('a store of 5,000 animals', () => {
  test.each<readonly [what: string, options: ReferenceOptions, left: readonly string[]]>([
    ['with ids in a row', {}, ['list.complete']],
    [
      'with random ids',
      { variants: ['ids/random'] },
      ['auth.no-effect', 'create.rejected-not-stored', 'list.complete'],
    ],
    [
      'with random ids, the newest first',
      { variants: ['ids/random', 'order/newest-first'] },
      ['list.complete'],
    ],
  ])('%s: what can be decided is decided, and the rest is left out', async (_what, options, left) => {
    const { report } = await runOn({ seedAnimals: 5000, ...options }, { consistencyMs: 200 });
    const open = report.requirements.filter(({ verdict }) => verdict !== 'pass');
    expect(open.map(({ id, verdict }) => `${verdict} ${id}`).toSorted()).toEqual(
      left.map((id) => `not-tested ${id}`).toSorted(),
    );
    for (const row of open) expect(row.next).toBeUndefined();
    expect(report.verdict).toBe('partial');
  });
});
