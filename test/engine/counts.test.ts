import { expect, it } from 'vitest';
import { countText, flawFrequencyText } from '../../src/engine/verbs/counts.ts';

it.each([
  [2, 'limits from 1 to 100, each answered with 200', '2 limits from 1 to 100, each answered with 200'],
  [1, 'limits from 1 to 100, each answered with 200', '1 limit from 1 to 100, answered with 200'],
  [1, 'unknown statuses, each refused', '1 unknown status, refused'],
  [1, 'success answers', '1 success answer'],
  [1, 'bodies without name', '1 body without name'],
])('%i of %j', (count, plural, words) => {
  expect(countText(count, plural)).toBe(words);
});

it.each([
  [162, 344, '; seen in 162 of 344 lists'],
  [1, 344, '; seen in 1 of 344 lists'],
  [63, 63, '; seen in all 63 lists'],
  [2, 2, '; seen in both lists'],
  [1, 2, '; seen in 1 of 2 lists'],
  [1, 1, ''],
])('%i of %i are %j', (count, all, words) => {
  expect(flawFrequencyText(count, all, 'lists')).toBe(words);
});

it.each([
  [3, 100, '; seen in 3 of 100 lists (every limit above 50)'],
  [100, 100, '; seen in all 100 lists'],
])('what %i of %i share stands behind it', (count, all, words) => {
  expect(flawFrequencyText(count, all, 'lists', 'every limit above 50')).toBe(words);
});

it.each([
  [3, 100, '; an id twice in 3 of 100 lists (every limit above 50)'],
  [1, 100, '; an id twice in 1 of 100 lists (every limit above 50)'],
  [100, 100, '; an id twice in all 100 lists'],
])('%i of %i show what a sentence about one animal does not say of the others', (count, all, words) => {
  expect(flawFrequencyText(count, all, 'lists', 'every limit above 50', 'an id twice')).toBe(words);
});
