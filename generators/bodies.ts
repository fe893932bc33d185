import * as fc from 'fast-check';
import type { Json, JsonObject } from '../src/json/types.ts';
import { drawn, each, type Drawn } from './drawn.ts';

/** A distinctive number: what a service makes of it as text is found again. */
const marked = fc.integer({ min: 100_000_000, max: 999_999_999 });

/** JSON values that are no string. */
export const notStrings: Drawn<Json> = drawn<Json>(
  {
    'a number': marked,
    null: [null],
    'a boolean': [true, false],
    'an array': [['Rex'], [], [null], [['Rex']]],
    'an object': [{ first: 'Rex' }, {}, { name: 'Rex' }, { value: 'Rex' }],
  },
  {
    'a fraction': fc.integer({ min: 1, max: 99 }).map((tenths) => tenths / 10 + 0.05),
    'a small number': [0, 1, -1],
    'a number past a double': [2n ** 53n + 1n, 1e300],
    'an array of several': [['Rex', 'Max'], [1], [true]],
    'an object as a library writes one': [{ $numberLong: '1' }, { toString: 'Rex' }, { length: 3 }],
  },
);

/** Numbers with few digits: `5e-324` or `0.9999999999999999` may be an integer to a reader of fewer digits, by right. */
const fractions = fc
  .integer({ min: -999_999, max: 999_999 })
  .map((thousandths) => thousandths / 1000)
  .filter((number) => !Number.isInteger(number));

/** JSON values that are no integer of int64; `1.0` and `1e0` are left out, since they are integers. */
export const notInt64s: Drawn<Json> = drawn<Json>(
  {
    'digits in a string': ['1', '12', '-1', '1.0', ' 1'],
    'a word': ['abc', 'one', 'NaN'],
    'a fraction': fc.oneof(fc.constantFrom(1.5, 0.5, -0.25), fractions),
    null: [null],
    'a boolean': [true, false],
    'an array': [[1], [], ['1']],
    'an object': [{}, { id: 1 }],
    'just past int64': [2n ** 63n, -(2n ** 63n) - 1n],
    'far past int64': [1e300, 2n ** 64n + 1n, -1e30],
  },
  {
    'an empty string': [''],
    'past int64': fc.bigInt({ min: 2n ** 63n, max: 2n ** 70n }),
    'below int64': fc.bigInt({ min: -(2n ** 70n), max: -(2n ** 63n) - 1n }),
    'other notations in a string': ['0x1', '1e0', '+1', '1_000', '1,000', 'true'],
    'a small fraction': [0.1, -0.1, 1.25, 99.99],
    'spaces around digits': [' 1 ', '1 ', '\t1', '1\n', ' +1'],
    'a fraction in a string': ['1.0', '1.5', '1.', '.5'],
  },
);

const STATUSES: readonly Json[] = ['available', 'pending', 'sold'];

/** JSON values that are none of the three statuses; null is left out, since many services read it as none given. */
export const notStatuses: Drawn<Json> = drawn<Json>(
  {
    'another word': ['unknown', 'deleted', 'reserved', 'adopted'],
    'in other case': ['SOLD', 'Sold', 'Available', 'AVAILABLE', 'pENDING'],
    'with spaces': [' sold ', 'sold ', ' available', 'sold\n', '\tpending'],
    'a part of one': ['avail', 'sol', 'a', 'pend'],
    'more than one': ['soldx', 'unsold', 'availableness', 'pendings'],
    'an empty string': [''],
    'a number': [1, 0, 2],
    'an array': [['sold'], [], ['available', 'sold']],
  },
  {
    'a boolean': [true, false],
    'another number': fc.integer({ min: 3, max: 999 }),
    'below zero, or a fraction': [-1, 0.5, 1.5],
    'several at once': ['available,sold', 'available|sold', 'available sold'],
    'a member of every object': ['constructor', '__proto__', 'toString'],
    'a number in a string': ['1', '0'],
    'an object': [{}, { status: 'sold' }],
    'any word': fc.stringMatching(/^[a-z]{3,10}$/).filter((word) => !STATUSES.includes(word)),
    'letters that look alike': ['s\u043eld', 'sold\u200b', '\uff53old'],
  },
);

/** A word that is none of the three statuses, as a filter. */
export const unknownStatuses: Drawn<string> = drawn<string>(
  {
    'another word': ['unknown', 'deleted'],
    'in other case': ['AVAILABLE', 'Sold'],
    nothing: [''],
  },
  {
    'a member of every object': ['constructor'],
    'several at once': ['available,sold'],
    'a number': ['1', '0'],
    'with spaces': [' sold', 'sold '],
    'any word': fc.stringMatching(/^[a-z]{3,12}$/).filter((word) => !STATUSES.includes(word)),
  },
);

