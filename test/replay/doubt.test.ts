import { describe, expect, it, test } from 'vitest';
import type { Exchange } from '../../reports/exchange.ts';
import type { CheckReport, RequirementReport } from '../../reports/model.ts';
import { doubtOf } from '../../src/replay/doubt.ts';
import { byExpectation, byPlaces } from '../../src/replay/judge.ts';
import { raceOf } from '../../src/replay/race.ts';
import { exchange as sample } from '../reports/fixture.ts';

interface Told {
  readonly id?: string;
  readonly sent?: string | null;
  readonly status?: number;
  readonly body: string;
  readonly at?: number;
  readonly url?: string;
}

function exchangeOf(operation: Exchange['operation'], told: Told): Exchange {
  const { id = 'x1', sent = null, status = 200, body, at = 0, url = 'http://a.example/v1/pets' } = told;
  const made = sample(id);
  return {
    ...made,
    operation,
    sentAt: at,
    durationMs: 10,
    request: { ...made.request, url, body: sent },
    response: { status, statusText: 'Some', headers: [], body, bodySize: body.length },
  };
}

function checkOf(pointer: string, more: Partial<CheckReport> = {}): CheckReport {
  const places = [{ part: 'body', pointer }] as const;
  return { name: 'some/check', verdict: 'fail', message: '', exchanges: ['x1'], places, ...more };
}

const rex = '{"id":40,"name":"Rex","categoryId":1}';
const wrong = '{"id":40,"name":"Rex","categoryId":-9223372036854776000}';
const other = '{"id":1,"name":"Bo","categoryId":1}';
const listed = (count: number): string => `[${Array.from({ length: count }, () => other).join(',')}]`;
const again = { reproduced: { times: 1, of: 1 } };

