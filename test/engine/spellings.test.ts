import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeJsonSpelled, commonJsonSpellings } from '../../src/json/spellings.ts';
import { parseExactJson } from '../../src/json/json.ts';
import type { JsonObject } from '../../src/json/types.ts';
import { createBodyOf } from '../../src/engine/target/creates.ts';

const name = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"', '\\u0041', '0', '\u{1F436}x', '\u007f'),
);
const bodies: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ name, categoryId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) }).map(createBodyOf),
  fc.record({ message: name, to: fc.constant('Rex') }),
  fc.dictionary(
    name,
    fc.oneof(name, fc.integer(), fc.boolean(), fc.constant(null), fc.constant([1, { a: 'b' }])),
  ),
);

it('every spelling is JSON, and of the same value, to every reader', () => {
  fc.assert(
    fc.property(bodies, fc.constantFrom(...commonJsonSpellings), (body, spelling) => {
      const tight = writeJsonSpelled(body, 'tight');
      const text = writeJsonSpelled(body, spelling);
      expect(JSON.parse(text)).toEqual(JSON.parse(tight));
      expect(parseExactJson(text)).toEqual(parseExactJson(tight));
    }),
  );
});

it('keeps every digit of an int64', () => {
  const exact = { name: 'Rex', categoryId: 2n ** 63n - 1n };
  for (const spelling of commonJsonSpellings)
    expect(writeJsonSpelled(exact, spelling)).toContain('9223372036854775807');
});

it.each([
  { name: 'Rex', categoryId: 1 },
  { name: 'Rex', categoryId: 1, status: 'sold' },
  { message: 'hello', to: 'Rex' },
])('the spellings of %j differ as texts, and in nothing that a body has', (body) => {
  const texts = commonJsonSpellings.map((spelling) => writeJsonSpelled(body, spelling));
  expect(new Set(texts).size).toBe(commonJsonSpellings.length);
  for (const text of texts) expect(JSON.parse(text)).toEqual(body);
});

it('members stand in another order, texts are escaped, and names are', () => {
  const body = { name: 'Rex', categoryId: 1 };
  expect(writeJsonSpelled(body, 'tight')).toBe('{"name":"Rex","categoryId":1}');
  expect(writeJsonSpelled(body, 'reversed')).toBe('{"categoryId":1,"name":"Rex"}');
  expect(writeJsonSpelled(body, 'escaped')).toBe(String.raw`{"name":"\u0052ex","categoryId":1}`);
  expect(writeJsonSpelled(body, 'escaped names')).toBe(String.raw`{"\u006eame":"Rex","\u0063ategoryId":1}`);
});
