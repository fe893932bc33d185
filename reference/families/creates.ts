import { int64Of, isObject, member } from '../json.ts';
import { type Animal, type Call, Refusal } from '../model.ts';
import { CREATE_REFUSED, crash, type Members, pets, storedAs } from '../modify.ts';
import { families, type Row } from './define.ts';

const shorter = (name: string): string => (name.length > 1 ? name.slice(0, -1) : `${name}x`);

/** Changes the answers to the creates of some names. */
const answered =
  (change: (pet: Members, animal: Animal) => Members): Row[3] =>
  (hits) =>
    pets(['create'], (pet, animal) => (hits.on(animal.name) ? change(pet, animal) : pet));

/** Refuses the creates of some names. */
const refused =
  (how: () => never): Row[3] =>
  (hits) =>
  (base) => ({
    readDraft(value, call) {
      const draft = base.readDraft(value, call);
      return hits.on(draft.name) ? how() : draft;
    },
  });

const badName = (): never => {
  throw new Refusal(400, 'refused_name', 'The name cannot be taken.');
};
const badStatus = (): never => {
  throw new Refusal(400, 'invalid_status', 'This status cannot be set.');
};

const agree = { mayFall: ['list.agrees', 'get.agrees'] } as const;

export const createFamilies = families('share', [
  [
    'name-refused',
    'Refuses one in N names.',
    'create.success',
    refused(badName),
    { mayFall: CREATE_REFUSED },
  ],
  [
    'name-crash',
    'Fails with 500 for one in N names.',
    'create.success',
    refused(crash),
    { mayFall: [...CREATE_REFUSED, 'robust.no-5xx'] },
  ],
  [
    'created-200',
    'Answers the creates of one in N names with 200.',
    'create.success',
    (hits) => (base) => ({
      async create(call) {
        const reply = await base.create(call);
        const value = base.parseBody(call);
        const name = isObject(value) ? member(value, 'name') : undefined;
        return typeof name === 'string' && hits.on(name) ? { ...reply, status: 200 } : reply;
      },
    }),
    { mayFall: CREATE_REFUSED },
  ],
  [
    'answer-without-category',
    'Leaves the category out of the answers to the creates of one in N names.',
    'create.success',
    answered((pet) => ({ ...pet, categoryId: undefined })),
    { mayFall: ['create.echo', 'create.int64'] },
  ],
  [
    'id-text',
    'Answers one in N creates with the id as a string.',
    'create.id.assigned',
    (hits) => pets(['create'], (pet, { id }) => (hits.on(id) ? { ...pet, id: String(id) } : pet)),
    { mayFall: ['create.success'] },
  ],
  [
    'id-of-the-last',
    'Answers one in N creates with the id of the animal before.',
    'create.id.unique',
    (hits) => pets(['create'], (pet, { id }) => (hits.on(id) ? { ...pet, id: id - 1n } : pet)),
    { mayFall: ['get.success', 'get.agrees', 'list.agrees', 'list.complete', 'create.echo', 'create.int64'] },
  ],
  [
    'id-from-body',
    'Takes the id of one in N bodies that have one.',
    'create.id.by-service',
    (hits) => (base) => ({
      allocate(call: Call) {
        const value = base.parseBody(call);
        const id = isObject(value) ? int64Of(member(value, 'id')) : undefined;
        return id !== undefined && hits.on(id) ? id : base.allocate(call);
      },
    }),
    { mayFall: ['create.id.unique'] },
  ],
  [
    'echo-name',
    'Keeps and shows one in N names without the last letter.',
    'create.echo',
    (hits) => (base) => ({
      readName(value, call) {
        const name = base.readName(value, call);
        return hits.on(name) ? shorter(name) : name;
      },
    }),
    agree,
  ],
  [
    'echo-category',
    'Answers the creates of one in N names with a category that is off by one.',
    'create.echo',
    answered((pet, { categoryId }) => ({ ...pet, categoryId: categoryId ^ 1n })),
    { mayFall: ['create.int64'] },
  ],
  [
    'status-dropped',
    'Drops the status of the animals of one in N names.',
    'create.echo',
    (hits) => (base) => ({
      readDraft(value, call) {
        const draft = base.readDraft(value, call);
        return hits.on(draft.name) ? { ...draft, status: undefined } : draft;
      },
    }),
    { mayFall: ['list.agrees', 'get.agrees', 'list.complete', 'create.status.values'] },
  ],
  [
    'stored-name',
    'Keeps one in N names without the last letter, and answers the create with the whole.',
    'get.agrees',
    (hits) =>
      storedAs((animal) => (hits.on(animal.name) ? { ...animal, name: shorter(animal.name) } : animal)),
    { mayFall: ['list.agrees', 'list.complete'] },
  ],
  [
    'stored-status',
    'Keeps sold for the animals of one in N names that are pending, and answers the create with pending.',
    'get.agrees',
    (hits) =>
      storedAs((animal) =>
        animal.status === 'pending' && hits.on(animal.name) ? { ...animal, status: 'sold' } : animal,
      ),
    { mayFall: ['list.agrees', 'list.complete', 'list.status.filter'] },
  ],
  [
    'category-off',
    'Keeps and shows one in N categories off by one, those from 1 to 5 apart.',
    'create.int64',
    (hits) => (base) => ({
      readCategory(value, call) {
        const id = base.readCategory(value, call);
        return (id < 1n || id > 5n) && hits.on(id) ? id ^ 1n : id;
      },
    }),
    { start: { anyCategory: true }, mayFall: ['create.echo', 'list.agrees', 'get.agrees'] },
  ],
  [
    'status-needed',
    'Refuses bodies without a status for one in N names.',
    // It hangs on the name, so that others without a status are taken.
    'create.success',
    (hits) => (base) => ({
      readDraft(value, call) {
        const draft = base.readDraft(value, call);
        return draft.status === undefined && hits.on(draft.name) ? badStatus() : draft;
      },
    }),
    { mayFall: CREATE_REFUSED },
  ],
  [
    'status-refused',
    'Refuses one in N pairs of a name and a status.',
    'create.success',
    (hits) => (base) => ({
      readDraft(value, call) {
        const draft = base.readDraft(value, call);
        return draft.status !== undefined && hits.on(draft.name, draft.status) ? badStatus() : draft;
      },
    }),
    { mayFall: CREATE_REFUSED },
  ],
]);
