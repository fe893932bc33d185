import { expect, it } from 'vitest';
import type { Place } from '../../reports/model.ts';
import { requirement, requirements, type RequirementId } from '../../requirements/index.ts';
import { canFollow, leavesNothing, mendingOrder } from '../../requirements/mending.ts';
import { blocksOf } from '../../src/engine/blocks.ts';
import type { Finding, Violation } from '../../src/engine/finding.ts';
import type { Judgement } from '../../src/engine/judgement.ts';
import { writeJson } from '../../src/json/json.ts';
import type { Json } from '../../src/json/types.ts';
import { exchange } from '../reports/fixture.ts';
import { undecided, violation } from './findings.ts';

/** Creations: answered 201 where the number is even, refused with 422 where it is odd, and crashed from 90 on. */
const evidence = Array.from({ length: 99 }, (_, at) => {
  const status = at >= 90 ? 500 : at % 2 === 0 ? 201 : 422;
  const response = { status, statusText: '', headers: [], body: '', bodySize: 0 };
  return exchange(`x${String(at)}`, { operation: 'create', response });
});

/** The same wrong refusal by both interfaces. */
const twins = (['list', 'message'] as const).map((operation) => {
  const response = { status: 403, statusText: '', headers: [], body: '<p>No.</p>', bodySize: 10 };
  return exchange(`${operation}1`, { operation, response });
});

/** `get.success /id x2 x4`: a requirement is missed at a place of these answers, the first of them the proof. */
function missed(words: string, more: Partial<Violation> = {}): Judgement {
  const [id, at, ...exchanges] = words.split(' ') as [RequirementId, string, ...string[]];
  const place: Place = at === 'status' ? { part: at } : { part: 'body', pointer: at === 'body' ? '' : at };
  const [proof = ''] = exchanges;
  const refusal = /^create\.(?:invalid|missing)/u.test(id) && {
    expected: '400 with an Error object',
    asked: 400,
  };
  const about = [...exchanges, ...(more.about ?? [])];
  return judged(id, { ...violation(id), ...refusal, exchanges, proof, places: [place], ...more, about });
}

function judged(id: RequirementId, ...findings: readonly Finding[]): Judgement {
  const { level } = requirement(id);
  const [first] = findings;
  const isBroken = first?.kind === 'violation';
  return {
    requirement: requirement(id),
    verdict: !isBroken ? 'inconclusive' : level === 'advisory' ? 'warn' : 'fail',
    reason: first?.kind === 'undecided' ? first.reason : 'it broke',
    cause: first?.kind === 'undecided' ? first.cause : 'server',
    findings: findings.map((finding) => ({ check: 'some/check', finding })),
    lowered: false,
  };
}

const rowsOf = (rows: readonly (string | Judgement)[]) =>
  rows.map((row) => (typeof row === 'string' ? missed(row) : row));

const animal = { about: ['animal 7'] };
const got = missed('get.agrees /name x2', animal);
const listed = missed('list.agrees /0/name x4', animal);
const listedElse = missed('list.agrees /0/name x4', { ...animal, actual: 'else' });
const unexplained = ['x2', 'x4'].map((id) => ({ ...violation('get.agrees'), exchanges: [id] }));
const CRASHES = ['create.missing.name status x90', 'create.invalid.name status x91'];

/** Rows, and what follows what among them. */
type Case = readonly [rows: readonly (string | Judgement)[], follows: Partial<Record<RequirementId, string>>];

