import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson, sameJson, writeJson } from '../../src/json/json.ts';
import type { Json } from '../../src/json/types.ts';

function valueOf(text: string): Json {
  const read = parseExactJson(text);
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}

describe('parseExactJson', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['9223372036854775807', 9223372036854775807n],
    ['1.0', 1],
    ['400.0', 400],
    ['4e2', 400],
    ['1E3', 1000],
    ['1e+3', 1000],
    ['1200e-2', 12],
    ['9007199254740993.0', 9007199254740993n],
    ['9.007199254740993e15', 9007199254740993n],
    ['922337203685477580.7e1', 9223372036854775807n],
    ['-0', 0],
    ['-0.0e5', 0],
    ['0e999999999', 0],
    ['1.5', 1.5],
    ['15e-1', 1.5],
    ['1e-7', 1e-7],
  ])('reads %s as the number that it denotes', (text, expected) => {
    const [element] = Object.values(valueOf(` [ ${text} ] `) ?? {}) as Json[];
    const [member] = Object.values(valueOf(`{"a":${text}}`) ?? {}) as Json[];
    for (const number of [valueOf(text), element, member]) {
      expect(typeof number).toBe(typeof expected);
      expect(number === expected).toBe(true);
    }
  });

  it.each([
    '1e999999999',
    '-1e400',
    '1.00000000000000000001',
    '9007199254740993.5',
    '1e-400',
    '9'.repeat(400),
  ])('never takes %s for an integer of int64', (text) => {
    const value = valueOf(text);
    expect(typeof value).toBe('number');
    expect(Number.isInteger(value)).toBe(false);
  });

  it('agrees with JSON.parse on every text whose numbers are doubles', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = valueOf(text);
        fc.pre(!/\d{16}|\d[eE]/u.test(text));
        expect(value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('takes just the texts that JSON.parse takes, numbers that need exactness among them', () => {
    const pieces = String.raw`1e2 12345678901234567 1.0 "a" "\u0041" "\x" , : [ ] { }`.split(' ');
    const more = String.raw`01 .5 +1 1. NaN tru true null 'a' " \ // -`.split(' ');
    const blanks = [' ', '\t', '\u00a0', '\f', '"\t"'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...more, ...blanks), { maxLength: 6 }), (parts) => {
        for (const text of [parts.join(''), `[1e2,${parts.join('')}]`, `{"a":1e2,${parts.join('')}}`]) {
          expect(parseExactJson(text).ok, text).toBe(parses(text));
        }
      }),
    );
  });

  it('tolerates a byte-order mark, though only one', () => {
    expect(valueOf('\uFEFF[1]')).toEqual([1]);
    expect(parseExactJson('\uFEFF\uFEFF[1]').ok).toBe(false);
  });

  it.each(['{"a":1,"a":2}', '{"a":1e1,"a":{"b":1},"a":2}'])('lets the last of %s count', (text) => {
    expect(valueOf(text)).toEqual({ a: 2 });
  });

  it.each(['{"__proto__":{"id":1}}', '{"__proto__":{"id":1e0}}'])('keeps __proto__ a member: %s', (text) => {
    const value = valueOf(text);
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(writeJson(value)).toBe('{"__proto__":{"id":1}}');
    expect(sameJson(value, {})).toBe(false);
  });

  it.each(['[', '{"a":', '[{"a":1e2},'])('survives a hundred thousand of %s', (opening) => {
    expect(parseExactJson(opening.repeat(100_000)).ok).toBe(false);
  });

  it('refuses valid nesting that is too deep, and takes brackets in strings for text', () => {
    expect(parseExactJson(`${'['.repeat(100_000)}${']'.repeat(100_000)}`).ok).toBe(false);
    expect(valueOf(`["${'['.repeat(5000)}\\"["]`)).toEqual([`${'['.repeat(5000)}"[`]);
    expect(parseExactJson(`[${Array(2000).fill('[]').join(',')}]`).ok).toBe(true);
  });

  it.each([
    ['', 'the body is empty'],
    [' \n', 'the body is empty'],
    ['[1,', 'the body ends in the middle of a value'],
    ['{"a":"b', 'the body ends in the middle of a value'],
    ['[][]', 'something follows the JSON value, from character 3'],
    ['{"a" 1}', 'the body breaks the grammar of JSON at character 6'],
    ['<html>', 'the body begins with "<", as HTML or XML does'],
  ])('says why %j is not JSON', (text, problem) => {
    expect(parseExactJson(text)).toEqual({ ok: false, problem });
  });

  it('quotes nothing of the text in its reason', () => {
    for (const text of ['secret-text', '["secret-text" oops]', '{"secret-text"}', '[secret-text]']) {
      expect(JSON.stringify(parseExactJson(text))).not.toContain('secret');
    }
  });
});

const exact = fc.letrec<{ value: Json; object: Record<string, Json> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.string(),
    fc.integer(),
    fc.double({ noDefaultInfinity: true, noNaN: true }).filter((number) => !Number.isInteger(number)),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).filter((one) => !Number.isSafeInteger(Number(one))),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
})).value;

describe('writeJson', () => {
  it('writes what parseExactJson reads back, to the last digit', () => {
    fc.assert(fc.property(exact, (value) => sameJson(valueOf(writeJson(value)), value)));
  });

  it('writes bigints as numbers', () => {
    expect(writeJson({ id: 2n ** 63n - 1n, list: [1, 'a', null, true] })).toBe(
      '{"id":9223372036854775807,"list":[1,"a",null,true]}',
    );
  });
});

describe('sameJson', () => {
  it.each<[Json, Json, boolean]>([
    [1, 1n, true],
    [1n, 1, true],
    [0, -0, true],
    [9007199254740993n, 9007199254740992, false],
    [1.5, 1n, false],
    [1, '1', false],
    [1, true, false],
    [null, {}, false],
    [[], {}, false],
    [{}, [], false],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [{ a: 1, b: [2n] }, { b: [2], a: 1n }, true],
    [{ a: null }, { b: null }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
  ])('%o and %o: %s', (a, b, expected) => {
    expect(sameJson(a, b)).toBe(expected);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
