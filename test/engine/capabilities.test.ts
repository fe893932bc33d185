import type { Operation } from '../../reports/exchange.ts';
import { describe, expect, it } from 'vitest';
import { permissionProblem } from '../../src/engine/target/permission.ts';
import { NEXT_STEP_CREATES_REFUSED, NEXT_STEP_WIDEN_SCOPE } from '../../src/engine/target/next-steps.ts';
import type { Config } from '../../src/config/types.ts';
import type { CheckPrecondition } from '../../src/engine/target/capabilities.ts';
import type { OutgoingRequest } from '../../src/http/types.ts';
import type { Script } from './fake-client.ts';
import { FakeStore, ok, refusal } from './fake-store.ts';
import { benchOf } from './context-of.ts';

/** A store of which some operations answer in one way only. */
function storeWith(different: Partial<Record<Operation, Script>>, held = 0) {
  const store = new FakeStore(held);
  return (ask: OutgoingRequest): Script => different[ask.operation] ?? store.answer(ask);
}

const leftOut = (by: keyof typeof NEXT_STEP_WIDEN_SCOPE) => ({
  cause: 'scope',
  scope: 'left-out',
  next: NEXT_STEP_WIDEN_SCOPE[by],
});
const brokenBy = (because: string) => ({ cause: 'server', because });
const REMOVED = { cause: 'scope', scope: 'removed' };
/** What is neither proof of the removal nor of its absence. */
const unclear = (reason: RegExp) => ({ cause: 'server', reason: expect.stringMatching(reason) as string });

const GIVEN = { categoryIdsGiven: true };
const READ_ONLY = { readOnly: true };
const ON_THE_DAY = { asOf: '2030-12-05' };

type Row = [
  CheckPrecondition,
  string,
  Partial<Record<Operation, Script>>,
  Partial<Config>,
  object | 'usable',
];

