import { describe, expect, test } from 'vitest';
import type { ReferenceOptions } from '../../reference/index.ts';
import type { Report } from '../../reports/model.ts';
import type { Config } from '../../src/config/types.ts';
import { runWith } from './runs.ts';
import { KEY, reference, refuse, relay, type Between, type Target } from './servers.ts';
type Address = Pick<Target, 'baseUrl' | 'messagesUrl'>;
async function run({ baseUrl, messagesUrl }: Address, config: Partial<Config> = {}) {
  const target = { baseUrl, messages: { url: messagesUrl, apiKey: KEY }, apiKey: KEY };
  const { report } = await runWith({ ...target, timeoutMs: 10_000, consistencyMs: 200, runs: 1, ...config });
  return report;
}

/** `id: reason` of the rows that are not as they should be; warnings of what a gateway said in between apart. */
function undecided({ requirements }: Report): readonly string[] {
  return requirements
    .filter(({ verdict, id }) => verdict !== 'pass' && !(verdict === 'warn' && id === 'robust.no-5xx'))
    .map(({ id, verdict, reason }) => `${verdict} ${id}: ${reason}`);
}

async function isDecided(between: Between): Promise<void> {
  const report = await run(await relay(between));
  expect(undecided(report)).toEqual([]);
  expect(report.verdict).toBe('conformant');
}

/** Has a request go on, or not. */
const unless = (isStopped: Stops, other: Between = (_, { socket }) => void socket.destroy()): Between => {
  return (pass, incoming, response, number) => {
    if (isStopped(incoming, number)) other(pass, incoming, response, number);
    else pass();
  };
};
type Stops = (incoming: Parameters<Between>[1], number: number) => boolean;
const refusing: Between = (_, __, response) => refuse(response, 503);

const isCreate = (method: string | undefined, url: string | undefined): boolean =>
  method === 'POST' && url === '/v1/pets';

// Each against a server of its own: most of the time goes by in waiting.
describe.concurrent('a lawful server with trouble in front of it is decided', () => {
  let beganAt = 0;
  let brokeAt: number | undefined;
  let creates = 0;
  const isEarly = () => performance.now() - (beganAt ||= performance.now()) < 1000;
  const isAway = (number: number) => {
    if (number === 150) brokeAt = performance.now();
    return brokeAt !== undefined && performance.now() - brokeAt < 700;
  };
  const badGateway: Between = (_, __, response) =>
    void response.writeHead(502, { 'content-type': 'text/html' }).end('<html></html>');
  const isSecondCreate: Stops = ({ method, url }) => isCreate(method, url) && (creates += 1) % 2 === 1;

  test.each<readonly [what: string, between: Between]>([
    ['503 for the first second', unless(isEarly, refusing)],
    ['one backend of two is down', unless((_, number) => number % 2 === 0, badGateway)],
    ['one connection of fifty is lost', unless((_, number) => number % 50 === 0)],
    ['nobody answers for 700 ms', unless((_, number) => isAway(number))],
    ['every second animal is refused with 503', unless(isSecondCreate, refusing)],
  ])('%s', async (_what, between) => {
    await isDecided(between);
  });
});

test.concurrent.each([['3600'], [undefined]])(
  'a quota of writes that asks for a wait of %s s ends the run, which says what was left',
  async (wait) => {
    let sent = 0;
    const target = await relay((pass, { method, url }, response) => {
      if (!isCreate(method, url) || (sent += 1) <= 20) pass();
      else {
        if (wait !== undefined) response.setHeader('retry-after', wait);
        refuse(response, 429);
      }
    });
    const report = await run(target, { deadline: 300 });
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

test.concurrent('a quota of animals that is used up is no matter of unknown members', async () => {
  let stored = 0;
  const target = await relay((pass, { method, url, headers }, response) => {
    const valid = isCreate(method, url) && headers.authorization === `Bearer ${KEY}`;
    if (valid && stored >= 8) refuse(response, 403);
    else {
      if (valid) response.on('finish', () => void (stored += response.statusCode === 201 ? 1 : 0));
      pass();
    }
  });
  const report = await run(target, { only: ['create.unknown-members'] });
  expect(report.totals.warn).toBe(0);
});

test.concurrent('runs in a row on one server end well, each of them', async () => {
  const server = await reference();
  for (let turn = 1; turn <= 4; turn += 1) {
    const { verdict, requirements } = await run(server, { seed: turn, runs: 1 });
    const left = requirements.filter((row) => row.verdict !== 'pass').map(({ id }) => id);
    const partial = { turn, verdict: 'partial', left: ['list.complete'] };
    expect({ turn, verdict, left }).toEqual(
      left.length === 0 ? { turn, verdict: 'conformant', left } : partial,
    );
  }
});

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
    const report = await run(await reference({ seedAnimals: 5000, ...options }));
    const open = report.requirements.filter(({ verdict }) => verdict !== 'pass');
    expect(open.map(({ id, verdict }) => `${verdict} ${id}`).toSorted()).toEqual(
      left.map((id) => `not-tested ${id}`).toSorted(),
    );
    for (const row of open) expect(row.next).toBeUndefined();
    expect(report.verdict).toBe('partial');
  });
});
