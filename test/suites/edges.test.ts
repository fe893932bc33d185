import { describe, expect, it } from 'vitest';
import type { Patch } from '../../reference/steps.ts';
import { type Animal, RefusedRequest, type Call, type Reply } from '../../reference/model.ts';
import { changeResult, keepNewestAnimals } from '../../reference/modify.ts';
import { seenBy, type Edge } from './on-edge.ts';

// A check is sharp where a server that is one step off is found, and one that is just right is not. A bound, a comparison
// or a constant of a check that moves by one fails here, under the id of the check.

/** Gives this many animals for a limit, or none, that fits. */
const lengthFor =
  (fits: (text: string | undefined, call: Call) => boolean, length: number): Patch =>
  (base) => ({
    readLimit: (texts, call) => (fits(texts[0], call) ? length : base.readLimit(texts, call)),
  });

const long = (limit: string, length: number) => lengthFor((text) => text === limit, length);
/** Where the limit is not an integer. */
const forWords = (length: number) => lengthFor((text) => text !== undefined && !/^-?\d+$/.test(text), length);

const refused =
  (...limits: readonly number[]): Patch =>
  (base) => ({
    readLimit(texts, call) {
      if (limits.includes(Number(texts[0]))) throw new RefusedRequest(400, 'invalid_limit', 'No.');
      return base.readLimit(texts, call);
    },
  });

const onGets =
  (header: string, value: string): Patch =>
  () => ({ deprecation: () => [[header, value]] });

const sunset = (moment: string) => onGets('Sunset', `${moment} GMT`);

const kept: Patch = () => ({ isRemoved: () => false });

const errorOf = (status: number) => ({ status, value: { code: 'x', message: 'x', status } });
const onGet = (change: (reply: Reply) => Reply) =>
  changeResult('finish', (reply, _, { operation }) => (operation === 'get' ? change(reply) : reply));

/** What getting an animal is answered with, whatever is asked for: one status after the other, again and again. */
const gone = (...statuses: readonly number[]): Patch => {
  let turn = 0;
  return onGet((reply) => ({ ...reply, ...errorOf(statuses[turn++ % statuses.length] ?? 500) }));
};

/** Gets bring no Pet. */
const hollow = onGet((reply) => ({ ...reply, value: [] }));

