import { expect, test } from 'vitest';
import { mutantsOf } from '../../tools/mutate/mutants.mjs';

/** A text as it is after each of its changes. */
function changed(text: string): readonly string[] {
  return mutantsOf('x.ts', text).map(
    ({ start, end, text: instead }) => text.slice(0, start) + instead + text.slice(end),
  );
}

test.each([
  ['const a = 100;', ['const a = (101);', 'const a = (99);']],
  ['const a = 5n;', ['const a = (6n);', 'const a = (4n);']],
  ['const a = true;', ['const a = false;']],
  ['a < b;', ['a <= b;']],
  ['a >= b;', ['a > b;']],
  ['a === b;', ['a !== b;']],
  ['a - b;', ['a + b;']],
  ['a && b;', ['a;', 'b;']],
  ['a ?? b;', ['a;']],
  ['a ? b : c;', ['true ? b : c;', 'false ? b : c;']],
  ['if (a) b();', ['if (true) b();', 'if (false) b();']],
  ['!a;', ['a;']],
  ['[a, b, c];', ['[b, c];', '[a, c];', '[a, b];']],
  ['[a];', []],
  ['a.some(b);', ['a.every(b);']],
  ['Math.min(a, b);', ['Math.max(a, b);']],
  // Types do not run, and strings and names are not bounds.
  ["import a from './a.ts';", []],
  ['let a: 1 | 2;', []],
  ['type A = B<1>;', []],
  ["const a = 'text';", []],
])('%s', (text, all) => {
  expect(changed(text)).toEqual(all);
});

test('a change says where it lies: in a check by its id, else in a function, else in a constant', () => {
  const text = [
    'const LIMIT = 100;',
    'function page() { return 20; }',
    "const list = [each('list/limit-in-range', { holds: 101 }), defineCheck({ id: 'get/each', most: 7 })];",
    'call(1);',
  ].join('\n');
  const places = mutantsOf('x.ts', text).map(({ line, where }) => `${line} ${where}`);
  expect([...new Set(places)]).toEqual([
    '1 LIMIT',
    '2 page',
    // The elements of the list itself.
    '3 list',
    '3 list/limit-in-range',
    '3 get/each',
    '4 ',
  ]);
});

test('what is no program is said in one sentence', () => {
  expect(() => mutantsOf('x.ts', 'const = ;')).toThrow(/^x\.ts cannot be parsed: .+/);
});
