import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { compareTwoReports, type NamedReport } from '../../reports/compare/comparison.ts';
import { verdictMatrixOf } from '../../reports/compare/comparison.ts';
import { matrixCsv } from '../../reports/render/compare/csv.ts';
import { renderComparisonHtml } from '../../reports/render/compare/page.tsx';
import { renderComparisonMarkdown } from '../../reports/render/compare/markdown.ts';
import { renderComparisonText } from '../../reports/render/compare/text.ts';
import { allHostile, hostile, report } from '../reports/fixture.ts';
import { markdownToHtml } from '../reports/parsed/markdown.ts';
import { held, hostileRun, mixed } from '../reports/sample.ts';

const good: NamedReport = { name: 'staging', report: held };
const bad: NamedReport = { name: 'production', report: mixed };
const evil: NamedReport = {
  name: hostile.formula,
  report: {
    ...hostileRun().report,
    target: { ...good.report.target, baseUrl: `https://x/${hostile.markup}` },
  },
};

type Draw = (reports: readonly NamedReport[], allowed?: readonly string[]) => string;

const draw: Record<'text' | 'markdown' | 'html' | 'csv', Draw> = {
  text: (...given) => renderComparisonText(comparisons(...given), 100),
  markdown: (...given) => renderComparisonMarkdown(comparisons(...given)),
  html: (...given) => renderComparisonHtml(comparisons(...given), verdictMatrixOf(given[0])),
  csv: (reports) => matrixCsv(verdictMatrixOf(reports)),
};

function comparisons(reports: readonly NamedReport[], allowed: readonly string[] = []) {
  const [first, ...others] = reports;
  return first === undefined ? [] : others.map((other) => compareTwoReports(first, other, allowed));
}

test.each(['text', 'markdown', 'html'] as const)('%s says once what rows have in common', (format) => {
  const left = good.report.requirements.map((row) => ({
    ...row,
    verdict: 'not-tested' as const,
    reason: 'unheard-of',
  }));
  const text = draw[format]([good, { name: 'later', report: { ...good.report, requirements: left } }]);
  expect(text.split('unheard-of')).toHaveLength(2);
  const met = good.report.requirements.filter(({ verdict }) => verdict === 'pass');
  expect(met.length).toBeGreaterThan(30);
  for (const { id } of met) expect(text).toContain(id);
});

test.each(['text', 'markdown', 'html'] as const)('%s says what changed', (format) => {
  const text = draw[format]([good, bad]);
  for (const word of ['New failure', 'Lost coverage', 'New warning', 'Newly waived']) {
    expect(text.toLowerCase()).toContain(word.toLowerCase());
  }
  expect(text).toContain('list.limit.default');
  expect(text).toContain('4 new failures');
  expect(text.replaceAll(/\s+/gu, ' ')).toContain('If intended, pass --allow.');
  expect(draw[format]([good, good])).toContain('Nothing changed.');
  expect(draw[format]([bad, good])).toContain('coverage the same: exit 0.');
});

