import type { RequirementId } from '../../requirements/index.ts';
import { defineFault, type Fault } from '../define.ts';
import type { Patch, Place } from '../hooks.ts';
import { type Out, writeJson } from '../json.ts';
import { type Members, membersOf } from '../modify.ts';

/** What can happen to one member of an answer. */
const mishaps: readonly (readonly [
  id: string,
  words: string,
  change: (members: Members, name: string) => Members,
])[] = [
  ['dropped', 'Leaves', (members, name) => ({ ...members, [name]: undefined })],
  [
    'retyped',
    'Changes the type of',
    (members, name) => ({ ...members, [name]: retyped(members[name] ?? null) }),
  ],
  ['nulled', 'Gives null for', (members, name) => ({ ...members, [name]: null })],
  [
    'renamed',
    'Renames',
    (members, name) => ({ ...members, [name]: undefined, [snake(name)]: members[name] }),
  ],
  ['nested', 'Nests', (members, name) => ({ ...members, [name]: { value: members[name] } })],
];

function retyped(value: Out): Out {
  return typeof value === 'string' ? 4711 : writeJson(value);
}

/** The name in the other convention, or with a word before it. */
function snake(name: string): string {
  const other = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return other === name ? `_${name}` : other;
}

function sentence(mishap: string, words: string, member: string, where: string): string {
  return mishap === 'dropped' ? `Leaves ${member} out ${where}.` : `${words} ${member} ${where}.`;
}

const places: readonly (readonly [place: Place, where: string, agrees: RequirementId])[] = [
  ['list', 'in a list', 'list.agrees'],
  ['create', 'in the answer to a create', 'create.echo'],
  ['get', 'in the answer to a get', 'get.agrees'],
];

const petMembers = ['id', 'name', 'categoryId', 'status'] as const;

function pet(place: Place, member: string, change: (members: Members, name: string) => Members): Patch {
  return (base) => ({
    renderAnimal(animal, at, position, call) {
      const members = membersOf(base.renderAnimal(animal, at, position, call));
      return at === place && members[member] !== undefined ? change(members, member) : members;
    },
  });
}

/** A status is optional: without it a Pet is still one, only not the one that was added. */
function petRows(
  place: Place,
  agrees: RequirementId,
  member: string,
  mishap: string,
): Pick<Fault, 'breaks' | 'mayFall'> {
  const success: RequirementId = `${place}.success`;
  if (member === 'status') {
    const mayFall: RequirementId[] = place === 'list' ? ['list.status.filter', 'list.status.with-limit'] : [];
    const gone = mishap === 'dropped' || mishap === 'renamed';
    return { breaks: gone ? [agrees] : [success], mayFall: gone ? mayFall : [agrees, ...mayFall] };
  }
  if (member !== 'id') return { breaks: [success], mayFall: [] };
  const breaks: RequirementId[] = place === 'create' ? [success, 'create.id.assigned'] : [success];
  return { breaks, mayFall: place === 'list' ? ['list.complete'] : [] };
}

const inPets: readonly Fault[] = places.flatMap(([place, where, agrees]) =>
  petMembers.flatMap((member) =>
    mishaps.map(([mishap, words, change]) =>
      defineFault({
        id: `member/${place}-${member}-${mishap}`.toLowerCase(),
        title: sentence(mishap, words, member, where),
        ...petRows(place, agrees, member, mishap),
        patch: pet(place, member, change),
      }),
    ),
  ),
);

const inErrors: readonly Fault[] = [400, 401, 404].flatMap((status) =>
  ['code', 'message', 'status'].flatMap((member) =>
    mishaps.map(([mishap, words, change]) =>
      defineFault({
        id: `member/error-${status}-${member}-${mishap}`,
        title: sentence(mishap, words, member, `in the Error of a ${status}`),
        breaks: ['error.object'],
        patch: (base) => ({
          renderError(refusal, call) {
            const error = base.renderError(refusal, call);
            const here = refusal.status === status && call.operation !== 'message';
            return here ? change(membersOf(error), member) : error;
          },
        }),
      }),
    ),
  ),
);

const follows: Readonly<Record<string, readonly RequirementId[]>> = {
  message: ['messages.echo'],
  createdAt: ['messages.created-at'],
};

const inMessages: readonly Fault[] = ['id', 'message', 'status', 'createdAt'].flatMap((member) =>
  mishaps.map(([mishap, words, change]) =>
    defineFault({
      id: `member/message-${member}-${mishap}`.toLowerCase(),
      title: sentence(mishap, words, member, 'in the answer to a message'),
      breaks: ['messages.success'],
      mayFall: follows[member] ?? [],
      patch: (base) => ({
        renderMessage: (text, call) => change(membersOf(base.renderMessage(text, call)), member),
      }),
    }),
  ),
);

/** Each member of each documented answer dropped, retyped, nulled, renamed and nested. */
export const memberFaults: readonly Fault[] = [...inPets, ...inErrors, ...inMessages];
