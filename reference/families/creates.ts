import { LosslessNumber } from 'lossless-json';
import type { RequirementId } from '../../requirements/index.ts';
import { CREATE_REFUSED } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { isObject, member } from '../json.ts';
import type { Reason, Refusal } from '../model.ts';
import { changed, crash, isOn, pets, refuser, rescued, storedAs } from '../modify.ts';
import { textOf } from '../values.ts';
import { familiesOf, sharesOf } from './define.ts';
import { bodies, categories, drafts, names, requests } from './which.ts';

const badName = refuser(400, 'refused_name', 'The name cannot be taken.');
const badStatus = refuser(400, 'invalid_status', 'This status cannot be set.');

/** Takes bodies that are refused for a reason. */
const taken = (reason: Reason): Patch => {
  const unless = <T>(refusal: Refusal, isCreate: boolean, otherwise: T): T => {
    if (refusal.reason !== reason || !isCreate) throw refusal;
    return otherwise;
  };
  const body = { name: 'Accepted', categoryId: new LosslessNumber('1') };
  const parse = rescued('parseBody', (refusal, call) => unless(refusal, isOn('create')(call), body));
  const read = rescued('readDraft', (refusal, value, call) => {
    const name = textOf((isObject(value) ? member(value, 'name') : undefined) ?? null) || body.name;
    return unless(refusal, isOn('create')(call), { name, categoryId: 1n, status: undefined });
  });
  return (base, world) => ({ ...parse(base, world), ...read(base, world) });
};

/** Bodies that are refused. */
const CASES = {
  'no-name': ['without a name', 'create.missing.name', 'missing_name'],
  'no-category': ['without a category', 'create.missing.category', 'missing_category'],
  'bad-name': ['whose name is not a string', 'create.invalid.name', 'invalid_name'],
  'bad-category': ['whose category is not an int64', 'create.invalid.category', 'invalid_category'],
  'bad-status': ['whose status is none of the three', 'create.invalid.status', 'invalid_status'],
  'no-object': ['that are not objects', 'create.invalid.body', 'invalid_body'],
  'no-json': ['that are not JSON', 'create.malformed-json', 'malformed_json'],
} as const satisfies Record<string, readonly [string, RequirementId, Reason]>;

const refused = Object.entries(CASES).flatMap(([id, [words, breaks, reason]]) => [
  ...familiesOf('share', bodies, {
    [`${id}-taken`]: [
      `Takes one in N bodies ${words}.`,
      breaks,
      taken(reason),
      // A body without name and category is refused for its name.
      reason === 'missing_name' ? ['create.missing.category'] : [],
    ],
  }),
  ...sharesOf('share', bodies, 'bodies', {
    [`${id}-422`]: [`status/create-${reason.replaceAll('_', '-')}-422`],
  }),
]);

export const createFamilies = [
  ...familiesOf('share', names, {
    'name-refused': [
      'Refuses one in N names.',
      'create.success',
      changed('readDraft', badName),
      CREATE_REFUSED,
    ],
    'name-crash': [
      'Fails with 500 for one in N names.',
      'create.success',
      changed('readDraft', crash),
      [...CREATE_REFUSED, 'robust.no-5xx'],
    ],
    'id-of-the-last': [
      'Answers the creates of one in N names with the id of the animal before.',
      'create.id.unique',
      pets(['create'], (pet, { id }) => ({ ...pet, id: id - 1n })),
      ['get.success', 'get.agrees', 'list.agrees', 'list.complete', 'create.echo', 'create.int64'],
    ],
    'stored-status': [
      'Keeps sold for the animals of one in N names that are available, and answers the create with available.',
      'get.agrees',
      storedAs((animal) => (animal.status === 'available' ? { ...animal, status: 'sold' } : animal)),
      ['list.agrees', 'list.complete', 'list.status.filter'],
    ],
    // It depends on the name, so that others without a status are taken.
    'status-needed': [
      'Refuses bodies without a status for one in N names.',
      'create.success',
      changed('readStatus', (status) => status ?? badStatus()),
      CREATE_REFUSED,
    ],
  }),
  ...sharesOf('share', names, 'names', {
    'created-200': ['status/create-200', ...CREATE_REFUSED],
    'answer-without-category': ['member/create-categoryid-dropped', 'create.echo', 'create.int64'],
    'id-fraction': ['create/id-fraction'],
    'echo-name': ['create/name-cut'],
    'echo-category': ['create/category-lost'],
    'status-forced': ['create/status-forced'],
    'stored-name': ['create/stored-name-cut', 'list.complete'],
  }),
  ...familiesOf('share', drafts, {
    'status-refused': [
      'Refuses one in N pairs of a name and a status.',
      'create.success',
      changed('readStatus', (status) => status && badStatus()),
      CREATE_REFUSED,
    ],
  }),
  ...familiesOf('share', categories, {
    'category-off': [
      'Keeps and shows one in N categories off by one, those from 1 to 5 apart.',
      'create.int64',
      changed('readCategory', (id) => (id < 1n || id > 5n ? id ^ 1n : id)),
      { start: { anyCategory: true }, mayFall: ['create.echo', 'list.agrees', 'get.agrees'] },
    ],
  }),
  ...refused,
  ...sharesOf('share', bodies, 'bodies', {
    'id-from-body': ['create/id-taken-from-body'],
    'refused-but-stored': ['create/refused-but-stored'],
    'more-members-crash': ['create/unknown-member-crash'],
  }),
  ...sharesOf('share', requests, 'requests', { 'any-media-type': ['json/any-media-type-taken'] }),
];
