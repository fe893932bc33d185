import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layOutJson } from '../../reports/json-layout.ts';

/** Lines as a person would see them: marks in guillemets, notes behind an arrow. */
function shown(text: string, ...pointers: string[]): readonly string[] | undefined {
  return layOutJson(text, pointers)?.map((line) => {
    const indent = '  '.repeat(line.indent);
    const pieces = line.pieces.map((piece) => (piece.marked ? `«${piece.text}»` : piece.text)).join('');
    const notes = line.notes.length === 0 ? '' : ` ← ${line.notes.join(', ')}`;
    return `${indent}${line.isGap ? '… ' : ''}${pieces}${notes}`;
  });
}

function animals(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, index) => ({ id: index + 1, name: 'Rex' })));
}

describe('a list', () => {
  test('has an animal on each line, and what is far from a mark left out', () => {
    expect(shown(animals(25), '/19/name', '/20')).toEqual([
      '[',
      '  {"id": 1, "name": "Rex"},',
      '  … items 2 to 18, 17 in all',
      '  {"id": 19, "name": "Rex"},',
      '  {"id": 20, «"name": "Rex"»}, ← item 20 of 25',
      '  «{"id": 21, "name": "Rex"}», ← item 21 of 25',
      '  {"id": 22, "name": "Rex"},',
      '  … items 23 to 24, 2 in all',
      '  {"id": 25, "name": "Rex"}',
      ']',
    ]);
  });

  test('shows its beginning and its end where nothing is marked', () => {
    expect(shown(animals(9))).toEqual([
      '[',
      '  {"id": 1, "name": "Rex"},',
      '  {"id": 2, "name": "Rex"},',
      '  {"id": 3, "name": "Rex"},',
      '  … items 4 to 8, 5 in all',
      '  {"id": 9, "name": "Rex"}',
      ']',
    ]);
    expect(shown('[]')).toEqual(['[]']);
  });

  test('says what is missing where a pointer leads nowhere', () => {
    expect(shown('[{"id":1}]', '/0/name')).toEqual(['[', '  «{"id": 1}» ← item 1 of 1, no member name', ']']);
    expect(shown('[{"id":1}]', '/0/name', '/0/categoryId')).toEqual([
      '[',
      '  «{"id": 1}» ← item 1 of 1, no member name, no member categoryId',
      ']',
    ]);
    expect(shown('[]', '/0')).toEqual(['«[]» ← no item 0']);
    expect(shown('{"a~b/c":{}}', '/a~0b~1c/x')).toEqual(['{', '  «"a~b/c": {}» ← no member x', '}']);
  });

  test('stays short where everything is marked', () => {
    const all = Array.from({ length: 100 }, (_, index) => `/${String(index)}`);
    expect(shown(animals(100), ...all)?.length).toBeLessThanOrEqual(42);
  });
});

describe('an object', () => {
  test('has a member on each line, and numbers as they were written', () => {
    expect(shown('{"id":9007199254740993,"n":1.0e2,"o":{"a":[1, 2]}}', '/id')).toEqual([
      '{',
      '  «"id": 9007199254740993»,',
      '  "n": 1.0e2,',
      '  "o": {"a": [1, 2]}',
      '}',
    ]);
  });

  test('is folded where it is long, and cut where a text is very long', () => {
    const lines = shown(
      JSON.stringify({ a: Array.from({ length: 60 }, (_, n) => `x${String(n)}`.repeat(5)) }),
    );
    expect(lines?.length).toBeLessThan(45);
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}… \d+ more lines$/u));
    const [, long] = shown(JSON.stringify({ a: 'y'.repeat(300_000) })) ?? [];
    expect(long?.length).toBeLessThan(400);
    expect(long).toContain('… (300002 characters)');
  });
});

describe('what is not JSON', () => {
  test.each(['', '<html>', '{"a":1', '[1,]', '{"a":1} x', '// c\n1', 'NaN'])(
    'is not laid out: %j',
    (text) => {
      expect(layOutJson(text)).toBeUndefined();
    },
  );

  test('is nothing that goes too deep, or is too much', () => {
    expect(layOutJson('['.repeat(100_000) + ']'.repeat(100_000))).toBeUndefined();
    expect(layOutJson(`"${'x'.repeat(600_000)}"`)).toBeUndefined();
  });
});

test('any JSON is laid out, and without marks and gaps it says what the text says', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.string()), (value, segments) => {
      const text = JSON.stringify(value);
      const pointer = segments.map((one) => `/${one}`).join('');
      const lines = layOutJson(text, [pointer]) ?? [];
      expect(lines.length).toBeGreaterThan(0);
      if (lines.some(({ isGap }) => isGap) || text.length > 250) return;
      const all = lines.flatMap(({ pieces }) => pieces.map((piece) => piece.text));
      expect(JSON.parse(all.join(''))).toEqual(JSON.parse(text));
    }),
  );
});