/** JSON within JSON, as a client sends it that encodes twice. */
const DOUBLY = '{"name":"Rex","categoryId":1}';

/** JSON values that are no object, as the whole body. */
export const notObjects: Drawn<Json> = drawn<Json>(
  {
    null: [null],
    'an array': [[], [[]], [1]],
    'a string': ['Rex', ''],
    'JSON in a string': [DOUBLY],
    'a number': [1, 0, 2.5],
  },
  {
    'a boolean': [true, false],
    'pairs of names and values': [
      [
        ['name', 'Rex'],
        ['categoryId', 1],
      ],
      ['name', 'Rex', 'categoryId', 1],
    ],
    'any number': fc.integer(),
    'any word': fc.stringMatching(/^[A-Za-z ]{0,12}$/),
  },
);

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
    label: `${to} in place of ${member}`,
    unknown: true,
    without: (body) =>
      Object.fromEntries(Object.entries(body).map(([name, value]) => [name === member ? to : name, value])),
  };
}

/** Ways to lack `name`, or `categoryId`: names of members are compared as they are (RFC 8259, section 8.3). */
export function lacking(member: 'name' | 'categoryId'): Drawn<Lacking> {
  const other = member === 'name' ? 'categoryId' : 'name';
  const upper = member.toUpperCase();
  const capital = `${upper.charAt(0)}${member.slice(1)}`;
  const alone: Lacking = {
    label: `${other} alone`,
    without: (body) => dropped(body, member, 'status'),
  };
  const rest: Lacking = { label: `all but ${member}`, without: (body) => dropped(body, member) };
  const like =
    member === 'name'
      ? ['nickname', 'petName', 'Name ', 'title']
      : ['category_id', 'categoryID', 'category', 'categoryid'];
  /** Another member from which a careless reader may make it. */
  const beside = (name: string, value: Json): Lacking => ({
    label: `all but ${member}, and ${name} ${JSON.stringify(value)}`,
    unknown: true,
    without: (body) => ({ ...dropped(body, member), [name]: value }),
  });
  const nested: Lacking = {
    label: `${member} one level down`,
    unknown: true,
    without: (body) => ({ ...dropped(body, member), pet: { [member]: body[member] ?? null } }),
  };
  return drawn<Lacking>(
    {
      'left out': [rest],
      'left out, and no status': [alone],
      'in other case': [renamed(member, capital), renamed(member, upper)],
    },
    {
      'under another name': like.map((to) => renamed(member, to)),
      'one level down': [nested],
      'left out, and an id': [beside('id', 1), beside('id', 123_456_789)],
      'behind a name that objects have': [
        { ...beside('constructor', null), without: (body) => behind(body, member, 'constructor') },
        { ...beside('__proto__', null), without: (body) => behind(body, member, '__proto__') },
      ],
    },
  );
}

/** A way to spoil a JSON text so that RFC 8259 rejects it. */
export interface Spoiler {
  readonly label: string;
  /** @param text an object's JSON text @returns a text that is no JSON */
  readonly spoil: (text: string) => string;
}

const within = (label: string, more: string): Spoiler => ({
  label,
  spoil: (text) => `${text.slice(0, -1)},${more}}`,
});

/** Each turns the text of an object into one that is no JSON (RFC 8259, sections 2 to 7). */
export const spoilers: readonly Spoiler[] = [
  { label: 'cut off before its end', spoil: (text) => text.slice(0, -1) },
  { label: 'a comma before the end', spoil: (text) => `${text.slice(0, -1)},}` },
  { label: 'single quotes', spoil: (text) => text.replaceAll('"', "'") },
  { label: 'names without quotes', spoil: (text) => text.replaceAll(/"(\w+)":/g, '$1:') },
  { label: 'a comment', spoil: (text) => `${text.slice(0, -1)}/* Rex */}` },
  { label: 'something after the value', spoil: (text) => `${text} x` },
  { label: 'a second value', spoil: (text) => `${text}${text}` },
  within('NaN for a number', '"weight":NaN'),
  within('a number with a leading zero', '"weight":01'),
  within('a raw line break in a string', '"note":"a\nb"'),
  { label: 'a form instead of JSON', spoil: () => 'name=Rex&categoryId=1' },
  within('a raw tab in a string', '"note":"a\tb"'),
  within('an escape that there is none of', String.raw`"note":"\q"`),
  within('a number that ends with a point', '"weight":1.'),
  { label: 'two commas', spoil: (text) => text.replace(',"', ',,"') },
  { label: 'a comment to the end of the line', spoil: (text) => text.replace('{', '{// Rex\n') },
  { label: 'a brace too many', spoil: (text) => `${text}}` },
  { label: 'a comma behind the value', spoil: (text) => `${text},` },
];

