import { expect, it } from 'vitest';
import { unusualNames, type Around } from '../../generators/names.ts';
import { holdsForAll, valuesOf } from './laws.ts';

/** The name with something in its middle, as the checks put it there. */
function nameOf({ before, after, core }: Around): string {
  const middle = core === 'none' ? '' : core === 'digits' ? '123456789' : 'Rex';
  return `${before}${middle}${after}`;
}

it('unusual names are what UTF-8 can carry, and never empty', () => {
  holdsForAll(unusualNames, (around) => {
    expect(nameOf(around).isWellFormed()).toBe(true);
    expect(nameOf(around)).not.toBe('');
  });
});

it('unusual names are other than the plain one in them, and than each other', () => {
  const names = valuesOf(unusualNames).map(nameOf);
  expect(names).not.toContain('Rex');
  expect(new Set(names).size).toBe(names.length);
});
