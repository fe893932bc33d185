import { expect, it } from 'vitest';
import { Names } from '../../src/engine/names.ts';

const MANY = 5000;

it('gives short names of plain letters that differ in more than their case', () => {
  const names = new Names();
  const given = Array.from({ length: MANY }, () => names.plain());
  expect(given.filter((name) => !/^[A-Za-z]{1,20}$/.test(name))).toEqual([]);
  expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(MANY);
});

it('knows its own names, in whatever they are hidden, and no others', () => {
  const names = new Names();
  expect(names.isOurs(`  <b>${names.plain()}</b>`)).toBe(true);
  expect(names.isOurs('Rex')).toBe(false);
});

it('draws its tag afresh for each run', () => {
  expect(new Set(Array.from({ length: 20 }, () => new Names().tag)).size).toBeGreaterThan(1);
});

it('draws the same names and digits for the same tag', () => {
  const [one, same, other] = [new Names('abcdef'), new Names('abcdef'), new Names('abcdeg')];
  const drawn = (from: Names) => Array.from({ length: 5 }, () => `${from.plain()} ${from.digits()}`);
  const first = drawn(one);
  expect(drawn(same)).toEqual(first);
  expect(drawn(other)).not.toEqual(first);
  for (const line of first) expect(line).toMatch(/^[A-Z][a-z]{2}abcdef [1-9]\d{8}$/u);
});