it.each(
  Object.entries<Case>({
    'the same place of the same answers': [
      ['error.object body x2 x4', 'media.json body x2 x4 x6'],
      { 'error.object': 'media.json' },
    ],
    'another place of the same answers': [['error.object /code x2', 'error.status /status x2'], {}],
    'another answer at the same place': [['error.object body x2', 'media.json body x4'], {}],
    'the same place, but mostly in other answers': [
      ['error.object body x2 x8 x10', 'media.json body x2 x4'],
      {},
    ],
    'one wrong status for what has to be refused': [
      ['create.missing.name status x1', 'create.invalid.name status x3'],
      { 'create.invalid.name': 'create.missing.name' },
    ],
    'a refusal of what is valid': [
      [missed('create.success status x1', { expected: '201', asked: 201 }), 'create.invalid.name status x3'],
      {},
    ],
    'what is taken in different fields': [
      ['create.missing.name status x2', 'create.invalid.name status x4'],
      {},
    ],
    'one wrong refusal by both interfaces': [
      ['auth.malformed status list1', 'messages.auth.malformed status message1'].map((words) =>
        missed(words, { expected: '401 with an Error object', asked: 401, actual: '403' }),
      ),
      {},
    ],
    'one wrong body from both interfaces': [['media.json body list1', 'messages.media body message1'], {}],
    'two crashes': [CRASHES, {}],
    'three crashes': [
      [...CRASHES, 'create.invalid.body status x92'],
      { 'create.invalid.name': 'create.missing.name', 'create.invalid.body': 'create.missing.name' },
    ],
    'a warning that the same answers show': [
      ['create.missing.name status x90', 'robust.no-5xx status x90 x91 x92'],
      { 'robust.no-5xx': 'create.missing.name' },
    ],
    'a failure that only a warning explains': [['robust.no-5xx status x90', 'auth.challenge status x90'], {}],
    'what can follow, in an answer of the other': [
      ['get.success /id x2 x4', 'get.agrees /name x4'],
      { 'get.agrees': 'get.success' },
    ],
    'what can follow, in an answer of its own': [['get.success /id x2', 'get.agrees /name x4'], {}],
    'what can not follow, in an answer of the other': [['create.success /id x2', 'create.echo /name x2'], {}],
    'the same animal, shown with the same value': [[got, listed], { 'list.agrees': 'get.agrees' }],
    'the same animal, shown with different values': [[got, listedElse], {}],
    'a chain, which ends at its root': [
      ['get.success /id x2', got, listed],
      { 'get.agrees': 'get.success', 'list.agrees': 'get.success' },
    ],
    'a part of a failure that nothing explains': [
      ['get.success /id x2', judged('get.agrees', ...unexplained)],
      {},
    ],
  }),
)('%s', (_what, [rows, follows]) => {
  for (const order of [rowsOf(rows), rowsOf(rows).toReversed()])
    expect(Object.fromEntries(blocksOf(order, [...evidence, ...twins]).follows)).toEqual(follows);
});

const BROKEN = 'create.success status x1';
const open = (more: Partial<ReturnType<typeof undecided>> = {}) =>
  judged('get.agrees', { ...undecided('get.agrees'), ...more });

it.each<readonly [string, readonly (string | Judgement)[], string | undefined]>([
  [
    'the failure that it names',
    [BROKEN, 'get.success status x4', open({ because: 'get.success' })],
    'get.success',
  ],
  [
    'the cause of that failure',
    ['media.json body x2', 'create.success body x2', open({ because: 'create.success' })],
    'media.json',
  ],
  [
    'the failure behind one that it names, and that did not fail',
    [BROKEN, open({ cause: 'server', because: 'create.id.assigned' })],
    'create.success',
  ],
  ['the failure that took its animals away', [BROKEN, open()], 'create.success'],
  [
    'the failure that its own answer shows',
    ['media.json body x6', open({ cause: 'network', exchanges: ['x6'] })],
    'media.json',
  ],
  ["nothing: the network is nobody's failure", [BROKEN, open({ cause: 'network' })], undefined],
  ['nothing: a failure that takes nothing away', ['error.status /status x1', open()], undefined],
  ['nothing: no failure at all', [open()], undefined],
])('an open row waits for %s', (_what, rows, because) => {
  expect(blocksOf(rowsOf(rows), evidence).because.get('get.agrees')).toBe(because);
});

it('what a run that was cut off did not come to waits for no failure', () => {
  const row = { ...open({ because: 'create.success' }), reason: 'the run was cut off' };
  expect(blocksOf([missed(BROKEN), row], evidence).because.size).toBe(0);
});

it('the order of mending has every requirement once, and what it rests on first', () => {
  expect(mendingOrder.toSorted()).toEqual(requirements.map(({ id }) => id).toSorted());
  const at = (id: RequirementId) => mendingOrder.indexOf(id);
  const steps = [
    'media.json',
    'error.object',
    'auth.accepted',
    'create.success',
    'get.success',
    'list.success',
    'list.limit.accepted',
    'messages.success',
    'robust.no-5xx',
  ] as const;
  expect(steps.map(at)).toEqual(steps.map(at).toSorted((one, other) => one - other));
  expect(leavesNothing.map(at)).toHaveLength(new Set(leavesNothing).size);
  for (const [id, causes] of Object.entries(canFollow)) expect(causes).not.toContain(id);
});

/** An answer with a body, to a request under `/pets`; as the evidence has it. */
function answer(id: string, operation: 'create' | 'get' | 'list', path: string, value: Json) {
  const response = { statusText: '', headers: [], body: writeJson(value), bodySize: 0 };
  const { request } = exchange(id);
  return exchange(id, {
    operation,
    request: { ...request, url: `https://pets.example/v1/pets${path}` },
    response: { ...response, status: operation === 'create' ? 201 : 200 },
  });
}
const pet = (id: number, name: Json, status = 'sold') => ({ id, name, categoryId: 1, status });
const pets = (count: number) => Array.from({ length: count }, (_, at) => pet(at, `Pet ${String(at)}`));

/** A create whose body has an id. */
function withId(id: string, sent: Json, came: Json) {
  const one = answer(id, 'create', '', { ...pet(0, 'Bo'), id: came });
  return { ...one, request: { ...one.request, body: writeJson({ name: 'Bo', id: sent }) } };
}

