import { expect, it } from 'vitest';
import type { Place } from '../../reports/model.ts';
import { requirement, requirements, type RequirementId } from '../../requirements/index.ts';
import { canFollow, leavesNothing, mendingOrder } from '../../requirements/mending.ts';
import { blocksOf } from '../../src/engine/blocks.ts';
import type { Finding, Violation } from '../../src/engine/finding.ts';
import type { Judgement } from '../../src/engine/judgement.ts';
import { exchange } from '../reports/fixture.ts';
import { undecided, violation } from './findings.ts';

const STATUS: Place = { part: 'status' };
const body = (pointer: string): Place => ({ part: 'body', pointer });

/** Creations: answered 201 where the number is even, refused with 422 where it is odd, and crashed from 90 on. */
const evidence = Array.from({ length: 99 }, (_, at) =>
  exchange(`x${String(at)}`, {
    operation: 'create',
    response: {
      status: at >= 90 ? 500 : at % 2 === 0 ? 201 : 422,
      statusText: '',
      headers: [],
      body: '',
      bodySize: 0,
    },
  }),
);

/** A failure that these answers show, the first of them its proof. */
function missed(
  id: RequirementId,
  place: Place,
  answers: readonly number[],
  more: Partial<Violation> = {},
): Judgement {
  const ids = answers.map((at) => `x${String(at)}`);
  const { about = [] } = more;
  const found = { ...violation(id), exchanges: ids, proof: ids[0] ?? '', places: [place], ...more };
  return judged(id, { ...found, about: [...ids, ...about] });
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

const refused = (id: RequirementId, at: number) =>
  missed(id, STATUS, [at], { expected: '400 with an Error object' });
const animal = { about: ['animal 7'] };

type Case = readonly [
  what: string,
  rows: readonly Judgement[],
  follows: Partial<Record<RequirementId, string>>,
];

it.each<Case>([
  [
    'the same place of the same answers',
    [missed('error.object', body(''), [2, 4]), missed('media.json', body(''), [2, 4, 6])],
    { 'error.object': 'media.json' },
  ],
  [
    'another place of the same answers',
    [missed('error.object', body('/code'), [2]), missed('error.status', body('/status'), [2])],
    {},
  ],
  [
    'another answer at the same place',
    [missed('error.object', body(''), [2]), missed('media.json', body(''), [4])],
    {},
  ],
  [
    'the same place, but mostly in other answers',
    [missed('error.object', body(''), [2, 8, 10]), missed('media.json', body(''), [2, 4])],
    {},
  ],
  [
    'one wrong status for what has to be refused',
    [refused('create.missing.name', 1), refused('create.invalid.name', 3)],
    { 'create.invalid.name': 'create.missing.name' },
  ],
  [
    'a refusal of what is valid',
    [missed('create.success', STATUS, [1], { expected: '201' }), refused('create.invalid.name', 3)],
    {},
  ],
  [
    'what is taken in different fields',
    [refused('create.missing.name', 2), refused('create.invalid.name', 4)],
    {},
  ],
  ['two crashes', [refused('create.missing.name', 90), refused('create.invalid.name', 91)], {}],
  [
    'three crashes',
    [
      refused('create.missing.name', 90),
      refused('create.invalid.name', 91),
      refused('create.invalid.body', 92),
    ],
    { 'create.invalid.name': 'create.missing.name', 'create.invalid.body': 'create.missing.name' },
  ],
  [
    'a warning that the same answers show',
    [refused('create.missing.name', 90), missed('robust.no-5xx', STATUS, [90, 91, 92])],
    { 'robust.no-5xx': 'create.missing.name' },
  ],
  [
    'a failure that only a warning explains',
    [missed('robust.no-5xx', STATUS, [90]), missed('auth.challenge', STATUS, [90])],
    {},
  ],
  [
    'what can follow, in an answer of the other',
    [missed('get.success', body('/id'), [2, 4]), missed('get.agrees', body('/name'), [4])],
    { 'get.agrees': 'get.success' },
  ],
  [
    'what can follow, in an answer of its own',
    [missed('get.success', body('/id'), [2]), missed('get.agrees', body('/name'), [4])],
    {},
  ],
  [
    'what can not follow, in an answer of the other',
    [missed('create.success', body('/id'), [2]), missed('create.echo', body('/name'), [2])],
    {},
  ],
  [
    'the same animal, shown with the same value',
    [missed('get.agrees', body('/name'), [2], animal), missed('list.agrees', body('/0/name'), [4], animal)],
    { 'list.agrees': 'get.agrees' },
  ],
  [
    'the same animal, shown with different values',
    [
      missed('get.agrees', body('/name'), [2], animal),
      missed('list.agrees', body('/0/name'), [4], { ...animal, actual: 'else' }),
    ],
    {},
  ],
  [
    'a chain, which ends at its root',
    [
      missed('get.success', body('/id'), [2]),
      missed('get.agrees', body('/name'), [2], animal),
      missed('list.agrees', body('/0/name'), [4], animal),
    ],
    { 'get.agrees': 'get.success', 'list.agrees': 'get.success' },
  ],
  [
    'a part of a failure that nothing explains',
    [
      missed('get.success', body('/id'), [2]),
      judged(
        'get.agrees',
        { ...violation('get.agrees'), exchanges: ['x2'] },
        { ...violation('get.agrees'), exchanges: ['x4'] },
      ),
    ],
    {},
  ],
])('%s', (_what, rows, follows) => {
  for (const order of [rows, rows.toReversed()])
    expect(Object.fromEntries(blocksOf(order, evidence).follows)).toEqual(follows);
});

const broken = missed('create.success', STATUS, [1]);
const open = (id: RequirementId, more: Partial<ReturnType<typeof undecided>> = {}) =>
  judged(id, { ...undecided(id), ...more });

it.each<readonly [string, readonly Judgement[], string | undefined]>([
  [
    'the failure that it names',
    [broken, missed('get.success', STATUS, [4]), open('get.agrees', { because: 'get.success' })],
    'get.success',
  ],
  [
    'the cause of that failure',
    [
      missed('media.json', body(''), [2]),
      missed('create.success', body(''), [2]),
      open('get.agrees', { because: 'create.success' }),
    ],
    'media.json',
  ],
  [
    'the failure behind one that it names, and that did not fail',
    [broken, open('get.agrees', { cause: 'server', because: 'create.id.assigned' })],
    'create.success',
  ],
  ['the failure that took its animals away', [broken, open('get.agrees')], 'create.success'],
  [
    'the failure that its own answer shows',
    [missed('media.json', body(''), [6]), open('get.agrees', { cause: 'network', exchanges: ['x6'] })],
    'media.json',
  ],
  ["nothing: the network is nobody's failure", [broken, open('get.agrees', { cause: 'network' })], undefined],
  [
    'nothing: a failure that takes nothing away',
    [missed('error.status', body('/status'), [1]), open('get.agrees')],
    undefined,
  ],
  ['nothing: no failure at all', [open('get.agrees')], undefined],
])('an open row waits for %s', (_what, rows, because) => {
  expect(blocksOf(rows, evidence).because.get('get.agrees')).toBe(because);
});

it('what a run that was cut off did not come to waits for no failure', () => {
  const row = { ...open('get.agrees', { because: 'create.success' }), reason: 'the run was cut off' };
  expect(blocksOf([broken, row], evidence).because.size).toBe(0);
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
