import { expect, it } from 'vitest';
import { NameGenerator } from '../../src/engine/target/names.ts';

const MANY = 5000;

it('gives short names of plain letters that differ in more than their case', () => {
  const names = new NameGenerator();
  const given = Array.from({ length: MANY }, () => names.plain());
  expect(given.filter((name) => !/^[A-Za-z]{1,20}$/.test(name))).toEqual([]);
  expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(MANY);
});

it('gives names and texts without vowels, and no letter three times in a row', () => {
  const names = new NameGenerator();
  for (let n = 0; n < 8000; n += 1) expect(names.plain()).toMatch(/^(?!.*(.)\1\1)[b-df-hj-np-tv-z]{9,10}$/iu);
  const tags = ['one', 'two', 'three'].map((challenge) => NameGenerator.answering(challenge).tag);
  for (const tag of tags) expect(tag).toMatch(/^[b-df-hj-np-tv-z]{6}$/u);
});

it('gives a text of ten characters and more, never twice, and the same words under a new name', () => {
  const names = new NameGenerator();
  const text = names.text('Hello');
  expect(text).toMatch(/^Hello [A-Z][a-z]{8}$/u);
  expect(names.renewed(text)).toMatch(/^Hello [A-Z][a-z]{8}$/u);
  expect(new Set([text, names.text('Hello'), names.renewed(text)]).size).toBe(3);
});

it('knows its own names, in whatever they are hidden, and no others', () => {
  const names = new NameGenerator();
  expect(names.isOurs(`  <b>${names.plain()}</b>`)).toBe(true);
  expect(names.isOurs('Rex')).toBe(false);
});

it('draws its tag afresh for each run', () => {
  expect(new Set(Array.from({ length: 20 }, () => new NameGenerator().tag)).size).toBeGreaterThan(1);
});

it('draws the same names and digits for the same tag', () => {
  const [one, same, other] = [
    new NameGenerator('abcdef'),
    new NameGenerator('abcdef'),
    new NameGenerator('abcdeg'),
  ];
  const drawn = (from: NameGenerator) => Array.from({ length: 5 }, () => `${from.plain()} ${from.digits()}`);
  const first = drawn(one);
  expect(drawn(same)).toEqual(first);
  expect(drawn(other)).not.toEqual(first);
  for (const line of first) expect(line).toMatch(/^[A-Z][a-z]{2}abcdef [1-9]\d{8}$/u);
});
