import type { RequirementId } from '../../requirements/index.ts';
import { type Fault, faultMaker, type FaultRows } from '../define.ts';
import type { Patch } from '../steps.ts';
import { membersOf, type ObjectMembers, type WritableJson, writeJson } from '../json.ts';
import { changeResult, isMessagesCall } from '../modify.ts';

type Mishap = (members: ObjectMembers, name: string) => ObjectMembers;
/** A member, and the change to it. */
type How = readonly [member: string, mishap: Mishap];

/** Ways to damage a member of a response; the fault's title has the texts before and after the member's name. */
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

function retyped(value: WritableJson): WritableJson {
  return typeof value === 'string' ? 4711 : writeJson(value);
}

/** Returns the name in snake case; with a leading underscore if it is a single word. */
function snake(name: string): string {
  const other = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return other === name ? `_${name}` : other;
}

/** Rows for some changes to one member of a response. */
const rows = (answer: string, where: string, member: string, some = Object.keys(MISHAPS)): FaultRows<How> =>
  Object.fromEntries(
    Object.entries(MISHAPS)
      .filter(([mishap]) => some.includes(mishap))
      .map(([mishap, [words, after, change]]) => [
        `${answer}-${member}-${mishap}`.toLowerCase(),
        [`${words} ${member}${after} in ${where}.`, [member, change]],
      ]),
  );

const faults = faultMaker('member');

/**
 * Members of the Pet that are dropped or renamed: without its optional status, a Pet matches the schema but not the request.
 */
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
    changeResult('renderAnimal', (pet, _, at) => {
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
    changeResult('renderError', (error, refusal, call) =>
      refusal.status === status && !isMessagesCall(call) ? mishap(membersOf(error), member) : error,
    );
  const of = (member: string): FaultRows<How> => rows(`error-${status}`, `the Error of a ${status}`, member);
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
    ([name, mishap]: How) => changeResult('renderMessage', (message) => mishap(membersOf(message), name)),
    rows('message', 'the answer to a message', member),
  ),
);

/** Faults for each member of each documented response: dropped, retyped, null, renamed or nested. */
export const memberFaults: readonly Fault[] = [...inPets, ...inErrors, ...inMessages];
