import { expect, it } from 'vitest';
import type { ExchangePart } from '../../reports/model.ts';
import { requirement, requirements, type RequirementId } from '../../requirements/index.ts';
import { mayBeCausedBy, prerequisites, fixOrder } from '../../requirements/fix-order.ts';
import { failuresToFixFirst } from '../../src/engine/judge/cause-graph.ts';
import type { Finding, Violation } from '../../src/engine/plan/finding.ts';
import type { Judgement } from '../../src/engine/judge/judgement.ts';
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
  const place: ExchangePart = at === 'status' ? { part: at } : pointer(at === 'body' ? '' : at);
  const [proof = ''] = exchanges;
  const refusal = /^create\.(?:invalid|missing)/u.test(id) && {
    expected: '400 with an Error object',
    requiredStatus: 400,
  };
  const subjects = [...exchanges, ...(more.subjects ?? [])];
  return judged(id, {
    ...violation(id),
    ...refusal,
    exchanges,
    proof,
    places: [place],
    ...more,
    subjects: subjects,
  });
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
    limitsVerdict: false,
  };
}

const rowsOf = (rows: readonly (string | Judgement)[]) =>
  rows.map((row) => (typeof row === 'string' ? missed(row) : row));

const pointer = (at: string): ExchangePart => ({ part: 'body', pointer: at });
const animal = { subjects: ['animal 7'] };
const got = missed('get.agrees /name x2', animal);
const listed = missed('list.agrees /0/name x4', animal);
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
      [
        missed('create.success status x1', { expected: '201', requiredStatus: 201 }),
        'create.invalid.name status x3',
      ],
      {},
    ],
    'what is taken in different fields': [
      ['create.missing.name status x2', 'create.invalid.name status x4'],
      {},
    ],
    'one wrong refusal by both interfaces': [
      ['auth.malformed status list1', 'messages.auth.malformed status message1'].map((words) =>
        missed(words, { expected: '401 with an Error object', requiredStatus: 401, actual: '403' }),
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
    'the same member, stored and shown': [
      ['create.echo /name x2', 'list.success /0/name x4'],
      { 'list.success': 'create.echo' },
    ],
    'a member of an Error, and of an animal': [
      ['error.object /status x1', 'list.status.filter /0/status x4'],
      {},
    ],
    'another member': [['create.echo /name x2', 'list.success /0/status x4'], {}],
    'an id, which is of one animal': [['get.success /id x2', 'list.success /0/id x4'], {}],
    'more than a member': [
      ['create.echo /name x2', missed('list.success body x4', { places: [pointer('/0/name'), pointer('')] })],
      {},
    ],
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
    expect(Object.fromEntries(failuresToFixFirst(order, [...evidence, ...twins]))).toEqual(follows);
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
  expect(failuresToFixFirst(rowsOf(rows), evidence).get('get.agrees')).toBe(because);
});

it('the order of fixing has every requirement once, and what it rests on first', () => {
  expect(fixOrder.toSorted()).toEqual(requirements.map(({ id }) => id).toSorted());
  const at = (id: RequirementId) => fixOrder.indexOf(id);
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
  expect(prerequisites.map(at)).toHaveLength(new Set(prerequisites).size);
  for (const [id, causes] of Object.entries(mayBeCausedBy)) expect(causes).not.toContain(id);
});
