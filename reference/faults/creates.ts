import type { RequirementId } from '../../requirements/index.ts';
import { type Fault, type FaultRow, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import type { Out } from '../json.ts';
import { type Animal, type Call, Refusal } from '../model.ts';
import { CREATE_REFUSED, crash, type Members, pets, storedAs } from '../modify.ts';

/** Changes the answer to a create. */
const answered = (change: (pet: Members, animal: Animal, call: Call) => Out): Patch =>
  pets(['create'], (pet, animal, _, call) => change(pet, animal, call));

/** Changes what is made of the submitted name, answered and stored alike. */
const named = (change: (name: string) => string): Patch => {
  return (base) => ({ readName: (value, call) => change(base.readName(value, call)) });
};

/** Does something with the status that was read: undefined where none was submitted. */
const stated = (change: (status: string | undefined) => string | undefined): Patch => {
  return (base) => ({ readStatus: (value, call) => change(base.readStatus(value, call)) });
};

const refused = (status: number): never => {
  throw new Refusal(status, 'invalid_status', 'This status cannot be set.');
};

/** Only where no status was submitted, which shows in the answer's own status being absent. */
const unset = (value: Out): Patch =>
  answered((pet, animal) => (animal.status === undefined ? { ...pet, status: value } : pet));

const success = 'create.success';
const echo = 'create.echo';
const optional = 'create.status.optional';
const agree: readonly RequirementId[] = ['list.agrees', 'get.agrees'];
const echoed: readonly RequirementId[] = [echo, ...agree];

const rows: readonly FaultRow[] = [
  [
    'answer-wrapped',
    'Wraps the animal that was added in an object.',
    [success],
    answered((pet) => ({ pet })),
    ['create.id.assigned'],
  ],
  [
    'name-of-digits-as-number',
    'Answers a create with a number where the name has nothing but digits.',
    [success],
    answered((pet, animal) => (/^\d+$/u.test(animal.name) ? { ...pet, name: Number(animal.name) } : pet)),
  ],
  [
    'answer-in-array',
    'Answers a create with an array of one animal.',
    [success],
    answered((pet) => [pet]),
    ['create.id.assigned'],
  ],
  [
    'answer-id-only',
    'Answers a create with the id alone.',
    [success],
    answered((_, animal) => ({ id: animal.id })),
  ],
  [
    'answer-without-name',
    'Leaves the name out of the answer to a create that has a status.',
    [success],
    answered((pet, animal) => (animal.status === undefined ? pet : { ...pet, name: undefined })),
  ],
  [
    'answer-category-object',
    'Answers a create with the category as an object.',
    [success],
    answered((pet, animal) => ({ ...pet, categoryId: { id: animal.categoryId } })),
  ],
  [
    'tenth-refused',
    'Refuses every tenth create with 409.',
    [success],
    (base) => {
      let count = 0;
      return {
        allocate(call) {
          count += 1;
          if (count % 10 === 0) throw new Refusal(409, 'internal', 'Try again.');
          return base.allocate(call);
        },
      };
    },
    [...CREATE_REFUSED, 'create.unknown-members', 'create.id.by-service'],
  ],

  [
    'name-as-replacement',
    'Puts a name into its place by String.replace, which reads $& in it as a pattern.',
    [echo],
    named((name) => '{name}'.replace('{name}', name)),
    echoed,
  ],
  ['name-lost', 'Names every animal Unnamed.', [echo], named(() => 'Unnamed'), echoed],
  ['name-cut', 'Cuts names down to three characters.', [echo], named((name) => name.slice(0, 3)), echoed],
  [
    'name-upper-case',
    'Turns names into upper case, and those in upper case into lower case.',
    [echo],
    named((name) => (name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase())),
    echoed,
  ],
  [
    'name-trimmed',
    'Cuts spaces off both ends of a name.',
    [echo],
    named((name) => name.trim() || name),
    echoed,
  ],
  [
    'name-ascii',
    'Turns every character of a name outside ASCII into a question mark.',
    [echo],
    named((name) => name.replace(/[^\0-\x7f]/gu, '?')),
    echoed,
  ],
  [
    'name-answer-upper-case',
    'Answers a create with the name in upper case and stores it as it was sent.',
    [echo],
    answered((pet, animal) => ({
      ...pet,
      name: animal.name === animal.name.toUpperCase() ? animal.name.toLowerCase() : animal.name.toUpperCase(),
    })),
  ],
  [
    'category-lost',
    'Answers a create with category 0.',
    [echo],
    answered((pet) => ({ ...pet, categoryId: 0 })),
    ['create.int64'],
  ],
  [
    'category-first',
    'Puts every animal into the first category.',
    [echo],
    (base) => ({
      readCategory: (value, call) => {
        base.readCategory(value, call);
        return 1n;
      },
    }),
    { mayFall: [...echoed, 'create.int64'], config: { categoryIds: '1,2,3' } },
  ],
  [
    'status-always-available',
    'Answers every create that has a status with available.',
    [echo],
    answered((pet, animal) => (animal.status === undefined ? pet : { ...pet, status: 'available' })),
  ],
  [
    'status-forgotten',
    'Leaves a submitted status out of the answer and stores it.',
    [echo],
    answered((pet) => ({ ...pet, status: undefined })),
  ],
  [
    'sold-becomes-pending',
    'Makes an animal that is added as sold pending.',
    [echo],
    stated((status) => (status === 'sold' ? 'pending' : status)),
    [...echoed, 'list.complete'],
  ],
  [
    'status-forced',
    'Makes every new animal available, whatever was submitted.',
    [echo],
    stated(() => 'available'),
    [...echoed, 'list.complete'],
  ],

  [
    'stored-name-cut',
    'Answers a create rightly and stores the name cut down to three characters.',
    agree,
    storedAs((animal) => ({ ...animal, name: animal.name.slice(0, 3) })),
  ],
  [
    'stored-name-spaces',
    'Answers a create rightly and stores the name padded with spaces, as a CHAR column does.',
    agree,
    storedAs((animal) => ({ ...animal, name: animal.name.padEnd(64) })),
  ],
  [
    'stored-category-lost',
    'Answers a create rightly and stores category 0.',
    agree,
    storedAs((animal) => ({ ...animal, categoryId: 0n })),
    ['create.int64'],
  ],
  [
    'stored-status-available',
    'Answers a create rightly and stores every status as available.',
    agree,
    storedAs((animal) => ({ ...animal, status: animal.status && 'available' })),
    ['list.complete'],
  ],
  [
    'stored-sold-as-pending',
    'Answers a create rightly and stores sold as pending.',
    agree,
    storedAs((animal) => ({ ...animal, status: animal.status === 'sold' ? 'pending' : animal.status })),
    ['list.complete'],
  ],
  [
    'stored-status-lost',
    'Answers a create rightly and does not store the status.',
    agree,
    storedAs((animal) => ({ ...animal, status: undefined })),
    ['list.complete'],
  ],
  [
    'not-stored',
    'Answers a create rightly and stores nothing where the status is pending.',
    ['list.complete'],
    (base) => ({
      store: (animal, call) => (animal.status === 'pending' ? undefined : base.store(animal, call)),
    }),
    ['get.success'],
  ],

  [
    'status-required',
    'Refuses a body without a status with 400.',
    [optional],
    stated((status) => status ?? refused(400)),
    [success],
  ],
  [
    'status-required-422',
    'Refuses a body without a status with 422.',
    [optional],
    stated((status) => status ?? refused(422)),
    [success, 'create.unknown-members'],
  ],
  [
    'status-unset-crash',
    'Fails with 500 where a body has no status.',
    [optional],
    stated((status) => status ?? crash()),
    [success, 'robust.no-5xx', 'create.unknown-members'],
  ],
  [
    'status-unset-null',
    'Answers null for a status that was not submitted.',
    [optional],
    unset(null),
    [success],
  ],
  [
    'status-unset-empty',
    'Answers an empty string for a status that was not submitted.',
    [optional],
    unset(''),
    [success],
  ],
  [
    'status-unset-unknown',
    'Answers unknown for a status that was not submitted.',
    [optional],
    unset('unknown'),
    [success],
  ],
  [
    'status-unset-draft',
    'Stores draft for a status that was not submitted.',
    [optional],
    stated((status) => status ?? 'draft'),
    [success, 'list.success', 'get.success'],
  ],

  [
    'status-pending-refused',
    'Refuses pending for a new animal with 400.',
    ['create.status.values'],
    stated((status) => (status === 'pending' ? refused(400) : status)),
    [success],
  ],
  [
    'status-sold-refused',
    'Refuses sold for a new animal with 422.',
    ['create.status.values'],
    stated((status) => (status === 'sold' ? refused(422) : status)),
    [success, 'create.unknown-members'],
  ],
  [
    'status-sold-crash',
    'Fails with 500 where a new animal is sold.',
    ['create.status.values'],
    stated((status) => (status === 'sold' ? crash() : status)),
    [success, 'robust.no-5xx', 'create.unknown-members'],
  ],
  [
    'status-available-refused',
    'Refuses available for a new animal, since that is what it starts as.',
    ['create.status.values'],
    stated((status) => (status === 'available' ? refused(400) : status)),
    [success],
  ],

  [
    'long-name-crash',
    'Fails with 500 at a name longer than 200 characters.',
    ['robust.no-5xx'],
    (base) => ({
      readName: (value, call) =>
        typeof value === 'string' && [...value].length > 200 ? crash() : base.readName(value, call),
    }),
  ],
  [
    'unusual-name-crash',
    'Fails with 500 at a name with characters outside ASCII.',
    ['robust.no-5xx'],
    named((name) => (/[^\0-\x7f]/u.test(name) ? crash() : name)),
  ],
  [
    'unknown-category-crash',
    'Fails with 500 at a category that it does not know, as a foreign key does.',
    ['robust.no-5xx'],
    (base) => ({
      checkCategory: (id, call) => {
        try {
          base.checkCategory(id, call);
        } catch {
          crash();
        }
      },
    }),
  ],
];

export const createFaults: readonly Fault[] = faultsOf('create', rows);