describe('what works at all', () => {
  it.each<Row>([
    ['list', 'a list', {}, {}, 'usable'],
    ['list', 'a 500', { list: refusal(500) }, {}, brokenBy('list.success')],
    ['list', 'an object', { list: ok(200, { items: [] }) }, {}, brokenBy('list.success')],
    ['list', 'a 401', { list: refusal(401) }, {}, brokenBy('auth.accepted')],
    ['list', 'no answer', { list: 'timeout' }, {}, { cause: 'network' }],
    ['list', 'only 429', { list: 'rate-limit' }, {}, { cause: 'rate-limit' }],

    ['create', 'a 201', {}, {}, 'usable'],
    ['create', 'a 200 without a body', { create: { status: 200 } }, {}, 'usable'],
    ['create', 'a read-only run', {}, READ_ONLY, leftOut('readOnly')],
    ['create', 'a run that may add nothing', {}, { maxCreated: 0 }, leftOut('maxCreated')],
    ['create', 'a 500', { create: refusal(500) }, {}, brokenBy('create.success')],
    ['create', 'a 401', { create: refusal(401) }, {}, brokenBy('auth.accepted')],
    [
      'create',
      'a 422 to a category of ours',
      { create: refusal(422) },
      {},
      { cause: 'test-data', next: NEXT_STEP_CREATES_REFUSED },
    ],
    ['create', 'a 422 to one given', { create: refusal(422) }, GIVEN, brokenBy('create.success')],
    ['create', 'no answer', { create: 'connection' }, {}, { cause: 'network' }],

    ['animal', 'a 201', {}, {}, 'usable'],
    [
      'animal',
      'a 201 without an id',
      { create: ok(201, { name: 'Rex' }) },
      {},
      brokenBy('create.id.assigned'),
    ],
    ['animal', 'a read-only run', {}, READ_ONLY, leftOut('readOnly')],

    ['get', 'a 200', {}, {}, 'usable'],
    ['get', 'a 200 on the last day', {}, ON_THE_DAY, 'usable'],
    ['get', 'a day after the removal', {}, { asOf: '2030-12-07' }, REMOVED],
    ['get', '404 to every known id on the day', { get: refusal(404) }, ON_THE_DAY, REMOVED],
    ...[302, 400, 403, 501].flatMap((status): readonly Row[] => [
      [
        'get',
        `${String(status)} to every known id on the day`,
        { get: refusal(status) },
        ON_THE_DAY,
        REMOVED,
      ],
    ]),
    ...[302, 400, 501].map((status): Row => {
      const shown = `${String(status)} to every known id`;
      return ['get', shown, { get: refusal(status) }, {}, brokenBy('get.success')];
    }),
    [
      'get',
      'a 403 to every known id',
      { get: refusal(403) },
      {},
      { scope: 'forbidden', ...permissionProblem('get') },
    ],
    ['get', 'a 500 on the day', { get: refusal(500) }, ON_THE_DAY, unclear(/500.*shows neither/)],
    ['get', 'no Pet on the day', { get: ok(200, []) }, ON_THE_DAY, brokenBy('get.success')],
    ['get', '404 to every known id', { get: refusal(404) }, {}, brokenBy('get.removed')],
    ['get', '405 to every known id', { get: refusal(405) }, {}, brokenBy('get.removed')],
    ['get', 'a 500', { get: refusal(500) }, {}, brokenBy('get.success')],
    ['get', 'a 401', { get: refusal(401) }, {}, brokenBy('auth.accepted')],
    // Which auth.accepted is not judged by.
    ['get', 'a 401 on the day', { get: refusal(401) }, ON_THE_DAY, unclear(/shows neither/)],
    ['get', 'no answer', { get: 'timeout' }, {}, { cause: 'network' }],
    ['get', 'nothing to ask for', {}, READ_ONLY, leftOut('readOnly')],
    [
      'get',
      'no id to ask for',
      { create: ok(201, {}), list: ok(200, []) },
      {},
      brokenBy('create.id.assigned'),
    ],

    ['messages', 'an address', {}, {}, 'usable'],
    ['messages', 'no address', {}, { messages: null }, leftOut('messages')],
    ['messages', 'a read-only run', {}, READ_ONLY, leftOut('readOnly')],

    ['message', 'a 200', {}, {}, 'usable'],
    ['message', 'a 202', { message: { status: 202 } }, {}, 'usable'],
    ['message', 'no address', {}, { messages: null }, leftOut('messages')],
    ['message', 'a 401', { message: refusal(401) }, {}, { cause: 'configuration' }],
    ['message', 'a 404', { message: refusal(404) }, {}, { cause: 'configuration' }],
    ['message', 'a 500', { message: refusal(500) }, {}, brokenBy('messages.success')],
    ['message', 'no answer', { message: 'connection' }, {}, { cause: 'network' }],
  ])('%s: %s', async (need, _, different, config, expected) => {
    const { baseline } = benchOf(storeWith(different), config).context;
    const found = await baseline.of(need);
    const broken = { usable: false, reason: expect.stringMatching(/\w/) as string };
    expect(found).toEqual(expected === 'usable' ? { usable: true } : { ...broken, ...expected });
  });

  it.each([
    [
      400,
      { cause: 'test-data', reason: expect.stringContaining('took no new animals of category 1') as string },
    ],
    [409, { because: 'create.success' }],
  ])('with %i to creates of a category that is in use', async (status, expected) => {
    const { baseline } = benchOf(storeWith({ create: refusal(status) }, 3)).context;
    expect(await baseline.of('create')).toMatchObject(expected);
  });

  it.each([
    [404, 'get.success'],
    [410, 'get.removed'],
  ])('blames %i to every known id on %s where all ids are doubles', async (status, because) => {
    const ids = [4_203_905_873_214_509_568n, 812_345_678_901_234_560n, 1_690_000_123_456_788_992n];
    const list = ok(
      200,
      ids.map((id) => ({ id, name: 'Rex', categoryId: 1 })),
    );
    const { baseline } = benchOf(storeWith({ list, get: refusal(status) }), READ_ONLY).context;
    expect(await baseline.of('get')).toMatchObject({ because });
  });

  it('does not take one refusal among many for an operation that does not work', async () => {
    let asked = 0;
    const store = new FakeStore();
    const { baseline } = benchOf((ask) =>
      ask.operation === 'create' && (asked += 1) < 4 ? refusal(500) : store.answer(ask),
    ).context;
    expect(await baseline.of('create')).toEqual({ usable: true });
  });

  it('asks once for each, however many want to know', async () => {
    const { client, context } = benchOf(new FakeStore().answer);
    const needs: readonly CheckPrecondition[] = ['list', 'create', 'animal', 'get', 'messages', 'message'];
    await Promise.all([...needs, ...needs.toReversed()].map((need) => context.baseline.of(need)));
    const count = (operation: Operation) => client.asks.filter((ask) => ask.operation === operation).length;
    expect((['message', 'create', 'get'] as const).map(count)).toEqual([1, 8, 3]);
  });

  it('asks a target that it may not write to for the animals that it lists', async () => {
    const { client, context } = benchOf(new FakeStore(5).answer, READ_ONLY);
    expect(await context.baseline.of('get')).toEqual({ usable: true });
    expect(client.asks.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it.each<[string, number, object]>([
    ['nothing, where lists show it no more', 1, leftOut('readOnly')],
    ['the removal, where lists go on to show it', Infinity, brokenBy('get.removed')],
  ])('blames for an animal of somebody else that is gone %s', async (_, shown, expected) => {
    const store = new FakeStore(1);
    let lists = 0;
    const { baseline } = benchOf((ask) => {
      if (ask.operation === 'get') return refusal(410);
      return (lists += 1) > shown ? ok(200, []) : store.answer(ask);
    }, READ_ONLY).context;
    expect(await baseline.of('get')).toMatchObject(expected);
  });

  it('waits for an animal that is not readable yet', async () => {
    const store = new FakeStore();
    let early = 2;
    const { baseline } = benchOf(
      (ask) => (ask.operation === 'get' && early-- > 0 ? refusal(404) : store.answer(ask)),
      { consistencyMs: 60_000 },
    ).context;
    expect(await baseline.of('get')).toEqual({ usable: true });
  });
});
