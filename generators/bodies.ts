import * as fc from 'fast-check';
import type { Json, JsonObject } from '../src/json/types.ts';
import { drawn, type Drawn } from './drawn.ts';

/** JSON within JSON, as a client sends it that encodes twice. */
const DOUBLY = '{"name":"Rex","categoryId":1}';

/** JSON values that are no object, as the whole body (RFC 8259, section 3). */
export const notObjects: Drawn<Json> = drawn<Json>({
  null: [null],
  true: [true],
  false: [false],
  zero: [0],
  'a number': [1, 2.5, -1],
  'any number': fc.integer(),
  'an empty string': [''],
  'a string': fc.stringMatching(/^[A-Za-z ]{1,12}$/u),
  'JSON in a string': [DOUBLY],
  'an empty array': [[]],
  'an array of arrays': [[[]]],
  'an array of something else': [[1], ['name'], [null]],
  'pairs of names and values': [
    [
      ['name', 'Rex'],
      ['categoryId', 1],
    ],
  ],
  'names and values in turn': [['name', 'Rex', 'categoryId', 1]],
});

/** How a body lacks a member: what it has in its place. */
export interface Lacking {
  readonly label: string;
  readonly without: (body: JsonObject) => JsonObject;
  /** Whether it has a member that NewPet does not have, which a service may refuse in its own way. */
  readonly unknown?: true;
}

function dropped(body: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** The member in an object of its own, under a name by which every object of a script has something. */
function behind(body: JsonObject, member: string, name: string): JsonObject {
  const entries = Object.entries(dropped(body, member));
  return Object.fromEntries([...entries, [name, { [member]: body[member] ?? null }]]);
}

function renamed(member: string, to: string): Lacking {
  return {
    label: `${JSON.stringify(to)} in place of ${member}`,
    unknown: true,
    without: (body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name === member ? to : name, value])),
  };
}

/** Names that a reader who guesses takes for the member. */
const LIKE = {
  name: ['nickname', 'petName', 'title', 'pet_name', 'Name of pet'],
  categoryId: ['category', 'catId', 'categoryid', 'categoryID', 'cat'],
} as const;

/** Ways to lack `name`, or `categoryId`: names of members are compared as they are (RFC 8259, section 8.3). */
export function lacking(member: 'name' | 'categoryId'): Drawn<Lacking> {
  const other = member === 'name' ? 'categoryId' : 'name';
  const upper = member.toUpperCase();
  const capital = `${upper.charAt(0)}${member.slice(1)}`;
  const snake = member.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  /** Another member from which a careless reader may make it. */
  const beside = (name: string, value: Json): Lacking => ({
    label: `all but ${member}, and ${name} ${JSON.stringify(value)}`,
    unknown: true,
    without: (body) => ({ ...dropped(body, member), [name]: value }),
  });
  const as = (label: string, without: Lacking['without']): Lacking => ({ label, unknown: true, without });
  return drawn<Lacking>({
    'left out': [{ label: `all but ${member}`, without: (body) => dropped(body, member) }],
    'left out, and no status': [
      { label: `${other} alone`, without: (body) => dropped(body, member, 'status') },
    ],
    'with a capital': [renamed(member, capital)],
    'in capitals': [renamed(member, upper)],
    'in another style': [
      renamed(member, `${snake}_`),
      renamed(member, snake.replaceAll('_', '-') + '-'),
    ].concat(
      member === 'categoryId' ? [renamed(member, snake), renamed(member, snake.replaceAll('_', '-'))] : [],
    ),
    'a space at its end': [renamed(member, `${member} `), renamed(member, ` ${member}`)],
    'in the plural': [renamed(member, `${member}s`)],
    'under another name': LIKE[member].map((to) => renamed(member, to)),
    'one level down': [
      as(`${member} one level down`, (body) => ({
        ...dropped(body, member),
        pet: { [member]: body[member] ?? null },
      })),
    ],
    'all of it one level down': [
      as(`all of it one level down, but ${other}`, (body) => ({
        [other]: body[other] ?? null,
        data: body,
      })),
    ],
    'in a name with brackets or dots': [renamed(member, `pet.${member}`), renamed(member, `${member}[]`)],
    'left out, and an id': [beside('id', 1), beside('id', 123_456_789)],
    'behind a constructor': [
      { ...beside('constructor', null), without: (body) => behind(body, member, 'constructor') },
    ],
    'behind a prototype': [
      { ...beside('__proto__', null), without: (body) => behind(body, member, '__proto__') },
    ],
  });
}

/** A body that has to be refused for one thing; what is not made of a valid one is no JSON. */
export interface FaultyBody {
  readonly label: string;
  /** The requirement that says so. */
  readonly breaks: `create.${string}`;
  readonly body: string | ((valid: JsonObject) => Json);
}

/** Bodies that are faulty in the plainest way, one for each thing; another of them for each turn. */
export const FAULTY = [
  {
    label: 'a body without name',
    breaks: 'create.missing.name',
    body: (valid: JsonObject) => dropped(valid, 'name'),
  },
  {
    label: 'an unknown status in the body',
    breaks: 'create.invalid.status',
    body: (valid: JsonObject) => ({ ...valid, status: 'unknown' }),
  },
  { label: 'a body that is not JSON', breaks: 'create.malformed-json', body: '{"name":' },
  {
    label: 'a body without categoryId',
    breaks: 'create.missing.category',
    body: (valid: JsonObject) => dropped(valid, 'categoryId'),
  },
  {
    label: 'a name that is a number',
    breaks: 'create.invalid.name',
    body: (valid: JsonObject) => ({ ...valid, name: 271_828_182 }),
  },
  {
    label: 'a category that is text',
    breaks: 'create.invalid.category',
    body: (valid: JsonObject) => ({ ...valid, categoryId: 'x' }),
  },
  { label: 'an empty object', breaks: 'create.missing.name', body: () => ({}) },
  { label: 'an array for a body', breaks: 'create.invalid.body', body: () => [] },
  { label: 'an empty body', breaks: 'create.invalid.body', body: '' },
] as const satisfies readonly FaultyBody[];
