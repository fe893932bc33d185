import * as fc from 'fast-check';
import type { Json } from '../src/json/types.ts';
import { partition, type Partitions } from './partitions.ts';

/** The values of PetStatus in the document. */
const STATUSES = ['available', 'pending', 'sold'] as const;

type Texts = Readonly<Record<string, readonly string[]>>;

function ofAll(change: (status: string) => string): readonly string[] {
  return STATUSES.map(change);
}

/** Makes one class for each status: a wrong regular expression may accept a change of one status only. */
function ofEach(words: string, change: (status: string) => string): Texts {
  return Object.fromEntries(STATUSES.map((status) => [`${words} ${status}`, [change(status)]]));
}

/** Replaces the first occurrence of each letter in every status that has it. */
function replaced(pairs: Readonly<Record<string, string>>): readonly string[] {
  return STATUSES.flatMap((status) =>
    Object.entries(pairs).flatMap(([letter, other]) =>
      status.includes(letter) ? [status.replace(letter, other)] : [],
    ),
  );
}

function classOfEachWord(...texts: readonly string[]): Texts {
  return Object.fromEntries(texts.map((text) => [`the word ${text}`, [text]]));
}

/** Statuses changed slightly: affixes, other case, lookalike letters, parts, and combinations. */
const near: Texts = {
  'in capitals': ofAll((status) => status.toUpperCase()),
  'with a capital': ofAll((status) => `${status.charAt(0).toUpperCase()}${status.slice(1)}`),
  'in mixed case': ofAll((status) => `${status.slice(0, -1)}${status.slice(-1).toUpperCase()}`),
  ...ofEach('something before', (status) => `un${status}`),
  ...ofEach('something behind', (status) => `${status}s`),
  'something around': ofAll((status) => `is ${status} now`),
  ...ofEach('a line break behind', (status) => `${status}\n`),
  'a line before or behind': ofAll((status) => `x\n${status}`).concat(ofAll((status) => `${status}\nx`)),
  'a space before': ofAll((status) => ` ${status}`),
  'a space behind': ofAll((status) => `${status} `),
  'a tab around': ofAll((status) => `\t${status}\t`),
  'another kind of space': ofAll((status) => `\u00a0${status}`),
  'quotes around': ofAll((status) => `"${status}"`),
  'single quotes around': ofAll((status) => `'${status}'`),
  'its beginning': ['avail', 'pend', 'sol'],
  'its end': ['able', 'ding', 'old'],
  'a letter of it': ['a', 'p', 's'],
  'letters that look alike': replaced({ o: '\u043e', a: '\u0430', e: '\u0435' }),
  // U+017F becomes "s" under case folding, as in case-insensitive comparisons.
  'a letter that folds to it': replaced({ s: '\u017f' }),
  'letters of another width': replaced({ s: '\uff53', a: '\uff41', p: '\uff50' }),
  'a mark above a letter': replaced({ e: '\u00e9', o: '\u00f3' }),
  'something that is not seen': replaced({ o: 'o\u200b', a: 'a\u00ad', e: 'e\u200d' }),
  'twice the same': ofAll((status) => `${status}${status}`),
  'a NUL behind': ofAll((status) => `${status}\u0000`),
  'escapes of addresses in it': ofAll((status) => `%${status.charCodeAt(0).toString(16)}${status.slice(1)}`),
  'a dash or an underscore in it': ofAll((status) => `${status.slice(0, 2)}-${status.slice(2)}`).concat(
    ofAll((status) => `${status.slice(0, 2)}_${status.slice(2)}`),
  ),
  'the name of an enumeration before it': ofAll((status) => `PetStatus.${status}`),
  'as a constant of an enumeration': ofAll((status) => `STATUS_${status.toUpperCase()}`),
  'as a constant with the name of its enumeration': ofAll((status) => `PET_STATUS_${status.toUpperCase()}`),
  'a misspelling with i': ['availible'],
  'a misspelling with two letters swapped': ['avaliable'],
  'two with a comma': ['available,sold', 'pending,sold', 'available, pending'],
  'two with another sign': ['available|sold', 'pending sold', 'available;pending'],
};

/** Words and patterns that are not statuses. */
const words: Texts = {
  ...classOfEachWord('unknown', 'deleted', 'archived', 'active', 'inactive', 'open', 'closed', 'new'),
  ...classOfEachWord('draft', 'disabled', 'reserved', 'adopted', 'in_stock', 'out_of_stock', 'unavailable'),
  ...classOfEachWord(
    'discontinued',
    'placed',
    'approved',
    'delivered',
    'on hold',
    'booked',
    'lost',
    'returned',
  ),
  ...classOfEachWord('cancelled', 'sold_out', 'for_sale', 'quarantined', 'any', 'all', 'none'),
  nothing: [''],
  'a space': [' '],
  'what every object has': ['constructor', 'toString', 'valueOf', 'hasOwnProperty'],
  'the name of a prototype': ['__proto__'],
  'what a list has': ['length'],
  ...classOfEachWord('null', 'undefined', 'None', 'true', '.*', '*', '%', '0', '1', '2'),
  'a pattern of one letter': ['_old', 's_ld'],
};

const anyWord = fc
  .stringMatching(/^[a-z]{3,10}$/u)
  .filter((word) => !STATUSES.some((status) => status === word));

/** JSON values that are not statuses. Null is left out, because many services read it as an absent status. */
export const invalidBodyStatuses: Partitions<Json> = partition<Json>({
  ...near,
  ...words,
  'any word': anyWord,
  'the first by number': [0],
  'the second by number': [1],
  'the third by number': [2],
  'one past them by number': [3],
  'any number': fc.integer({ min: 4, max: 999 }),
  'below zero': [-1],
  'a fraction': [0.5, 1.5],
  true: [true],
  false: [false],
  'an empty array': [[]],
  'an array of one': [['sold'], ['available'], ['pending']],
  'an array of several': [
    ['available', 'sold'],
    ['available', 'pending', 'sold'],
  ],
  'an empty object': [{}],
  'an object that holds one': [{ status: 'sold', value: 'sold', name: 'sold', code: 'sold' }],
  'an object as a database asks': [{ $ne: 'sold' }, { $in: ['sold'] }],
});

/** Invalid values for the status filter: some classes of `invalidBodyStatuses`, and classes for the filter alone. */
export const invalidFilterStatuses: Partitions<string> = partition<string>({
  ...Object.fromEntries(
    [
      'in capitals',
      'with a capital',
      'something before sold',
      'something behind available',
      'a space behind',
      'its beginning',
      'two with a comma',
      'quotes around',
    ].map((name) => [name, near[name] ?? []]),
  ),
  'another word': ['unknown', 'deleted', 'inactive', 'reserved'],
  'a word for all': ['all', 'any'],
  nothing: [''],
  'what every object has': ['constructor', '__proto__', 'toString'],
  'a word of a language': ['null', 'undefined', 'true'],
  'a pattern of an expression': ['.*'],
  'a pattern of a file': ['*'],
  'a pattern of a database': ['%'],
  'an injection': ["' OR 1=1--"],
  'the number of one': ['0', '1', '2'],
  'any word': anyWord,
});
