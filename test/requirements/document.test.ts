import { expect, it } from 'vitest';
import { sectionWithLines, sectionsWithLines, sectionTitles } from '../../requirements/document.ts';
import { requirements } from '../../requirements/index.ts';

it('has each section that a requirement comes from, and no other', () => {
  const named = new Set(requirements.flatMap(({ sections }) => sections));
  expect(sectionTitles.toSorted()).toEqual([...named].toSorted());
});

it('has its sections one after the other', () => {
  const lines = sectionTitles.flatMap((title) =>
    (/lines (\d+)-(\d+)$/u.exec(sectionWithLines(title)) ?? []).slice(1).map(Number),
  );
  expect(lines).toHaveLength(2 * sectionTitles.length);
  expect(lines).toEqual(lines.toSorted((one, other) => one - other));
  expect(new Set(lines).size).toBe(lines.length);
});

it.each([
  ['Limits, List animals', 'Limits, lines 174-182; List animals, lines 80-97'],
  ['a title of somebody else', 'a title of somebody else'],
])('places %s', (section, placed) => {
  expect(sectionsWithLines(section)).toBe(placed);
});