test.each(['text', 'markdown'] as const)(
  '%s of many reports begins with the answer, and a line for each, the newest last',
  (format) => {
    const later = { ...bad, name: 'later', report: { ...bad.report, startedAt: '2026-11-23T08:00:00.000Z' } };
    const [answer = '', ...rest] = draw[format]([good, later, good]).split('\n').filter(Boolean);
    expect(answer).toMatch(/^(?:# )?1 report of 2 worse than the first: exit 1\.$/u);
    expect(rest.slice(0, 3).map((line) => line.replaceAll(/^- |\\/gu, ''))).toEqual([
      expect.stringMatching(/^2026-11-21 \S+ {1,2}staging: PARTIAL, \d+ passed/u),
      expect.stringMatching(/^2026-11-21 \S+ {1,2}staging: PARTIAL, \d+ passed/u),
      expect.stringMatching(/^2026-11-23 08:00 {1,2}later: NON-CONFORMANT, \d+ passed, \d+ failed/u),
    ]);
  },
);

test('a failure stands before those that follow from it', () => {
  const [first, second] = bad.report.requirements.filter(({ verdict }) => verdict === 'fail');
  const requirements = bad.report.requirements.map((row) =>
    row.id === first?.id && second !== undefined ? { ...row, follows: second.id } : row,
  );
  const text = draw.text([good, { ...bad, report: { ...bad.report, requirements } }]);
  expect(text).toContain(`follows from ${second?.id ?? ''}`);
  expect(text.indexOf(second?.id ?? '')).toBeLessThan(text.indexOf(`${first?.id ?? ''} (`));
});

test('text is as it was', () => {
  expect(draw.text([good, bad])).toMatchSnapshot();
});

test.each(['text', 'markdown', 'html'] as const)('%s tells what is allowed as that', (format) => {
  const told = draw[format]([good, bad], ['new-failure', 'lost-coverage']);
  expect(told).toMatch(/\d+ new failures?\b[^<\n]*, allowed\./u);
  expect(told).not.toContain('No new failure');
});

test('of two reports what differs stands first, of more a row for each run, with what got worse in it', () => {
  const isFirst = (html: string) => html.indexOf('class="comparison"') < html.indexOf('id="matrix"');
  expect(isFirst(draw.html([good, bad]))).toBe(true);
  const on = (whole: NamedReport['report'], day: string, commit: string) => ({
    ...whole,
    startedAt: `2026-11-${day}T08:00:00.000Z`,
    context: { commit },
  });
  // Whatever their order, by their date.
  const html = draw.html([
    { name: 'c', report: on(held, '23', 'cccccccccccccccc') },
    { name: 'a', report: on(held, '21', 'aaaaaaaaaaaaaaaa') },
    { name: 'b', report: on(mixed, '22', 'bbbbbbbbbbbbbbbb') },
  ]);
  expect(isFirst(html)).toBe(false);
  expect(html.indexOf('worse than the first: exit')).toBeLessThan(html.indexOf('<table'));
  const [, table = ''] = /id="runs"[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/u.exec(html) ?? [];
  const [newest = '', middle = '', oldest = ''] = table.split('</tr>');
  expect(newest).toMatch(/>c<.*23 November 2026.*>cccccccccccc<.*fixed: /su);
  expect(middle).toMatch(/>b<.*now failing: .*<a class="v-fail new" href="#list\.limit\.default">f<\/a>/su);
  expect(oldest).not.toContain('v-fail new');
});

test('the matrix names every requirement and every report, and by which catalogue it was made', () => {
  const catalogue = { version: '9.8.7', digest: `sha256:${'0'.repeat(64)}` };
  const newer = { name: 'newer', report: { ...good.report, catalogue } };
  const html = draw.html([good, bad, newer]);
  const lines = parse(draw.csv([good, bad, newer]));
  const line = (name: string) => lines.filter(([first]) => first === name);
  expect(lines[0]).toEqual(['requirement', 'level', 'staging', 'production', 'newer']);
  expect(line('(verdict)')).toEqual([['(verdict)', '', 'partial', 'non-conformant', 'partial']]);
  expect(line('list.limit.default')).toEqual([['list.limit.default', 'stated', 'pass', 'fail', 'pass']]);
  expect(line('(catalogue)')[0]?.at(-1)).toBe('9.8.7');
  expect(html).toContain('catalogue 9.8.7');
  for (const { id } of good.report.requirements) {
    expect(html).toContain(`<tr id="${id}"`);
    expect(line(id)).toHaveLength(1);
  }
});

/** A failure that a check with a name of the server's making shows too. */
function grown(verdict: 'pass' | 'fail'): NamedReport {
  const found = { message: 'It was so.', exchanges: ['x1'] };
  const own = { ...found, name: 'a/b', verdict: 'fail' as const };
  const checks = [own, { ...found, name: allHostile, verdict }];
  const catalogue = { version: allHostile, digest: `sha256:${verdict}` };
  return { name: verdict, report: report({ 'media.json': { verdict: 'fail', checks } }, { catalogue }) };
}

test.each([
  ['a whole report', [good, evil]],
  ['what a failure is shown by further, and another catalogue', [grown('pass'), grown('fail')]],
])('hostile text acts on nobody: %s', (_, reports) => {
  const acts = /[^\P{Cc}\r\n\t]|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}/u;
  for (const format of ['text', 'markdown', 'csv', 'html'] as const)
    expect(draw[format](reports)).not.toMatch(acts);
  expect(draw.html(reports)).not.toMatch(/<script|<img|<a[^>]+javascript:/iu);
  expect(draw.text(reports)).not.toMatch(/^\s*::|##\w*\[/mu);
  const page = markdownToHtml(draw.markdown(reports));
  expect(page).toContain('<table>');
  expect(page).not.toMatch(/<script|<img|<a[ >]|<b>/iu);
  for (const cell of parse(draw.csv(reports)).flat()) expect(cell).not.toMatch(/^[=+\-@]/u);
});

test('the page runs nothing and loads nothing', () => {
  const html = draw.html([good, bad]);
  expect(html).toMatch(
    /content="default-src 'none'; style-src 'sha256-[^' ]+'; base-uri 'none'; form-action 'none'"/u,
  );
  expect(html).not.toMatch(/<script|src=|url\(/u);
});
