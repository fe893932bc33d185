import { expect, test } from 'vitest';
import { requirements } from '../../requirements/index.ts';
import { nearestWord } from '../../src/config/nearest.ts';
import { requirementPattern } from '../../src/config/only.ts';
import { selectedIds } from '../../src/engine/plan/select.ts';

const ids = requirements.map(({ id }) => id);

test.each([
  ['no pattern means all', [], ids],
  [
    'patterns add up, in the order of the catalogue',
    ['messages.echo', 'list.limit.*', '*.default'],
    [...ids.filter((id) => id.startsWith('list.limit.')), 'messages.echo'],
  ],
  ['a star stands for dots too', ['*media*'], ['media.json', 'create.media-type', 'messages.media']],
])('%s', (_, patterns, expected) => {
  expect([...selectedIds(patterns)]).toEqual(expected);
  for (const text of patterns) expect(requirementPattern(text)).toEqual({ ok: true, value: text });
});

test.each([
  ['media?json', 'did you mean media.json?'],
  ['auth', 'did you mean auth.accepted?'],
  ['(', 'petstore-conformance requirements lists the ids'],
])('only the star is special: %s is no pattern', (text, hint) => {
  expect(requirementPattern(text)).toMatchObject({ ok: false, hint });
});

test.each([
  ['requirments', 'requirements'],
  ['RUN', undefined],
  ['req', 'requirements'],
  ['fualts', 'faults'],
  ['completely-different', undefined],
  ['', undefined],
])('%j is nearest to %j', (word, expected) => {
  expect(nearestWord(word, ['run', 'serve', 'requirements', 'faults'])).toBe(expected);
});
