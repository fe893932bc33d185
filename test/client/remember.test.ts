import { expect, it } from 'vitest';
import { rememberLast } from '../../src/client/remember.ts';

it('the latest results are given again, and no more of them are kept than was asked for', () => {
  const made: string[] = [];
  const upper = rememberLast(
    (text: string) => {
      made.push(text);
      return { text: text.toUpperCase() };
    },
    (one, other) => one === other,
    2,
  );
  const [a, b] = [upper('a'), upper('b')];
  expect([upper('a'), upper('b')]).toEqual([a, b]);
  expect(upper('a')).toBe(a);
  expect(made).toEqual(['a', 'b']);
  upper('c');
  expect(upper('b')).toBe(b);
  expect(upper('a')).toEqual({ text: 'A' });
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});