describe('what would not show in the answers of now', () => {
  const [none, one, two, many] = [listed(0), listed(1), listed(2), listed(101)];
  const wrapped = `{"a":${two}}`;
  const category = checkOf('/0/categoryId', again);
  const body = checkOf('', again);
  const limit = checkOf('/20', again);
  const never = checkOf('', { reproduced: { times: 0, of: 3 } });
  const GONE = /^the animal that showed it \(item 1 of x1\) is not in the list now$/u;

  it.each<
    [what: string, then: string, now: string, check: CheckReport, doubt?: RegExp | undefined, held?: number]
  >([
    ['an item that is there again', `[${wrong}]`, `[${other},${rex}]`, category],
    ['an item of another animal', `[${wrong}]`, `[${other}]`, category, GONE],
    ['an empty list', `[${wrong}]`, none, category, GONE],
    ['no animal', '[0,0]', one, checkOf('/1', again), /^the list holds 1 animal: it takes 2 to show$/u],
    ['null, and a full list', 'null', two, body, /^the list was empty then, and holds 2 animals now$/u],
    ['null, and an empty list', 'null', none, body],
    [
      'a wrapped list, and an empty one',
      wrapped,
      none,
      body,
      /^the list held animals then, and holds none now$/u,
    ],
    ['a wrapped list, and a bare one', wrapped, one, body],
    ['never again', 'null', none, never, /^it did not come again in the run itself either \(0 of 3 times\)/u],
    [
      'too few for a limit',
      many,
      one,
      limit,
      /^the target lists 1 animal: it takes more than 20 to show$/u,
      1,
    ],
    [
      'as many as a limit',
      many,
      listed(20),
      limit,
      /^the target lists 20 animals: it takes more than 20/u,
      20,
    ],
    ['more than a limit', many, listed(20), limit, undefined, 21],
  ])('%s', async (_, then, now, check, doubt, held = 0) => {
    const proof = exchangeOf('list', { body: then });
    const row = { id: check === limit ? 'list.limit.default' : 'list.success' } as RequirementReport;
    const came = [exchangeOf('list', { body: now })];
    const lists = () => Promise.resolve(JSON.parse(listed(held)) as never[]);
    const found = await doubtOf(
      { row, check, proof, requests: [proof] },
      { came, evidence: [proof], held: lists },
    );
    if (doubt === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(doubt);
  });

  it.each([
    ['the same animal', '/categoryId', rex, undefined],
    ['another one', '/categoryId', '{"id":40,"name":"Bo","categoryId":1}', 'another animal has that id now'],
    ['another one, where the id was wrong', '/id', '{"id":41,"name":"Bo","categoryId":1}', undefined],
  ])('getting %s: %s', async (_, pointer, now, doubt) => {
    const proof = exchangeOf('get', { body: wrong });
    const row = { id: 'get.success' } as RequirementReport;
    const finding = { row, check: checkOf(pointer, again), proof, requests: [proof] };
    const held = () => Promise.resolve(undefined);
    const came = [exchangeOf('get', { body: now })];
    expect(await doubtOf(finding, { came, evidence: [proof], held })).toBe(doubt);
  });
});

describe('what stands at the place that was wrong', () => {
  const big = '9007199254740993';
  const sent = `{"name":"Rex","categoryId":${big}}`;
  const rounded = '{"id":1,"name":"Rex","categoryId":9007199254740992}';
  const then = exchangeOf('create', { sent, status: 201, body: rounded });

  it.each([
    ['what was expected', 201, `{"id":2,"categoryId":${big}}`, 'gone', /^what was expected stands/u],
    ['the same', 201, '{"id":2,"categoryId":9007199254740992}', 'shows', /stands in the answer again$/u],
    ['something else', 201, '{"id":2,"categoryId":0}', 'untold', /^the answer is another one/u],
    ['a refusal', 400, '{"code":"a","message":"b","status":400}', 'untold', /^it is refused now: 400/u],
  ])('%s', (_, status, body, still, why) => {
    const now = exchangeOf('create', { sent, status, body });
    for (const expected of [`categoryId ${big}`, 'the category id that was sent'])
      expect(byPlaces(checkOf('/categoryId', { expected }), then, now)).toMatchObject({
        still,
        why: expect.stringMatching(why) as string,
      });
  });

  test('what was sent is not right where it was what was wrong', () => {
    const echoed = exchangeOf('create', { sent: '{"id":7}', body: '{"id":7}' });
    const fresh = exchangeOf('create', { sent: '{"id":8}', body: '{"id":8}' });
    expect(byPlaces(checkOf('/id'), echoed, fresh).still).toBe('untold');
  });
});

describe('whether it may be a race', () => {
  const create = (id: string, at: number, name: string, answered = name): Exchange => {
    const body = `{"id":1,"name":"${answered}"}`;
    return exchangeOf('create', { id, at, sent: `{"name":"${name}"}`, status: 201, body });
  };
  const own = create('x1', 0, 'Rex', 'Bo');
  const beside = create('x2', 5, 'Bo');

  it.each<[what: string, check: CheckReport, others: readonly Exchange[], isRace: boolean]>([
    ['the name of another', checkOf('/name'), [beside], true],
    ['the name of one that came later', checkOf('/name'), [create('x2', 50, 'Bo')], false],
    ['a name of nobody', checkOf('/name'), [create('x2', 5, 'Al')], false],
    ['the id of another', checkOf('/id'), [beside], true],
    ['what came again on its own', checkOf('/name', again), [beside], false],
    ['what is missing', checkOf('/status'), [beside], true],
    ['a whole body', checkOf(''), [beside], true],
    ['a status', { ...checkOf(''), places: [{ part: 'status' }] }, [beside], false],
  ])('%s', (_, check, others, isRace) => {
    expect(raceOf([own], own, check, [own, ...others]) !== undefined).toBe(isRace);
  });
});

describe('a status that was expected, in one of several ways', () => {
  const answered = (status: number) => exchangeOf('get', { status, body: '{}' });
  test.each([
    ['200 with that animal, or 404 with an Error object', 400, 404, 'gone'],
    ['200 with that animal, or 404 with an Error object', 400, 200, 'gone'],
    ['200 with that animal, or 404 with an Error object', 400, 400, 'shows'],
    ['a 4xx with an Error object, or the list that no limit gives', 500, 400, 'gone'],
    ['a 4xx with an Error object, or the list that no limit gives', 500, 200, undefined],
    ['201', 200, 200, 'shows'],
    ['at most 20 animals', 200, 200, undefined],
  ])('%s: then %d, now %d', (expected, then, now, still) => {
    expect(byExpectation(expected, answered(then), answered(now))?.still).toBe(still);
  });
});
