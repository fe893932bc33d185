import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isRequirementId, requirement, requirements } from '../../requirements/index.ts';
import { headingsOf, rowsOf } from './catalogue-rows.ts';
import { frozen } from './frozen.ts';

/** Beside the checkout, where they are kept; a clone elsewhere has only what was frozen of them. */
const LIST = new URL('../../../shared/requirements.md', import.meta.url);
const DOCUMENT = new URL('../../../shared/spec/000_2ccfbd0aad105ce9.txt', import.meta.url);

const frozenRows = Object.entries(frozen.rows).map(([id, [level, profile]]) => ({ id, level, profile }));
const rows = existsSync(LIST) ? rowsOf(readFileSync(LIST, 'utf8')) : frozenRows;
const headings = existsSync(DOCUMENT) ? headingsOf(readFileSync(DOCUMENT, 'utf8')) : frozen.headings;

/** Headings lose what stands in brackets behind them: `Get an animal (deprecated)`. */
const sectionTitles = headings.map((heading) => heading.replace(/ \([^)]*\)$/, ''));

describe('the catalogue', () => {
  it('has the ids, levels and profiles of the list of requirements', () => {
    const ours = requirements.map(({ id, level, profile }) => ({ id, level, profile }));
    expect(rows.length).toBeGreaterThan(50);
    expect(
      ours.toSorted((a, b) => a.id.localeCompare(b.id)),
      'test/requirements/frozen.json has a row for each',
    ).toEqual(rows.toSorted((a, b) => a.id.localeCompare(b.id)));
  });

  it('is frozen here as that list has it', () => {
    expect(frozenRows).toEqual(rows);
    expect(frozen.headings).toEqual(headings);
  });

  it('finds each row by its id, and nothing else', () => {
    for (const row of requirements) {
      expect(isRequirementId(row.id)).toBe(true);
      expect(requirement(row.id)).toEqual(row);
    }
    for (const text of ['', 'list', 'LIST.SUCCESS', 'toString', '__proto__', 'list.success ']) {
      expect(isRequirementId(text)).toBe(false);
    }
  });
});

describe.each(requirements)('$id', ({ level, sections, statement, basis, profile, area, id }) => {
  it('names sections that the document has, and none where it is silent', () => {
    for (const section of sections) expect(sectionTitles).toContain(section);
    expect(new Set(sections).size).toBe(sections.length);
    expect(sections.length > 0).toBe(level !== 'advisory');
  });

  it('says in a sentence what is decided', () => {
    expect(statement).toMatch(/^[A-Za-z].{10,}[^.]\.$/);
  });

  it('says what it follows from, or which practice speaks', () => {
    if (level === 'implied') expect(basis).toMatch(/^[A-Za-z].{20,}\.$/);
    if (level === 'advisory') expect(basis).toMatch(/\bRFC \d{4}\b|plain good practice/);
    if (level === 'stated') expect(basis).toBeUndefined();
  });

  it('belongs to the profile whose area it stands in', () => {
    expect(profile === 'messages').toBe(area === 'Messages');
    expect(id.startsWith('messages.')).toBe(profile === 'messages');
  });
});