/** More of the kind. */
const moreSpoilers: readonly Spoiler[] = [
  within('Infinity for a number', '"weight":Infinity'),
  within('True for true', '"tame":True'),
  within('undefined for a value', '"note":undefined'),
  within('a number with a plus sign', '"weight":+1'),
  within('a number that begins with a point', '"weight":.5'),
  within('a hexadecimal number', '"weight":0x1F'),
  within('an exponent without digits', '"weight":1e'),
  within('half of an escape', String.raw`"note":"\u12"`),
  within('a member without a value', '"note":'),
  within('a member without a colon', '"note" "a"'),
  within('an array that is not closed', '"tags":["a"'),
  within('an array with a comma before its end', '"tags":["a",]'),
  within('a raw control character in a string', '"note":"a\u0001b"'),
  { label: 'no comma between members', spoil: (text) => text.replace(',"', ' "') },
  { label: 'a semicolon between members', spoil: (text) => text.replace(',"', ';"') },
  { label: 'a comma before the first member', spoil: (text) => text.replace('{', '{,') },
  { label: 'a space that JSON does not know', spoil: (text) => text.replace('{', '{\u00a0') },
  { label: 'a form feed for a space', spoil: (text) => text.replace('{', '{\f') },
  { label: 'a NUL behind the value', spoil: (text) => `${text}\u0000` },
  { label: 'a hash comment', spoil: (text) => text.replace('{', '{# Rex\n') },
  { label: 'a name in front', spoil: (text) => `data=${text}` },
  { label: 'what guards against scripts in front', spoil: (text) => `)]}',\n${text}` },
  { label: 'YAML instead of JSON', spoil: () => 'name: Rex\ncategoryId: 1\n' },
  { label: 'XML instead of JSON', spoil: () => '<pet><name>Rex</name></pet>' },
];

/** A character of the text's own grammar, and what stands in its place. */
function instead(label: string, from: RegExp, ...others: readonly string[]): readonly Spoiler[] {
  return others.map((to) => ({
    label: `${label}: ${JSON.stringify(to)}`,
    spoil: (text) => text.replace(from, () => to),
  }));
}

/** One token spelled in another way: each of them is wrong wherever it stands in the text of an object. */
const misspelled = {
  'another sign for a colon': instead('in place of a colon', /:/, '=', '', '=>', '::', ' is ', ';'),
  'another sign for a comma': instead('in place of a comma', /,(?=")/, '\n', ' & ', '|', ':'),
  'other brackets': instead('in place of the first brace', /^\{/, '(', '[', '{{', '<', ''),
  'other quotes': instead('in place of a quote', /"/, '`', '', '""', '\u201c', "\\'"),
  'more behind the end': instead('in place of the last brace', /\}$/, '};', '}#', '}null'),
  'more in front': instead(
    'in place of the first brace',
    /^\{/,
    'json{',
    '\u0000{',
    '={',
    '#\n{',
    ',{',
    '//\n{',
  ),
  'another number': ['1_000', '1f', '0b1', '1L', '--1', '1,5', '0o7', '1e+', '1 0'].map((number) =>
    within(`the number ${number}`, `"weight":${number}`),
  ),
  'another word': ['TRUE', 'None', 'nil', 'Null', 'yes', '-Infinity', 'nan', 'undefined'].map((word) =>
    within(`the word ${word}`, `"tame":${word}`),
  ),
};

/** Spoiled texts: the ones that readers most often let pass in every run, the others in turn. */
export const spoiling: Drawn<Spoiler> = drawn<Spoiler>(
  each(spoilers.slice(0, 10), ({ label }) => label),
  {
    ...misspelled,
    ...each([...spoilers.slice(10), ...moreSpoilers], ({ label }) => label),
  },
);

/** The same for a whole body, where no bytes at all are no JSON either; one of each kind in every run. */
export const spoilingOrEmpty: Drawn<Spoiler> = drawn<Spoiler>(
  {
    'no bytes': [{ label: 'an empty one', spoil: () => '' }],
    ...each(spoilers.slice(0, 4), ({ label }) => label),
  },
  { ...misspelled, ...each([...spoilers.slice(4), ...moreSpoilers], ({ label }) => label) },
);
