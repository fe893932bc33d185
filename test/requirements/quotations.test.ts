import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { documentText } from '../../requirements/document-text.ts';
import { sectionWithLines, sectionTitles, specification } from '../../requirements/document.ts';
import { requirements } from '../../requirements/index.ts';
import { citedLines } from '../../requirements/quotations.ts';

it('has the document to the letter', () => {
  const digest = createHash('sha256').update(documentText, 'utf8').digest('hex');
  expect(`sha256:${digest}`).toBe(specification.digest);
});

it('quotes one to eight lines for each requirement that the document speaks of, and none for the others', () => {
  for (const { id, level } of requirements) {
    const count = citedLines(id).length;
    if (level === 'advisory') expect(count, id).toBe(0);
    else {
      expect(count, id).toBeGreaterThan(0);
      expect(count, id).toBeLessThanOrEqual(8);
    }
  }
});

it('quotes lines that say something of a server, each as it stands', () => {
  const text = documentText.split('\n');
  const ranges = sectionTitles.map((title) =>
    (/lines (\d+)-(\d+)$/u.exec(sectionWithLines(title)) ?? []).slice(1).map(Number),
  );
  for (const { line, text: quoted } of requirements.flatMap(({ id }) => citedLines(id))) {
    expect(quoted).toBe(text[line - 1]);
    expect(quoted).not.toMatch(/^\s*$|^#|^\|-|not shown/u);
    expect(ranges.some(([first = 0, last = 0]) => line >= first && line <= last)).toBe(true);
  }
});

it('names the columns of a table once', () => {
  expect(citedLines('list.limit.default')).toEqual([
    { line: 176, text: '| Limit | Applies to | Value |' },
    { line: 178, text: '| `limit` default | `GET /pets` | 20 |' },
    { line: 86, text: '| Name | Type | Required | Constraints | Default | Description |' },
    {
      line: 88,
      text: '| limit | integer | no | minimum 1, maximum 100 | 20 | Maximum number of animals returned. |',
    },
  ]);
  expect(citedLines('error.object').map(({ line }) => line)).toEqual([162, 52, 54, 55, 56]);
  expect(citedLines('of.another.catalogue')).toEqual([]);
});
