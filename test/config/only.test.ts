import { expect, test } from 'vitest';
import { requirements } from '../../requirements/index.ts';
import { selectRequirements } from '../../src/config/only.ts';
import { nearest } from '../../src/config/nearest.ts';

const ids = requirements.map(({ id }) => id);

test('no pattern means all', () => {
  expect(selectRequirements([])).toEqual(ids);
});

test('patterns add up, in the order of the catalogue', () => {
  expect(selectRequirements(['messages.echo', 'list.limit.*', '*.default'])).toEqual([
    ...ids.filter((id) => id.startsWith('list.limit.')),
    'messages.echo',
  ]);
});

test('only the star is special', () => {
  expect(selectRequirements(['*media*'])).toEqual(['media.json', 'create.media-type', 'messages.media']);
  expect(() => selectRequirements(['media?json'])).toThrow('did you mean media.json?');
  expect(() => selectRequirements(['(', 'auth'])).toThrow(
    /lists the ids\.\n.*did you mean auth\.accepted\?/u,
  );
});

test.each([
  ['requirments', 'requirements'],
  ['RUN', undefined],
  ['req', 'requirements'],
  ['fualts', 'faults'],
  ['completely-different', undefined],
  ['', undefined],
])('%j is nearest to %j', (word, expected) => {
  expect(nearest(word, ['run', 'serve', 'requirements', 'faults'])).toBe(expected);
});
