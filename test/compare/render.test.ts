import { parse } from 'csv-parse/sync';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, test } from 'vitest';
import { compare } from '../../reports/compare/comparison.ts';
import type { Named } from '../../reports/compare/comparison.ts';
import { matrixOf } from '../../reports/compare/matrix.ts';
import { matrixCsv } from '../../reports/render/compare/csv.ts';
import { compareHtml } from '../../reports/render/compare/page.tsx';
import { compareMarkdown } from '../../reports/render/compare/markdown.ts';
import { compareText } from '../../reports/render/compare/text.ts';
import { hostile, hostileRun, mixed, report } from '../reports/fixture.ts';

const good: Named = { name: 'staging', report: report() };
const bad: Named = { name: 'production', report: mixed().report };
const evil: Named = {
  name: hostile.formula,
  report: {
    ...hostileRun().report,
    target: { ...good.report.target, baseUrl: `https://x/${hostile.markup}` },
  },
};

const draw = {
  text: (reports: readonly Named[]) => compareText(comparisons(reports), 100),
  markdown: (reports: readonly Named[]) => compareMarkdown(comparisons(reports)),
  html: (reports: readonly Named[]) => compareHtml(comparisons(reports), matrixOf(reports)),
  csv: (reports: readonly Named[]) => matrixCsv(matrixOf(reports)),
};

function comparisons([first, ...others]: readonly Named[]) {
  return first === undefined ? [] : others.map((other) => compare(first, other));
}

test.each(['text', 'markdown', 'html'] as const)('%s says what changed', (format) => {
  const text = draw[format]([good, bad]);
  for (const word of ['New failure', 'Lost coverage', 'New warning', 'Newly waived']) {
    expect(text.toLowerCase()).toContain(word.toLowerCase());
  }
  expect(text).toContain('list.limit.default');
  expect(text).toContain('3 new failures');
  expect(text.replaceAll(/\s+/gu, ' ')).toContain('name it with --allow');
  expect(draw[format]([good, good])).toContain('Nothing changed.');
  expect(draw[format]([bad, good])).toContain('No new failure and no lost coverage.');
});

test('text is as it was', () => {
  expect(draw.text([good, bad])).toMatchSnapshot();
});

test('what is allowed is told as that', () => {
  const allowed = {
    matrix: matrixOf([good, bad]),
    comparisons: [compare(good, bad, ['new-failure', 'lost-coverage'])],
  };
  const html = compareHtml(allowed.comparisons, allowed.matrix);
  expect(compareText(allowed.comparisons, 100)).toMatch(/^Result +\d+ new failures?\b[^]*, allowed\.$/mu);
  expect(html).toMatch(/\d+ new failures?\b[^<]*, allowed\./u);
  expect(html).not.toContain('No new failure');
});

test('of two reports what differs stands first, of more the matrix', () => {
  const places = (html: string) => [html.indexOf('id="matrix"'), html.indexOf('class="comparison"')];
  const [two, three] = [places(draw.html([good, bad])), places(draw.html([good, bad, good]))];
  expect(two[0]).toBeGreaterThan(two[1] ?? 0);
  expect(three[0]).toBeLessThan(three[1] ?? 0);
});

test('the matrix says by which catalogue each report was made', () => {
  const catalogue = { version: '9.8.7', digest: `sha256:${'0'.repeat(64)}` };
  const newer = { name: 'newer', report: { ...good.report, catalogue } };
  const lines = parse(draw.csv([good, newer]));
  expect(lines.find(([name]) => name === '(catalogue)')?.slice(2)).toEqual([
    good.report.catalogue?.version ?? '',
    '9.8.7',
  ]);
  expect(draw.html([good, newer])).toContain('catalogue 9.8.7');
});

test('the matrix names every requirement and every report', () => {
  const html = draw.html([good, bad, good]);
  const csv = draw.csv([good, bad, good]);
  const lines = parse(csv);
  expect(lines[0]).toEqual(['requirement', 'level', 'staging', 'production', 'staging']);
  expect(lines.find(([name]) => name === '(verdict)')).toEqual([
    '(verdict)',
    '',
    'conformant',
    'non-conformant',
    'conformant',
  ]);
  for (const { id } of good.report.requirements) {
    expect(html).toContain(`<code>${id}</code>`);
    expect(lines.filter(([name]) => name === id)).toHaveLength(1);
  }
  expect(lines.find(([name]) => name === 'list.limit.default')).toEqual([
    'list.limit.default',
    'stated',
    'pass',
    'fail',
    'pass',
  ]);
});

test('hostile text acts on nobody', () => {
  const reports = [good, evil];
  const acts = /[^\P{Cc}\r\n\t]|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u;
  for (const format of ['text', 'markdown', 'csv'] as const) expect(draw[format](reports)).not.toMatch(acts);
  expect(draw.html(reports)).not.toMatch(/<script|<img|<a[^>]+javascript:/iu);
  expect(draw.text(reports)).not.toMatch(/^\s*::|##\w*\[/mu);
  const page = micromark(draw.markdown(reports), {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  expect(page).toContain('<table>');
  expect(page).not.toMatch(/<script|<img|<a[ >]|<b>/iu);
  const cells = parse(draw.csv(reports)).flat();
  for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@]/u);
});

test('the page runs nothing and loads nothing', () => {
  const html = draw.html([good, bad]);
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/<script|src=|url\(/u);
});
