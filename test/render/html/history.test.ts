import { describe, expect, it } from 'vitest';
import { historyEntry } from '../../../reports/history.ts';
import { renderHtml } from '../../../reports/render/html/page.tsx';
import { green, mixed, sampleEvidence } from '../../reports/sample.ts';

const page = (...runs: readonly (typeof green)[]): string =>
  renderHtml({ ...mixed, history: runs.map(historyEntry) }, sampleEvidence);
/** The rows of the table, without their markup. */
const rows = (html: string): readonly string[] => {
  const [, table = ''] = /id="history"[\s\S]*?<tbody>([\s\S]*?)<\/tbody>/u.exec(html) ?? [];
  return table
    .split('</tr>')
    .slice(0, -1)
    .map((row) => row.replaceAll(/<[^>]*>/gu, ' '));
};

describe('results over time', () => {
  it('are not drawn where no history is named', () => {
    expect(renderHtml(mixed, sampleEvidence)).not.toContain('id="history"');
  });

  it('have the newest run first, and what changed against the run before', () => {
    const [now, before, first, ...more] = rows(page(mixed, green));
    expect(more).toEqual([]);
    expect(now).toMatch(/Non-conformant[\s\S]*now failing: [a-z]/u);
    expect(before).toMatch(/Conformant[\s\S]*fixed: [a-z]/u);
    expect(first).toMatch(/Non-conformant[^:]*$/u);
  });

  it('link what did not pass to its row', () => {
    const failed = mixed.requirements.find(({ verdict }) => verdict === 'fail')?.id ?? '';
    expect(page()).toContain(`<a class="v-fail" href="#${failed}">f</a>`);
    expect(page(green)).toContain(`<a class="v-fail new" href="#${failed}">f</a>`);
  });

  it('compare no runs of catalogues of other lengths', () => {
    const old = { ...historyEntry(green), rows: 'ppf' };
    expect(rows(renderHtml({ ...mixed, history: [old] }, sampleEvidence))[0]).toContain('other requirements');
  });
});
