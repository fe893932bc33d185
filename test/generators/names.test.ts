import { expect, it } from 'vitest';
import {
  applyNameChange,
  namesWithControlCharacters,
  unusualNameParts,
  unusualNamesSentAlone,
  type UnusualName,
} from '../../generators/names.ts';
import { NameGenerator } from '../../src/engine/target/names.ts';
import { holdsForAll, valuesOf } from './laws.ts';

const THERE = 'Rex';
const all = [...unusualNameParts, ...namesWithControlCharacters, ...unusualNamesSentAlone];

/** The name with something in its middle, as the checks put it there. */
function nameOf({ before, after, core }: UnusualName): string {
  if (core === 'none') return before;
  const middle = core === undefined ? 'Max' : core === 'digits' ? '123456789' : applyNameChange(THERE, core);
  return `${before}${middle}${after}`;
}

it('unusual names are what UTF-8 can carry', () => {
  holdsForAll(all, (unusual) => expect(nameOf(unusual).isWellFormed()).toBe(true));
});

it('unusual names are other than plain ones, and than each other', () => {
  const names = valuesOf(all).map(nameOf);
  expect(names).not.toContain(THERE);
  expect(names).not.toContain('Max');
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
});

it('a part never is the whole name: it has something unique in it', () => {
  holdsForAll(unusualNameParts, ({ core }) => expect(core).not.toBe('none'));
});

it('a changed name is another one, as runs call their animals', () => {
  for (const there of ['Rex', new NameGenerator().plain()]) {
    const made = valuesOf(all).flatMap(({ core }) =>
      core === undefined || core === 'digits' || core === 'none' ? [] : [applyNameChange(there, core)],
    );
    expect(made).toHaveLength(4);
    expect(new Set([there, ...made]).size).toBe(5);
  }
});
