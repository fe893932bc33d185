import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { skippedTokenLabels, substituteKey } from '../../generators/substitute-keys.ts';

const of = (characters: string) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 40 });

/** Keys as generators of keys make them, and such as nobody should. */
const keys = fc.oneof(
  of('abcdefghijklmnopqrstuvwxyz'),
  of('0123456789'),
  of('0123456789abcdef'),
  of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'),
  of('abcXYZ019-._~+/'),
  of('-._~+/'),
  of('.='),
  of('aA1-'),
  of('ab'),
  of('a.'),
  of('~='),
  of('0-'),
  fc.uuid(),
  fc.base64String({ minLength: 4, maxLength: 60 }),
  fc.constantFrom(
    'null',
    'None',
    'NaN',
    'undefined',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__proto__',
  ),
  of('abc').map((half) => half + [...half].toReversed().join('')),
);

test('every key has one that lacks the same', () => {
  fc.assert(
    fc.property(keys, (key) => {
      const lacking = skippedTokenLabels(key);
      const found = substituteKey(lacking);
      expect(found === undefined ? 'none' : skippedTokenLabels(found)).toEqual(lacking);
    }),
  );
});

test('most keys lack nothing', () => {
  expect(skippedTokenLabels('pk_0123456789abcdef')).toEqual([]);
  expect(skippedTokenLabels('key-of-this-job')).toEqual([]);
});
