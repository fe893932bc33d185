import * as fc from 'fast-check';
import type { Json, JsonObject } from '../src/json/types.ts';
import { partition, type Partitions } from './partitions.ts';

/** A body encoded twice: the JSON text of an animal, sent as a JSON string. */
const DOUBLY = '{"name":"Rex","categoryId":1}';

/** Whole request bodies that are JSON but not objects (RFC 8259, section 3). */
export const nonObjects: Partitions<Json> = partition<Json>({
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

/** A change to a valid body that leaves it without a required member. */
export interface BodyWithoutMember {
  readonly label: string;
  readonly without: (body: JsonObject) => JsonObject;
  /** The member to send in the query string instead: some frameworks merge query and body. */
  readonly inQuery?: string;
}

function dropped(body: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Makes a class of one change; its label is the name of the class, after `start`. */
const lacks =
  (without: BodyWithoutMember['without'], start = '') =>
  (name: string): readonly BodyWithoutMember[] => [{ label: `${start}${name}`, without }];

function renamed(member: string, to: string): BodyWithoutMember {
  return {
    label: `${JSON.stringify(to)} in place of ${member}`,
    without: (body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name === member ? to : name, value])),
  };
}

/** Moves the member into a nested object called `name`; `__proto__` and `constructor` exist on every JavaScript object. */
function under(name: string, member: string) {
  return (body: JsonObject): JsonObject =>
    Object.fromEntries([
      ...Object.entries(dropped(body, member)),
      [name, { [member]: body[member] ?? null }],
    ]);
}

/** A valid body inside wrapper objects, so that its top level has neither `name` nor `categoryId`. */
export const wrappedBodies: Partitions<BodyWithoutMember> = partition<BodyWithoutMember>({
  ...Object.fromEntries(
    ['pet', 'data', 'animal'].map((name) => [`an animal under ${name}`, lacks((body) => ({ [name]: body }))]),
  ),
  'an animal under other members': lacks((body) => ({
    ...Object.fromEntries(['body', 'newPet', 'payload', 'attributes', 'item'].map((name) => [name, body])),
    data: { type: 'pet', attributes: body },
  })),
});

/** Synonyms and near spellings that a lenient server may accept instead of the member: each alone, and rarer ones together. */
const LIKE = {
  name: {
    alone: ['nickname', 'petName', 'title', 'pet_name', 'displayName', 'label'],
    together: ['animalName', 'fullName', 'full_name', 'text', 'names', 'firstName', 'PetName'],
  },
  categoryId: {
    alone: ['category', 'catId', 'categoryid', 'categoryID', 'cat', 'typeId'],
    together: ['categoryRef', 'categoryIds', 'petCategoryId', 'type', 'kind', 'cat_id', 'CategoryID'],
  },
} as const;

/** Ways to leave out `name` or `categoryId`. Member names are compared exactly (RFC 8259, section 8.3). */
export function bodiesWithout(member: 'name' | 'categoryId'): Partitions<BodyWithoutMember> {
  const rest = member === 'name' ? 'categoryId' : 'name';
  const upper = member.toUpperCase();
  const snake = member.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  const kebab = snake.replaceAll('_', '-');
  const styles = [`${snake}_`, `${kebab}-`, ...(member === 'categoryId' ? [snake, kebab] : [])];
  const but = (without: BodyWithoutMember['without']) => lacks(without, `${member} `);
  /** Leaves the member out, and sets others: a careless server may use an `id` in its place. */
  const beside = (more: JsonObject) => but((body) => ({ ...dropped(body, member), ...more }));
  return partition<BodyWithoutMember>({
    'left out': beside({ status: 'available' }),
    // A careless server may require the member only for available animals, not for pending or sold ones.
    'left out of a pending one': beside({ status: 'pending' }),
    'left out of a sold one': beside({ status: 'sold' }),
    'left out, and no status': but((body) => dropped(body, member, 'status')),
    'with a capital': [renamed(member, `${upper.charAt(0)}${member.slice(1)}`)],
    'in capitals': [renamed(member, upper)],
    ...Object.fromEntries(styles.map((to) => [`as ${to}`, [renamed(member, to)]])),
    'a space at its end': [renamed(member, `${member} `), renamed(member, ` ${member}`)],
    'in the plural': [renamed(member, `${member}s`)],
    ...Object.fromEntries(LIKE[member].alone.map((to) => [`as ${to}`, [renamed(member, to)]])),
    'as several other words': but((body) => ({
      ...dropped(body, member),
      ...Object.fromEntries(LIKE[member].together.map((to) => [to, body[member] ?? null])),
    })),
    'one level down': but(under('pet', member)),
    'as the object that classic stores have':
      member === 'name'
        ? []
        : but((body) => ({ ...dropped(body, member), category: { id: body[member] ?? null } })),
    'under attributes': but(under('attributes', member)),
    'all of it one level down': lacks((body) => ({ [rest]: body[rest] ?? null, data: body })),
    'in the query': (name) => beside({})(name).map((one) => ({ ...one, inQuery: member })),
    'in a name with brackets or dots': [renamed(member, `pet.${member}`), renamed(member, `${member}[]`)],
    'left out, and an id': () =>
      [1, 123_456_789].flatMap((id) => beside({ id })(`left out, and id ${String(id)}`)),
    'behind a constructor': but(under('constructor', member)),
    'behind a prototype': but(under('__proto__', member)),
  });
}

/** A body with exactly one error: a text that is not JSON, or a function that makes an invalid body of a valid one. */
export interface InvalidBody {
  readonly label: string;
  /** Id of the requirement that the body violates. */
  readonly breaks: `create.${string}`;
  readonly body: string | ((valid: JsonObject) => Json);
}

function invalidBody<const B extends InvalidBody['breaks']>(
  breaks: B,
  label: string,
  body: InvalidBody['body'],
) {
  return { breaks, label, body };
}

/** Simple invalid bodies, at least one for each requirement on rejected bodies. */
export const INVALID_BODIES = [
  invalidBody('create.missing.name', 'a body without name', (valid) => dropped(valid, 'name')),
  invalidBody('create.invalid.status', 'status "unknown" in the body', (valid) => ({
    ...valid,
    status: 'unknown',
  })),
  invalidBody('create.malformed-json', 'a body that is not JSON', '{"name":'),
  invalidBody('create.missing.category', 'a body without categoryId', (valid) =>
    dropped(valid, 'categoryId'),
  ),
  invalidBody('create.invalid.name', 'a name that is a number', (valid) => ({ ...valid, name: 271_828_182 })),
  invalidBody('create.invalid.category', 'a category that is text', (valid) => ({
    ...valid,
    categoryId: 'x',
  })),
  invalidBody('create.missing.name', 'an empty object', () => ({})),
  invalidBody('create.invalid.body', 'an array for a body', () => []),
  invalidBody('create.invalid.body', 'an empty body', ''),
] as const satisfies readonly InvalidBody[];
