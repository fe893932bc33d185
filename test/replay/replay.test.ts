import { describe, expect, test } from 'vitest';
import { readReportFolder } from '../../reports/read.ts';
import { withoutUndefined } from '../../src/base/without-undefined.ts';
import type { Options } from '../../src/config/options.ts';
import { KEY, reference, relay, type Between } from '../e2e/servers.ts';
import { at, GONE, judged, matching, recorded, replayed, SHOWS, written } from './replays.ts';

test.each<[id: string, faults: string, options?: Options]>([
  ['auth.missing', 'auth/missing-open-create'],
  ['list.limit.default', 'list/default-10'],
  ['list.complete', 'create/not-stored'],
  ['get.not-found', 'get/unknown-nearest'],
  ['messages.echo', 'messages/echo-cut'],
  ['version.prefix', 'version/v10'],
  // Only an order of requests shows it.
  ['auth.missing', 'sequence/key-remembered'],
  // The day of the report counts.
  ['get.removed', 'get/not-removed', { asOf: '2030-12-07' }],
])('%s shows on a server with %s, and is gone from one without', async (id, faults, options = {}) => {
  const dir = await recorded(faults, id, options);
  const day = withoutUndefined({ asOf: options.asOf });
  const still = await replayed(dir, id, at(await reference({ faults: [faults], ...day })));
  expect(still).toMatchObject({ code: 1, said: matching(SHOWS) });
  const gone = await replayed(dir, id, at(await reference(day)));
  expect(gone).toMatchObject({ code: 0, said: matching(GONE) });
});

describe('what is fixed by halves still shows', () => {
  const OPEN = 'auth/missing-open-create auth/missing-403-on-list auth/missing-403-on-get';
  const breaksDown: Between = (pass, { headers }, response) => {
    if (headers.authorization !== undefined) pass();
    else response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
  };

  test('at other operations', async () => {
    const dir = await recorded(OPEN, 'auth.missing');
    const server = await reference({ faults: ['auth/missing-403-on-list'] });
    const ended = await replayed(dir, 'auth.missing', at(server));
    expect(ended).toMatchObject({ code: 1, said: matching(SHOWS) });
  });

  test('as another wrong answer', async () => {
    const dir = await recorded(OPEN, 'auth.missing');
    const ended = await replayed(dir, 'auth.missing', at(await relay(breaksDown)));
    expect(ended).toMatchObject({
      code: 1,
      said: matching(/^Not fixed: .*500 Internal Server Error/mu),
    });
  });

  test('as a breakdown that leaves it undecided', async () => {
    const dir = await recorded('create/not-stored', 'list.complete');
    const broken: Between = (pass, { method }, response) => {
      if (method !== 'GET') pass();
      else response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    };
    expect(await replayed(dir, 'list.complete', at(await relay(broken)))).toMatchObject({
      code: 1,
      said: matching(/^Not fixed: x\d+ is answered with 500 Internal Server Error now\./mu),
    });
  });
});

describe('what it sends and shows', () => {
  const ID = 'list.limit.respected';

  test('the checks of the finding alone, with the inputs of the run, and then beside now', async () => {
    const first = await relay((pass) => pass(), { faults: ['list/limit-one-more'] });
    const dir = await written(await judged(first, ID, { seed: 77 }));
    const second = await relay((pass) => pass());
    const { raw, said } = await replayed(dir, ID, at(second));
    const limits = (seen: readonly string[]) =>
      new Set(seen.flatMap((one) => /limit=\d+/u.exec(one)?.[0] ?? []));
    expect(limits(second.seen).size).toBeGreaterThan(5);
    for (const limit of limits(second.seen)) expect([...limits(first.seen)]).toContain(limit);
    expect(second.seen.some((one) => one.includes('/pets/'))).toBe(false);
    expect(said).toMatch(/^Running \d+ checks? again for list\.limit\.respected, against http:/u);
    expect(said).toMatch(/^list\/limit-respected then {2}x\d+ GET .* now {3}x\d+ GET /mu);
    expect(raw.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(raw).not.toContain(KEY);
  });

  test('an exchange stands for the finding that it proves', async () => {
    const dir = await recorded('get/unknown-nearest', 'get.not-found');
    const { report } = await readReportFolder(dir);
    const check = report.requirements
      .flatMap(({ checks }) => checks)
      .find(({ verdict }) => verdict === 'fail');
    const { code, said } = await replayed(dir, check?.proof ?? '', at(await reference()));
    expect({ code, said }).toEqual({ code: 0, said: matching(GONE) });
  });
});