/** Gets are cut in their middle. */
const cut: Patch = (base) => ({
  send(wire, response, call) {
    if (call.operation !== 'get') return base.send(wire, response, call);
    response.writeHead(wire.status, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{', () => response.destroy());
    return undefined;
  },
});

/** An animal goes between the list that shows it and the get. */
const takenAway: Patch = (base, { animals }) => ({
  get(call) {
    animals.clear();
    return base.get(call);
  },
});

const AFTER = { asOf: '2030-12-07' };
const ON_THE_DAY = { asOf: '2030-12-05' };
const BEFORE = { asOf: '2030-12-03' };
const READ_ONLY = { readOnly: true };

/** Accepts this many animals of a kind, and answers all others of that kind with this status. */
const quota =
  (status: number, most = 30, isOfKind: (animal: Partial<Animal>) => boolean = () => true): Patch =>
  (base, { animals }) => ({
    readDraft(value, call) {
      const draft = base.readDraft(value, call);
      if (isOfKind(draft) && [...animals.values()].filter(isOfKind).length >= most)
        throw new RefusedRequest(status, 'invalid_body', 'No more of them.');
      return draft;
    },
  });

/** Answers every fifth create with 403. @param isFreed true if the oldest animal then makes room */
const everyFifth403 =
  (isFreed: boolean): Patch =>
  (base, { animals }) => {
    let count = 0;
    return {
      readDraft(value, call) {
        const draft = base.readDraft(value, call);
        count += 1;
        if (count % 5 !== 0) return draft;
        const [oldest] = animals.keys();
        if (isFreed && oldest !== undefined) animals.delete(oldest);
        throw new RefusedRequest(403, 'invalid_body', 'No more of them.');
      },
    };
  };

/** Takes one animal, and answers all others with this status, whatever they are. */
const usedUp =
  (status: number): Patch =>
  (base, { animals }) => ({
    answer: (call) =>
      call.operation === 'create' && animals.size > 0
        ? Promise.resolve({ headers: [], ...errorOf(status) })
        : base.answer(call),
  });

/** Refuses with this status what it would refuse with 400. */
const refusedWith = (status: number) =>
  changeResult('finish', (reply, _, { operation }) =>
    operation === 'create' && reply.status === 400 ? { ...reply, ...errorOf(status) } : reply,
  );

/** Answers every list that a limit is given for with this status, and no Error object. */
const without = (status: number): Patch =>
  changeResult('finish', (reply, _, { operation, params }) =>
    operation === 'list' && params.has('limit') ? { ...reply, status, value: {} } : reply,
  );

type Row = readonly [check: string, what: string, edge: Edge];

/** Unknown ids that are answered with another status than 404. */
const not404 = (status: number) =>
  onGet((reply) => ({ ...reply, status: reply.status === 404 ? status : reply.status }));

const NOT_OURS = [402, 403, 409, 410, 423, 451].map((status): Row => {
  return ['get/any-id', `ids answered with ${String(status)}`, { patch: not404(status) }];
});

/** Animals refused from the thirtieth on. */
const full = (...statuses: readonly number[]) =>
  statuses.map((status): Row => [
    'create/plain',
    `no thirtieth: ${String(status)}`,
    { patch: quota(status) },
  ]);

/** Lists refused without an Error object. */
const bare = (...statuses: readonly number[]) =>
  statuses.map((status): Row => {
    const edge = { patch: without(status), config: READ_ONLY };
    return ['interface/error-object', `${String(status)} without an Error object`, edge];
  });

/** Checks of bodies that must be refused with 400. */
const FAULTY = ['create/without-name', 'create/malformed-json'];

const found: readonly Row[] = [
  ...[403, 409].flatMap((status) =>
    FAULTY.map((check): Row => [
      check,
      `refused with ${String(status)}, while there is room`,
      { patch: refusedWith(status) },
    ]),
  ),
  ['create/plain', 'every fifth refused with 403', { patch: everyFifth403(false) }],
  ...[1, 2, 19, 20, 21, 99, 100].flatMap((limit): readonly Row[] =>
    [1, 2].map((seed) => [
      'list/limit-in-range',
      `limit=${String(limit)} refused, with seed ${String(seed)}`,
      { patch: refused(limit), config: { seed } },
    ]),
  ),
  ['list/limit-respected', 'one animal too many at limit=1', { patch: long('1', 2) }],
  ['list/limit-respected', 'one animal too many at limit=100', { patch: long('100', 101) }],
  ['list/limit-default', 'a default of 19', { fault: 'list/default-19' }],
  ['list/limit-default', 'a default of 21', { fault: 'list/default-21' }],
  [
    'list/limit-default',
    'a default of 21 with a filter alone',
    { patch: lengthFor((text, { params }) => text === undefined && params.has('status'), 21) },
  ],
  ['list/limit-absent', 'a default of 21', { fault: 'list/default-21' }],
  ['list/limit-maximum', 'a maximum of 101', { fault: 'list/maximum-101' }],
  ['list/limit-maximum', '101 animals at limit=0', { patch: long('0', 101) }],
  ['list/limit-out-of-range', 'a maximum of 101', { fault: 'list/maximum-101' }],
  ['list/limit-out-of-range', '101 animals at limit=0', { patch: long('0', 101) }],
  ['list/limit-out-of-range', 'none at limit=0', { patch: long('0', 0) }],
  ['list/limit-no-integer', '19 animals where no integer is given', { patch: forWords(19), animals: 25 }],
  ['list/limit-no-integer', '101 animals where no integer is given', { patch: forWords(101), animals: 101 }],
  ['list/status-with-limit', 'one less with a filter', { fault: 'list/limit-one-less-with-filter' }],
  ['list/status-with-limit', 'one more with a filter', { fault: 'list/limit-one-more-with-filter' }],
  ['list/status-filter', 'the wrong status in the first place', { fault: 'list/filter-first-item-free' }],
  ['list/distinct-ids', 'one twice', { fault: 'list/last-twice' }],
  ['list/completeness', 'the newest missing', { fault: 'list/newest-missing' }],
  ['list/completeness', 'the oldest missing', { fault: 'list/oldest-missing' }],
  ['get/lookalike-ids', 'wrapping at 31 bits', { fault: 'get/wraps-at-2-31' }],
  ['get/lookalike-ids', 'wrapping at 53 bits', { fault: 'get/wraps-at-2-53' }],
  ['get/any-id', 'ids answered with 400', { fault: 'get/unknown-400' }],
  ['get/removal', 'still there on the day after', { patch: kept, config: AFTER }],
  ...[404, 405, 410].map((status): Row => [
    'get/removal',
    `answered with ${String(status)} on the day before`,
    { patch: gone(status), config: BEFORE },
  ]),
  ...[404, 410].map((status): Row => [
    'get/removal',
    `${String(status)} for animals that lists go on to show`,
    { patch: gone(status), animals: 2, config: READ_ONLY },
  ]),
  ['get/shape', 'a body that is not a Pet on the day', { patch: hollow, config: ON_THE_DAY }],
  ['interface/whole-answers', 'gets that are cut', { patch: cut, config: BEFORE }],
  ['get/deprecation', 'neither header', { patch: () => ({ deprecation: () => [] }) }],
  ['get/deprecation', 'a day too early', { patch: sunset('Tue, 03 Dec 2030 23:59:59') }],
  ['get/deprecation', 'a day too late', { patch: sunset('Sat, 07 Dec 2030 00:00:01') }],
  ['auth/challenge', 'no challenge', { fault: 'auth/no-challenge' }],
  ...full(400),
  ...bare(400, 409),
  ['interface/error-status', 'a status of 0', { fault: 'error/status-zero', config: READ_ONLY }],
];

const spared: readonly Row[] = [
  ...full(402, 403, 409, 422, 423, 507),
  [
    'create/plain',
    'no fifth pending one: 403',
    { patch: quota(403, 4, ({ status }) => status === 'pending') },
  ],
  [
    'create/plain',
    'no fifth of a category: 409',
    { patch: quota(409, 4, ({ categoryId }) => categoryId === 1n) },
  ],
  ['create/plain', 'every fifth refused with 403, when an animal goes', { patch: everyFifth403(true) }],
  ['create/categories', 'every other category refused with 403', { patch: refusedWith(403) }],
  // What a gateway says, not the service.
  ...bare(413, 414, 431),
  ['list/limit-in-range', 'every limit', {}],
  ['list/limit-respected', 'as many as asked for', {}],
  ['list/limit-default', 'a default of 20', {}],
  ['list/limit-absent', 'a default of 20', {}],
  ['list/limit-maximum', '100 animals at limit=101', { patch: long('101', 100) }],
  ['list/limit-maximum', 'limit=101 refused', { patch: refused(101) }],
  ['list/limit-out-of-range', '100 animals at limit=0', { patch: long('0', 100) }],
  ['list/limit-out-of-range', 'one animal at limit=0', { patch: long('0', 1) }],
  ['list/limit-no-integer', '20 animals where no integer is given', { patch: forWords(20), animals: 25 }],
  ['list/limit-no-integer', '100 animals where no integer is given', { patch: forWords(100), animals: 101 }],
  ['list/status-with-limit', 'as many as asked for', {}],
  ['list/completeness', 'full pages that cannot hold all', { animals: 130 }],
  ['get/removal', 'still there on the day before', { config: BEFORE }],
  ...['2030-12-04', '2030-12-05', '2030-12-06'].flatMap((asOf): readonly Row[] => [
    ['get/removal', `still there on ${asOf}`, { patch: kept, config: { asOf } }],
    ['get/removal', `not implemented on ${asOf}`, { patch: gone(501), config: { asOf } }],
  ]),
  ['interface/no-5xx', 'what is removed is not implemented', { patch: gone(501), config: AFTER }],
  ['get/removal', 'gone on the day', { patch: gone(410), config: ON_THE_DAY }],
  ['get/removal', 'moved for good on the day after', { patch: gone(300), config: AFTER }],
  ['get/deprecation', 'its first moment, in the east', { patch: sunset('Wed, 04 Dec 2030 00:00:00') }],
  ['get/deprecation', 'its last moment, in the west', { patch: sunset('Sat, 07 Dec 2030 00:00:00') }],
  ['get/deprecation', 'a Deprecation header alone', { patch: onGets('Deprecation', '@1922659200') }],
];

/** Who cannot show the opposite is no witness: nothing is claimed, and nothing is broken. */
const unclaimed: readonly Row[] = [
  ['list/limit-respected', 'one animal, and no limit below that', { animals: 1, config: READ_ONLY }],
  ['list/limit-absent', '20 animals, no more than the default', { animals: 20, config: READ_ONLY }],
  ['list/limit-default', '20 animals, no more than the default', { animals: 20, config: READ_ONLY }],
  ['list/limit-maximum', '100 animals, and no more', { animals: 100, config: READ_ONLY }],
  ['list/limit-maximum', 'the newest 60 animals, and no more', { patch: keepNewestAnimals(60) }],
  ['list/distinct-ids', 'a list of one', { animals: 1, config: READ_ONLY }],
  ['get/removal', 'an animal that its owner takes away', { patch: takenAway, animals: 1, config: READ_ONLY }],
  ['interface/whole-answers', 'gets that are cut on the day', { patch: cut, config: ON_THE_DAY }],
  ['get/shape', 'every get refused on the day', { patch: gone(500), config: ON_THE_DAY }],
  ['get/removal', 'gone on the day before, and 500 by turns', { patch: gone(410, 500), config: BEFORE }],
  ...[402, 403, 409].flatMap((status): readonly Row[] =>
    [...FAULTY, 'create/categories', 'create/other-media-type', 'create/unknown-members'].map((check) => [
      check,
      `whatever is added refused with ${String(status)}`,
      { patch: usedUp(status) },
    ]),
  ),
  ...NOT_OURS,
];

describe.concurrent('a server that is one step off is found', () => {
  it.each(found)('%s: %s', async (check, _, edge) => {
    expect((await seenBy(check, edge)).broken, check).not.toEqual([]);
  });
});

describe.concurrent('a server that is just right is not', () => {
  it.each(spared)('%s: %s', async (check, _, edge) => {
    expect(await seenBy(check, edge), check).toMatchObject({ broken: [], held: true });
  });
});

describe.concurrent('of a server that shows too little nothing is claimed', () => {
  it.each(unclaimed)('%s: %s', async (check, _, edge) => {
    expect(await seenBy(check, edge), check).toMatchObject({ broken: [], held: false });
  });
});