const stored = [
  answer('c1', 'create', '', pet(7, 12)),
  answer('c2', 'create', '', pet(8, 'Bello')),
  answer('c3', 'create', '', pet(9, 'Rex', 'Available')),
  answer('c4', 'create', '', pet(10, 14)),
  withId('c6', '55', '55'),
  withId('c7', 55, '55'),
  answer('l6', 'list', '', [pet(8, 'Bello'), { ...pet(0, 'Bo'), id: '55' }]),
  answer('c5', 'create', '', pet(11, 15)),
  answer('g1', 'get', '/7', pet(7, 12)),
  answer('g4', 'get', '/10', pet(10, 14)),
  answer('g5', 'get', '/11', pet(11, 15)),
  answer('g2', 'get', '/8', pet(8, 13)),
  answer('g3', 'get', '/9007199254741001', { id: 9007199254741000n }),
  answer('l1', 'list', '', [pet(8, 'Bello'), pet(7, 12)]),
  answer('l2', 'list', '?status=available', [pet(9, 'Rex', 'Available')]),
  answer('l3', 'list', '', [pet(8, 13)]),
  answer('l4', 'list', '', [pet(70, 99)]),
  answer('l5', 'list', '', [pet(70, null)]),
  answer('short', 'list', '?limit=1', pets(20)),
  answer('long', 'list', '?limit=100', pets(20)),
  answer('other', 'list', '?limit=90', pets(19)),
  answer('sold3', 'list', '?limit=3&status=sold', pets(1)),
  answer('sold', 'list', '?status=sold', pets(1)),
  answer('empty', 'list', '?limit=60', []),
  answer('sold2', 'list', '?limit=2&status=sold', []),
  answer('wide', 'get', '/9007199254740992', { id: 9007199254740993n }),
];

it.each([
  ['an animal got as it was stored', 'create.success /name c1', 'get.success /name g1', true],
  ['an animal listed as it was stored', 'create.success /name c1', 'list.success /1/name l1', true],
  ['an animal listed as it was got', 'get.success /name g2', 'list.success /0/name l3', true],
  [
    'a status that had to be refused',
    'create.invalid.status status c3',
    'list.status.filter /0/status l2',
    true,
  ],
  ['an animal that was taken with another status', 'create.success status c1', 'get.success /name g1', false],
  ['another animal than the one stored wrongly', 'create.success /name c1', 'get.success /name g2', false],
  [
    'an animal of an earlier run, as this one stores',
    'create.success /name c1',
    'list.success /0/name l4',
    true,
  ],
  [
    'an animal of an earlier run, in another way',
    'create.success /name c1',
    'list.success /0/name l5',
    false,
  ],
  ['another member', 'create.echo /categoryId c1', 'get.success /name g1', false],
  ['mostly other answers', 'create.success /name c1', 'list.success /1/name l1 l2 l3', false],
  ['a place outside the animals', 'create.success /name c1', 'list.success body l1', false],
  ['a list as long whatever limit', 'list.limit.respected /1 short', 'list.complete body long short', true],
  ['a list of another length', 'list.limit.respected /1 short', 'list.complete body other', false],
  [
    'short lists with a filter alone',
    'list.status.with-limit body sold3',
    'list.complete body sold sold3',
    true,
  ],
  [
    'short lists without one too',
    'list.status.with-limit body sold3',
    'list.complete body other sold3',
    false,
  ],
  ['a list as empty as others', 'list.complete body empty sold2', 'list.status.with-limit body sold2', true],
  ['a text for an id, as it was sent', 'create.id.by-service /id c6', 'create.success /id c6', true],
  ['another id than was sent', 'create.id.by-service /id c2', 'create.success /id c7', false],
  ['a text for an id, listed as it was stored', 'create.success /id c6', 'list.success /1/id l6', true],
  ['an id read as a double, as other ids are', 'get.success /id g3', 'get.int64 /id wide', true],
  [
    'an id read as a double, where others get somebody else',
    'get.success /id g2',
    'get.int64 /id wide',
    false,
  ],
])('%s', (_what, root, miss, follows) => {
  const [cause, other] = [missed(root), missed(miss)];
  for (const rows of [
    [cause, other],
    [other, cause],
  ])
    expect([...blocksOf(rows, stored).follows]).toEqual(
      follows ? [[other.requirement.id, cause.requirement.id]] : [],
    );
});

it('what two failures stored between them follows the one whose animal proves it', () => {
  const rows = ['create.success /name c1', 'create.invalid.name status c4 c5', 'get.success /name g1 g4 g5'];
  const [first, second, miss] = rows.map((words) => missed(words));
  const follows = (...judgements: readonly (Judgement | undefined)[]) =>
    Object.fromEntries(
      blocksOf(
        judgements.flatMap((one) => one ?? []),
        stored,
      ).follows,
    );
  expect(follows(first, second, miss)).toEqual({ 'get.success': 'create.success' });
  expect(follows(first, miss)).toEqual({});
});
