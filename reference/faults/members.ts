import type { RequirementId } from '../../requirements/index.ts';
import { type Fault, faultsOf, type Faults } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { type Out, writeJson } from '../json.ts';
import { changed, ofMessages } from '../modify.ts';
import { type Members, membersOf } from '../values.ts';

type Mishap = (members: Members, name: string) => Members;
/** A member, and what happens to it. */
type How = readonly [member: string, mishap: Mishap];

/** What can happen to one member of an answer: words before its name, words after it. */
const MISHAPS: Readonly<Record<string, readonly [words: string, after: string, change: Mishap]>> = {
  dropped: ['Leaves', ' out', (members, name) => ({ ...members, [name]: undefined })],
  retyped: [
    'Changes the type of',
    '',
    (members, name) => ({ ...members, [name]: retyped(members[name] ?? null) }),
  ],
  nulled: ['Gives null for', '', (members, name) => ({ ...members, [name]: null })],
  renamed: [
    'Renames',
    '',
    (members, name) => ({ ...members, [name]: undefined, [snake(name)]: members[name] }),
  ],
  nested: ['Nests', '', (members, name) => ({ ...members, [name]: { value: members[name] } })],
};

function retyped(value: Out): Out {
  return typeof value === 'string' ? 4711 : writeJson(value);
}

/** The name in the other convention, or with a word before it. */
function snake(name: string): string {
  const other = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return other === name ? `_${name}` : other;
}

/** Some mishaps of one member of an answer. */
const rows = (answer: string, where: string, member: string, some = Object.keys(MISHAPS)): Faults<How> =>
  Object.fromEntries(
    Object.entries(MISHAPS)
      .filter(([mishap]) => some.includes(mishap))
      .map(([mishap, [words, after, change]]) => [
        `${answer}-${member}-${mishap}`.toLowerCase(),
        [`${words} ${member}${after} in ${where}.`, [member, change]],
      ]),
  );

const faults = faultsOf('member');

/** A status is optional: without it a Pet is still one, only not the one that was added. */
const GONE = ['dropped', 'renamed'];
const SPOILT = ['retyped', 'nulled', 'nested'];

const PLACES = [
  ['list', 'a list', 'list.agrees', ['list.complete'], ['list.status.filter', 'list.status.with-limit']],
  ['create', 'the answer to a create', 'create.echo', [], []],
  ['get', 'the answer to a get', 'get.agrees', [], []],
] as const satisfies readonly (readonly [
  string,
  string,
  RequirementId,
  withId: readonly RequirementId[],
  withStatus: readonly RequirementId[],
])[];

const inPets: readonly Fault[] = PLACES.flatMap(([place, where, agrees, withId, withStatus]) => {
  const make = ([member, mishap]: How): Patch =>
    changed('renderAnimal', (pet, _, at) => {
      const members = membersOf(pet);
      return at === place && members[member] !== undefined ? mishap(members, member) : pet;
    });
  const success: RequirementId = `${place}.success`;
  const assigned: readonly RequirementId[] = place === 'create' ? ['create.id.assigned'] : [];
  return [
    ...faults([success, ...assigned], withId, make, rows(place, where, 'id')),
    ...faults(success, [], make, { ...rows(place, where, 'name'), ...rows(place, where, 'categoryId') }),
    ...faults(agrees, withStatus, make, rows(place, where, 'status', GONE)),
    ...faults(success, [agrees, ...withStatus], make, rows(place, where, 'status', SPOILT)),
  ];
});

const inErrors: readonly Fault[] = [400, 401, 404].flatMap((status) => {
  const make = ([member, mishap]: How): Patch =>
    changed('renderError', (error, refusal, call) =>
      refusal.status === status && !ofMessages(call) ? mishap(membersOf(error), member) : error,
    );
  const of = (member: string): Faults<How> => rows(`error-${status}`, `the Error of a ${status}`, member);
  return faults('error.object', [], make, { ...of('code'), ...of('message'), ...of('status') });
});

const inMessages: readonly Fault[] = (
  [
    ['id', []],
    ['message', ['messages.echo']],
    ['status', []],
    ['createdAt', ['messages.created-at']],
  ] as const
).flatMap(([member, mayFall]) =>
  faults(
    'messages.success',
    mayFall,
    ([name, mishap]: How) => changed('renderMessage', (message) => mishap(membersOf(message), name)),
    rows('message', 'the answer to a message', member),
  ),
);

/** Each member of each documented answer dropped, retyped, nulled, renamed and nested. */
export const memberFaults: readonly Fault[] = [...inPets, ...inErrors, ...inMessages];
