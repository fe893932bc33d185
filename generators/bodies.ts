import * as fc from 'fast-check';
import type { Json, JsonObject } from '../src/json/types.ts';
import { drawn, type Partitions } from './partitions.ts';

/** JSON within JSON, as a client sends it that encodes twice. */
const DOUBLY = '{"name":"Rex","categoryId":1}';

/** JSON values that are not objects, as the whole body (RFC 8259, section 3). */
export const notObjects: Partitions<Json> = drawn<Json>({
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
  'an array of something else': [[1], ['name']],
  'an array of null': [[null]],
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
  /** The member of the valid body that stands in the query of the address instead: frameworks merge the two. */
  readonly inQuery?: string;
}

function dropped(body: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

function lacks(label: string, without: Lacking['without']): readonly Lacking[] {
  return [{ label, without }];
}

function renamed(member: string, to: string): Lacking {
  return {
    label: `${JSON.stringify(to)} in place of ${member}`,
    without: (body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name === member ? to : name, value])),
  };
}

/** The member in an object of its own; also under a name by which every object of a script has something. */
function under(name: string, member: string, label: string): Lacking {
  return {
    label,
    without: (body) =>
      Object.fromEntries([
        ...Object.entries(dropped(body, member)),
        [name, { [member]: body[member] ?? null }],
      ]),
  };
}

/** A valid body in an envelope: it lacks both members. */
export const envelopes: Partitions<Lacking> = drawn<Lacking>(
  Object.fromEntries(
    ['pet', 'data', 'animal', 'body', 'newPet', 'payload'].map((name) => [
      `an animal under ${name}`,
      lacks(`{${JSON.stringify(name)}: an animal}`, (body) => ({ [name]: body })),
    ]),
  ),
);

/** The category as an object of its own. */
const CLASSIC = lacks('category {"id": 1} in place of categoryId', (body) => ({
  ...dropped(body, 'categoryId'),
  category: { id: body['categoryId'] ?? null },
}));

/** Names that a reader who guesses takes for the member. */
const LIKE = {
  name: ['nickname', 'petName', 'title', 'pet_name', 'displayName', 'label'],
  categoryId: ['category', 'catId', 'categoryid', 'categoryID', 'cat', 'typeId'],
} as const;

/** Ways to lack `name`, or `categoryId`: names of members are compared as they are (RFC 8259, section 8.3). */
export function lacking(member: 'name' | 'categoryId'): Partitions<Lacking> {
  const rest = member === 'name' ? 'categoryId' : 'name';
  const upper = member.toUpperCase();
  const snake = member.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  const kebab = snake.replaceAll('_', '-');
  const styles = [`${snake}_`, `${kebab}-`, ...(member === 'categoryId' ? [snake, kebab] : [])];
  /** Another member from which a careless reader may make it. */
  const besideId = (id: number) =>
    lacks(`all but ${member}, and id ${String(id)}`, (body) => ({ ...dropped(body, member), id }));
  return drawn<Lacking>({
    'left out': lacks(`all but ${member}`, (body) => dropped(body, member)),
    'left out, and no status': lacks(`${rest} alone`, (body) => dropped(body, member, 'status')),
    'with a capital': [renamed(member, `${upper.charAt(0)}${member.slice(1)}`)],
    'in capitals': [renamed(member, upper)],
    ...Object.fromEntries(styles.map((to) => [`as ${to}`, [renamed(member, to)]])),
    'a space at its end': [renamed(member, `${member} `), renamed(member, ` ${member}`)],
    'in the plural': [renamed(member, `${member}s`)],
    ...Object.fromEntries(LIKE[member].map((to) => [`as ${to}`, [renamed(member, to)]])),
    'one level down': [under('pet', member, `${member} one level down`)],
    'as the object that classic stores have': member === 'categoryId' ? CLASSIC : [],
    'under attributes': [under('attributes', member, `${member} under attributes`)],
    'all of it one level down': lacks(`all of it one level down, but ${rest}`, (body) => ({
      [rest]: body[rest] ?? null,
      data: body,
    })),
    'in the query': [
      { label: `${member} in the query`, without: (body) => dropped(body, member), inQuery: member },
    ],
    'in a name with brackets or dots': [renamed(member, `pet.${member}`), renamed(member, `${member}[]`)],
    'left out, and an id': [besideId(1), besideId(123_456_789)].flat(),
    'behind a constructor': [under('constructor', member, `all but ${member}, and constructor null`)],
    'behind a prototype': [under('__proto__', member, `all but ${member}, and __proto__ null`)],
  });
}

/** A body that has to be refused for one thing; what is not made of a valid one is not JSON. */
export interface FaultyBody {
  readonly label: string;
  /** The requirement that says so. */
  readonly breaks: `create.${string}`;
  readonly body: string | ((valid: JsonObject) => Json);
}

function fault<const B extends FaultyBody['breaks']>(breaks: B, label: string, body: FaultyBody['body']) {
  return { breaks, label, body };
}

/** Bodies that are faulty in the plainest way, one for each thing; another of them for each turn. */
export const FAULTY = [
  fault('create.missing.name', 'a body without name', (valid) => dropped(valid, 'name')),
  fault('create.invalid.status', 'status "unknown" in the body', (valid) => ({
    ...valid,
    status: 'unknown',
  })),
  fault('create.malformed-json', 'a body that is not JSON', '{"name":'),
  fault('create.missing.category', 'a body without categoryId', (valid) => dropped(valid, 'categoryId')),
  fault('create.invalid.name', 'a name that is a number', (valid) => ({ ...valid, name: 271_828_182 })),
  fault('create.invalid.category', 'a category that is text', (valid) => ({ ...valid, categoryId: 'x' })),
  fault('create.missing.name', 'an empty object', () => ({})),
  fault('create.invalid.body', 'an array for a body', () => []),
  fault('create.invalid.body', 'an empty body', ''),
] as const satisfies readonly FaultyBody[];
