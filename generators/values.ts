import * as fc from 'fast-check';
import type { Json } from '../src/json/types.ts';
import { partition, type Partitions } from './partitions.ts';

/** Numbers with nine digits: if a service stores such a number as a text, a search for the text finds the animal. */
const marked = fc.integer({ min: 100_000_000, max: 999_999_999 });

/** JSON values that are not strings, of every type (RFC 8259, section 3), and those that languages convert to a string. */
export const nonStrings: Partitions<Json> = partition<Json>({
  'a number': marked,
  zero: [0],
  'a small number': [1, 7],
  'a number below zero': [-1],
  'a fraction': fc.integer({ min: 1, max: 99 }).map((tenths) => tenths / 10 + 0.05),
  'a number past a double': [2n ** 53n + 1n, 1e300],
  null: [null],
  true: [true],
  false: [false],
  'an empty array': [[]],
  'an array of one string': [['Rex']],
  'an array of several': [
    ['Rex', 'Max'],
    ['R', 'e', 'x'],
  ],
  'an array of a number': [[1]],
  'an array of nothing': [[null]],
  'an array in an array': [[['Rex']]],
  'an empty object': [{}],
  'an object that holds a name': [{ name: 'Rex' }],
  'an object that holds a value': [
    { value: 'Rex', text: 'Rex', '#text': 'Rex', first: 'Rex', last: 'of Rexton' },
  ],
  'an object by languages': [{ en: 'Rex' }, { default: 'Rex' }],
  'an object as a library writes one': [{ $numberLong: '1' }, { $oid: '65f0a0a0a0a0a0a0a0a0a0a0' }],
  'an object as a database asks': [{ $ne: '' }, { $gt: '' }],
  'an object with a text of its own': [{ toString: 'Rex' }],
  'an object with a length': [{ length: 3 }],
});

/** Fractions with few digits. A parser of lower precision may round `5e-324` or `0.9999999999999999` to an integer. */
const fractions = fc
  .integer({ min: -999_999, max: 999_999 })
  .map((thousandths) => thousandths / 1000)
  .filter((number) => !Number.isInteger(number));

/**
 * JSON values that are not int64: every other JSON type, and values that languages convert to an integer: text with
 * digits, booleans, arrays of one element, and numbers that get rounded, wrapped or truncated. `1.0` and `1e0` are left
 * out, because they are integers.
 */
export const nonInt64s: Partitions<Json> = partition<Json>({
  'digits in a string': ['1', '12', '7'],
  'zero in a string': ['0'],
  'a negative number in a string': ['-1', '-12'],
  'an empty string': [''],
  'a space in a string': [' ', '\t'],
  'a space before digits': [' 1'],
  'a space behind digits': ['1 ', '1\t'],
  'a line break behind digits': ['1\n'],
  'a whole number with a point in a string': ['1.0'],
  'a fraction in a string': ['1.5'],
  'a point at an end in a string': ['1.'],
  'an exponent in a string': ['1e0', '1E2'],
  'hexadecimal digits in a string': ['0x1'],
  'binary or octal digits in a string': ['0b1', '0o1'],
  'a leading zero in a string': ['01'],
  'a plus sign in a string': ['+1'],
  'an underscore in a string': ['1_000'],
  'a comma in a string': ['1,000'],
  'digits and more in a string': ['1abc', '1;', '12 cats'],
  'a word': ['abc', 'one', 'dogs'],
  'the path of one': ['/categories/1', '/v1/categories/1'],
  'true in a string': ['true'],
  'null in a string': ['null'],
  'Infinity in a string': ['Infinity'],
  'undefined in a string': ['undefined'],
  'digits of another script': ['\u0661', '\uff11', '\u0967'],
  'half of one': [0.5],
  'one and a half': [1.5],
  'a fraction above one': [2.5, 1.25, 99.99],
  'a fraction that nearly is one': [0.999999, 1.000001],
  'a fraction within a tolerance of one': [1.000_000_000_1, 2.000_000_000_1],
  'a fraction below zero': [-0.25, -1.5, -0.1],
  'any fraction': fractions,
  'a fraction past 32 bits': [4_294_967_297.5, 1_000_000_000_000.5],
  // A double holds halves exactly up to 2^52.
  'a fraction with as many digits as a double has': [1_234_567_890_123_456.5, 2_000_000_000_000_000.5],
  null: [null],
  true: [true],
  false: [false],
  'an empty array': [[]],
  'an array of one': [[1]],
  'an array of text': [['1']],
  'an array of several': [[1, 2]],
  'an empty object': [{}],
  'an object that holds an id': [{ id: 1 }],
  'an object that holds a value': [{ value: 1, categoryId: 1, low: 1, high: 0, unsigned: false }],
  'an object as a library writes one': [{ $numberLong: '1' }, { $numberInt: '1' }],
  'one past int64': [2n ** 63n],
  'one below int64': [-(2n ** 63n) - 1n],
  'what wraps to one': [2n ** 64n + 1n],
  'past int64': fc.bigInt({ min: 2n ** 63n + 2n, max: 2n ** 70n }),
  'below int64': fc.bigInt({ min: -(2n ** 70n), max: -(2n ** 63n) - 2n }),
  'far past int64': [1e300, -1e30, 10n ** 40n],
  'past what a double holds': [10n ** 400n],
});
