import * as fc from 'fast-check';
import type { Json } from '../src/json/types.ts';

/** A distinctive number: what a service makes of it as text is found again. */
const marked = fc.integer({ min: 100_000_000, max: 999_999_999 });

/** JSON values that are no string. */
export const notStrings: fc.Arbitrary<Json> = fc.oneof(
  marked,
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.array(fc.constantFrom<Json>('Rex', 1, null), { minLength: 1, maxLength: 2 }),
  fc.constant({ first: 'Rex' }),
  fc.double({ min: 0.1, max: 9.9, noNaN: true, noDefaultInfinity: true }).filter((x) => !Number.isInteger(x)),
);

export const tellingNotStrings: readonly Json[] = [
  734512903,
  null,
  true,
  false,
  0.5,
  [],
  ['Rex'],
  { first: 'Rex' },
];

/** Numbers with few digits: `5e-324` or `0.9999999999999999` may be an integer to a reader of fewer digits, by right. */
const fractions = fc
  .integer({ min: -999_999, max: 999_999 })
  .map((thousandths) => thousandths / 1000)
  .filter((number) => !Number.isInteger(number));

/** JSON values that are no integer of int64; `1.0` and `1e0` are left out, since they are integers. */
export const notInt64s: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, [], {}, '', '1', 'abc', [1], { id: 1 }, 0.5, -0.25),
  fractions,
  fc.bigInt({ min: 2n ** 63n, max: 2n ** 70n }),
  fc.bigInt({ min: -(2n ** 70n), max: -(2n ** 63n) - 1n }),
);

export const tellingNotInt64s: readonly Json[] = [
  '1',
  'abc',
  '',
  1.5,
  null,
  true,
  [1],
  {},
  2n ** 63n,
  -(2n ** 63n) - 1n,
  1e300,
];

/** JSON values that are none of the three statuses; null is left out, since many services read it as none given. */
export const notStatuses: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>('', 'unknown', 'Available', 'SOLD', 'available ', 'pending,sold', 'deleted', 'avail'),
  fc.constantFrom<Json>(0, 1, true, false, [], {}, ['sold'], { status: 'sold' }),
  fc.stringMatching(/^[a-z]{3,10}$/).filter((word) => !['available', 'pending', 'sold'].includes(word)),
);

export const tellingNotStatuses: readonly Json[] = [
  'unknown',
  'SOLD',
  'Sold',
  ' sold ',
  'soldx',
  'unsold',
  'sold\n',
  'available,sold',
  'constructor',
  '1',
  '',
  1,
  true,
  ['sold'],
];

/** JSON values that are no object, as the whole body. */
export const notObjects: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 'Rex', [], [[]]),
  fc.integer(),
  fc.stringMatching(/^[A-Za-z ]{0,12}$/),
);

/** A way to spoil a JSON text so that RFC 8259 rejects it. */
export interface Spoiler {
  readonly label: string;
  /** @param text an object's JSON text @returns a text that is no JSON */
  readonly spoil: (text: string) => string;
}

/** Each turns the text of an object into one that is no JSON (RFC 8259, sections 2 to 7). */
export const spoilers: readonly Spoiler[] = [
  { label: 'cut off before its end', spoil: (text) => text.slice(0, -1) },
  { label: 'a comma before the end', spoil: (text) => `${text.slice(0, -1)},}` },
  { label: 'single quotes', spoil: (text) => text.replaceAll('"', "'") },
  { label: 'names without quotes', spoil: (text) => text.replaceAll(/"(\w+)":/g, '$1:') },
  { label: 'a comment', spoil: (text) => `${text.slice(0, -1)}/* Rex */}` },
  { label: 'something after the value', spoil: (text) => `${text} x` },
  { label: 'a second value', spoil: (text) => `${text}${text}` },
  { label: 'NaN for a number', spoil: (text) => `${text.slice(0, -1)},"weight":NaN}` },
  { label: 'a number with a leading zero', spoil: (text) => `${text.slice(0, -1)},"weight":01}` },
  { label: 'a raw line break in a string', spoil: (text) => `${text.slice(0, -1)},"note":"a\nb"}` },
  { label: 'a form instead of JSON', spoil: () => 'name=Rex&categoryId=1' },
  { label: 'a raw tab in a string', spoil: (text) => `${text.slice(0, -1)},"note":"a\tb"}` },
  { label: 'an escape that there is none of', spoil: (text) => `${text.slice(0, -1)},"note":"\\q"}` },
  { label: 'a number that ends with a point', spoil: (text) => `${text.slice(0, -1)},"weight":1.}` },
  { label: 'two commas', spoil: (text) => text.replace(',"', ',,"') },
  { label: 'a comment to the end of the line', spoil: (text) => text.replace('{', '{// Rex\n') },
];

export const spoiling: fc.Arbitrary<Spoiler> = fc.constantFrom(...spoilers);
