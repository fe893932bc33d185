import { int64Of, isObject, member, type Value } from '../json.ts';
import { type Animal, type Call, type Draft, Refusal } from '../model.ts';
import { CREATE_REFUSED } from '../define.ts';
import { changed, crash, pets, storedAs } from '../modify.ts';
import { type Members, shorter } from '../values.ts';
import { asIs, familiesOf, type Hits } from './define.ts';

/** Changes the answers to the creates of some names. */
const answered = (own: (animal: Animal) => Members) => (hits: Hits) =>
  pets(['create'], (pet, animal) => (hits.on(animal.name) ? { ...pet, ...own(animal) } : pet));

/** Changes the answers to some creates. */
const withId = (own: (id: bigint) => string | bigint) => (hits: Hits) =>
  pets(['create'], (pet, { id }) => (hits.on(id) ? { ...pet, id: own(id) } : pet));

/** Does something with what is read for some names. */
const drafted = (change: (draft: Draft) => Draft) => (hits: Hits) =>
  changed('readDraft', (draft) => (hits.on(draft.name) ? change(draft) : draft));

/** Keeps other members of the animals of some names. */
const stored = (own: (animal: Animal) => Partial<Animal>) => (hits: Hits) =>
  storedAs((animal) => (hits.on(animal.name) ? { ...animal, ...own(animal) } : animal));

const badName = (): never => {
  throw new Refusal(400, 'refused_name', 'The name cannot be taken.');
};
const badStatus = (): never => {
  throw new Refusal(400, 'invalid_status', 'This status cannot be set.');
};

const submitted = (value: Value, name: string): Value | undefined =>
  isObject(value) ? member(value, name) : undefined;

export const createFamilies = [
  ...familiesOf('share', drafted, {
    'name-refused': ['Refuses one in N names.', 'create.success', badName, CREATE_REFUSED],
    'name-crash': [
      'Fails with 500 for one in N names.',
      'create.success',
      crash,
      [...CREATE_REFUSED, 'robust.no-5xx'],
    ],
  }),
  ...familiesOf('share', asIs, {
    'created-200': [
      'Answers the creates of one in N names with 200.',
      'create.success',
      (hits) => (base) => ({
        async create(call) {
          const reply = await base.create(call);
          const name = submitted(base.parseBody(call), 'name');
          return typeof name === 'string' && hits.on(name) ? { ...reply, status: 200 } : reply;
        },
      }),
      CREATE_REFUSED,
    ],
  }),
  ...familiesOf('share', answered, {
    'answer-without-category': [
      'Leaves the category out of the answers to the creates of one in N names.',
      'create.success',
      () => ({ categoryId: undefined }),
      ['create.echo', 'create.int64'],
    ],
  }),
  ...familiesOf('share', withId, {
    'id-text': [
      'Answers one in N creates with the id as a string.',
      'create.id.assigned',
      String,
      ['create.success'],
    ],
    'id-of-the-last': [
      'Answers one in N creates with the id of the animal before.',
      'create.id.unique',
      (id) => id - 1n,
      ['get.success', 'get.agrees', 'list.agrees', 'list.complete', 'create.echo', 'create.int64'],
    ],
  }),
  ...familiesOf('share', asIs, {
    'id-from-body': [
      'Takes the id of one in N bodies that have one.',
      'create.id.by-service',
      (hits) => (base) => ({
        allocate(call: Call) {
          const id = int64Of(submitted(base.parseBody(call), 'id'));
          return id !== undefined && hits.on(id) ? id : base.allocate(call);
        },
      }),
      ['create.id.unique'],
    ],
    'echo-name': [
      'Keeps and shows one in N names without the last letter.',
      'create.echo',
      (hits) => changed('readName', (name) => (hits.on(name) ? shorter(name) : name)),
      ['list.agrees', 'get.agrees'],
    ],
  }),
  ...familiesOf('share', answered, {
    'echo-category': [
      'Answers the creates of one in N names with a category that is off by one.',
      'create.echo',
      ({ categoryId }) => ({ categoryId: categoryId ^ 1n }),
      ['create.int64'],
    ],
  }),
  ...familiesOf('share', drafted, {
    'status-dropped': [
      'Drops the status of the animals of one in N names.',
      'create.echo',
      (draft) => ({ ...draft, status: undefined }),
      ['list.agrees', 'get.agrees', 'list.complete', 'create.status.values'],
    ],
  }),
  ...familiesOf('share', stored, {
    'stored-name': [
      'Keeps one in N names without the last letter, and answers the create with the whole.',
      'get.agrees',
      ({ name }) => ({ name: shorter(name) }),
      ['list.agrees', 'list.complete'],
    ],
    'stored-status': [
      'Keeps sold for the animals of one in N names that are pending, and answers the create with pending.',
      'get.agrees',
      ({ status }) => ({ status: status === 'pending' ? 'sold' : status }),
      ['list.agrees', 'list.complete', 'list.status.filter'],
    ],
  }),
  ...familiesOf('share', asIs, {
    'category-off': [
      'Keeps and shows one in N categories off by one, those from 1 to 5 apart.',
      'create.int64',
      (hits) => changed('readCategory', (id) => ((id < 1n || id > 5n) && hits.on(id) ? id ^ 1n : id)),
      { start: { anyCategory: true }, mayFall: ['create.echo', 'list.agrees', 'get.agrees'] },
    ],
  }),
  ...familiesOf('share', drafted, {
    // It hangs on the name, so that others without a status are taken.
    'status-needed': [
      'Refuses bodies without a status for one in N names.',
      'create.success',
      (draft) => (draft.status === undefined ? badStatus() : draft),
      CREATE_REFUSED,
    ],
  }),
  ...familiesOf('share', asIs, {
    'status-refused': [
      'Refuses one in N pairs of a name and a status.',
      'create.success',
      (hits) =>
        changed('readDraft', (draft) =>
          draft.status !== undefined && hits.on(draft.name, draft.status) ? badStatus() : draft,
        ),
      CREATE_REFUSED,
    ],
  }),
];
