import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeLine, safeJsonText, escapeUnsafe } from '../../reports/text.ts';
import { truncate } from '../../src/base/truncate.ts';
import { allHostile, hostile } from './fixture.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...Object.values(hostile).filter((one) => one !== hostile.long)))
    .map((list) => list.join('')),
);

describe('text from a server', () => {
  test('acts on nothing once it is made visible', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = safeLine(text, 10_000);
        expect(line).not.toMatch(/\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|\p{Default_Ignorable_Code_Point}/u);
        expect(line).not.toMatch(/::[A-Za-z][\w-]*(?:\s.*)?::|##\w*\[/u);
        expect(escapeUnsafe(escapeUnsafe(text))).toBe(escapeUnsafe(text));
      }),
    );
  });

  test.each([
    ['\u001b[31m', String.raw`\u001b[31m`],
    ['a\r\nb\tc', String.raw`a\nb\tc`],
    ['a\rb', String.raw`a\u000db`],
    ['\u202e', String.raw`\u202e`],
    ['\u{e0041}', String.raw`\u{e0041}`],
    ['\ud800', String.raw`\ud800`],
    ['::error::x', String.raw`\u003a:error\u003a:x`],
    ['##[group]', String.raw`\u0023#[group]`],
    ['http://[::1]:80/ a::b()', 'http://[::1]:80/ a::b()'],
    ['größe 大 🐕 <b> C:\\x', 'größe 大 🐕 <b> C:\\x'],
  ])('%j is shown as %s', (text, shown) => {
    expect(safeLine(text)).toBe(shown);
  });

  test('is cut with its length said, and never within a character', () => {
    expect(truncate('abc', 3)).toBe('abc');
    expect(truncate('abcd', 3)).toBe('abc… (cut, 4 characters in all)');
    expect(truncate('ab🐕d', 3)).toBe('ab… (cut, 5 characters in all)');
    expect(truncate(truncate('abcdefgh', 6), 2)).toBe('ab… (cut, 8 characters in all)');
    expect(safeLine(allHostile, 50).length).toBeLessThan(500);
  });

  test('is JSON with exact integers', () => {
    expect(safeJsonText({ id: 2n ** 63n - 1n, list: [1, null] }, 0)).toBe(
      '{"id":"9223372036854775807","list":[1,null]}\n',
    );
  });
});
