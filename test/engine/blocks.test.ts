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

/** An answer with a body, to a request under `/pets`; as the evidence has it. */
function answer(id: string, operation: 'create' | 'get' | 'list', path: string, value: unknown) {
  const response = { statusText: '', headers: [], body: JSON.stringify(value), bodySize: 0 };
  const { request } = exchange(id);
  return exchange(id, {
    operation,
    request: { ...request, url: `https://pets.example/v1/pets${path}` },
    response: { ...response, status: operation === 'create' ? 201 : 200 },
  });
}
const pet = (id: number, name: unknown, status = 'sold') => ({ id, name, categoryId: 1, status });
const pets = (count: number) => Array.from({ length: count }, (_, at) => pet(at, `Pet ${String(at)}`));

const stored = [
  answer('c1', 'create', '', pet(7, 12)),
  answer('c2', 'create', '', pet(8, 'Bello')),
  answer('c3', 'create', '', pet(9, 'Rex', 'Available')),
  answer('g1', 'get', '/7', pet(7, 12)),
  answer('g2', 'get', '/8', pet(8, 13)),
  answer('g3', 'get', '/9007199254741001', { id: 9007199254740999n.toString() }),
  answer('l1', 'list', '', [pet(8, 'Bello'), pet(7, 12)]),
  answer('l2', 'list', '?status=available', [pet(9, 'Rex', 'Available')]),
  answer('l3', 'list', '', [pet(8, 13)]),
  answer('l4', 'list', '', [pet(70, 99)]),
  answer('l5', 'list', '', [pet(70, null)]),
  answer('short', 'list', '?limit=1', pets(20)),
  answer('long', 'list', '?limit=100', pets(20)),
  answer('other', 'list', '?limit=90', pets(19)),
  answer('sold 3', 'list', '?limit=3&status=sold', pets(1)),
  answer('sold', 'list', '?status=sold', pets(1)),
  answer('empty', 'list', '?limit=60', []),
  answer('sold 2', 'list', '?limit=2&status=sold', []),
  answer('wide', 'get', '/9007199254740992', { id: 9007199254740991 }),
].map((one) =>
  // JSON.stringify has no integers past 2^53.
  ['g3', 'wide'].includes(one.id) && one.response !== null
    ? {
        ...one,
        response: {
          ...one.response,
          body: `{"id":${one.id === 'g3' ? '9007199254741000' : '9007199254740993'}}`,
        },
      }
    : one,
);

/** A failure that shows at a place of answers, the first of them its proof. */
const shown = (id: RequirementId, place: Place, ...answers: readonly string[]) =>
  judged(id, {
    ...violation(id),
    exchanges: answers,
    about: answers,
    proof: answers[0] ?? '',
    places: [place],
    ...(id.startsWith('create.invalid') && { expected: '400 with an Error object' }),
  });

it.each<readonly [string, readonly [Judgement, Judgement], follows: boolean]>([
  [
    'an animal got as it was stored',
    [shown('create.success', body('/name'), 'c1'), shown('get.success', body('/name'), 'g1')],
    true,
  ],
  [
    'an animal listed as it was stored',
    [shown('create.success', body('/name'), 'c1'), shown('list.success', body('/1/name'), 'l1')],
    true,
  ],
  [
    'an animal listed as it was got',
    [shown('get.success', body('/name'), 'g2'), shown('list.success', body('/0/name'), 'l3')],
    true,
  ],
  [
    'an animal with the status that had to be refused',
    [shown('create.invalid.status', STATUS, 'c3'), shown('list.status.filter', body('/0/status'), 'l2')],
    true,
  ],
  [
    'an animal that was taken with another status',
    [shown('create.success', STATUS, 'c1'), shown('get.success', body('/name'), 'g1')],
    false,
  ],
  [
    'another animal than the one that was stored wrongly',
    [shown('create.success', body('/name'), 'c1'), shown('get.success', body('/name'), 'g2')],
    false,
  ],
  [
    'an animal of an earlier run, as those of this one are stored',
    [shown('create.success', body('/name'), 'c1'), shown('list.success', body('/0/name'), 'l4')],
    true,
  ],
  [
    'an animal of an earlier run, in another way',
    [shown('create.success', body('/name'), 'c1'), shown('list.success', body('/0/name'), 'l5')],
    false,
  ],
  [
    'another member',
    [shown('create.echo', body('/categoryId'), 'c1'), shown('get.success', body('/name'), 'g1')],
    false,
  ],
  [
    'mostly other answers',
    [shown('create.success', body('/name'), 'c1'), shown('list.success', body('/1/name'), 'l1', 'l2', 'l3')],
    false,
  ],
  [
    'a place outside the animals',
    [shown('create.success', body('/name'), 'c1'), shown('list.success', body(''), 'l1')],
    false,
  ],
  [
    'a list as long whatever limit is asked for',
    [shown('list.limit.respected', body('/1'), 'short'), shown('list.complete', body(''), 'long', 'short')],
    true,
  ],
  [
    'a list of another length',
    [shown('list.limit.respected', body('/1'), 'short'), shown('list.complete', body(''), 'other')],
    false,
  ],
  [
    'short lists with a filter alone',
    [shown('list.status.with-limit', body(''), 'sold 3'), shown('list.complete', body(''), 'sold', 'sold 3')],
    true,
  ],
  [
    'short lists without a filter too',
    [
      shown('list.status.with-limit', body(''), 'sold 3'),
      shown('list.complete', body(''), 'other', 'sold 3'),
    ],
    false,
  ],
  [
    'a filtered list as empty as others',
    [
      shown('list.complete', body(''), 'empty', 'sold 2'),
      shown('list.status.with-limit', body(''), 'sold 2'),
    ],
    true,
  ],
  [
    'an id read as a double, as other ids are',
    [shown('get.success', body('/id'), 'g3'), shown('get.int64', body('/id'), 'wide')],
    true,
  ],
  [
    'an id read as a double, where others get somebody else',
    [shown('get.success', body('/id'), 'g2'), shown('get.int64', body('/id'), 'wide')],
    false,
  ],
])('%s', (_what, [root, miss], follows) => {
  for (const rows of [
    [root, miss],
    [miss, root],
  ])
    expect([...blocksOf(rows, stored).follows]).toEqual(
      follows ? [[miss.requirement.id, root.requirement.id]] : [],
    );
});
