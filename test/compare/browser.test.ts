import { expect, it } from 'vitest';
import { verdictMatrixOf } from '../../reports/compare/comparison.ts';
import { renderComparisonHtml } from '../../reports/render/compare/page.tsx';
import { requirements } from '../../requirements/index.ts';
import { inChromium, objections, PATIENT } from '../render/html/chromium.ts';
import { after, comparison, hashOf, pagesOf, PHONE } from '../render/html/pages.ts';

const ALL = String(requirements.length);

inChromium('the page of a comparison', (bench) => {
  it('leads from what changed to its row of the matrix', async () => {
    const { page: on } = await bench.visit(comparison);
    await on.getByRole('link', { name: 'create.int64' }).click();
    await expect.poll(() => on.getByRole('row', { name: 'create.int64' }).isVisible(), PATIENT).toBe(true);
    expect(hashOf(on)).toBe('#create.int64');
  });

  it('leads from a cell of a comparison to what the report says of it, where that lies beside it', async () => {
    const { page: on } = await bench.visit(comparison);
    const row = on.getByRole('row', { name: 'create.int64' });
    const links = await row.getByRole('link').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
    expect(links).toEqual(['../staging/report.html#create.int64']);
  });

  it('shows of a comparison what differs alone, without a script', async () => {
    const { page: on } = await bench.visit(comparison, { javaScriptEnabled: false });
    const rows = () => on.locator('tbody tr:visible').count();
    const changed = await on.locator('tbody tr.differs').count();
    expect(changed).toBeGreaterThan(4);
    expect(await rows()).toBe(requirements.length);
    await on.getByLabel(`Only what differs (${String(changed)} of ${ALL})`).check();
    expect(await rows()).toBe(changed);
    await on.emulateMedia({ media: 'print' });
    expect(await rows()).toBe(changed);
    expect(await on.getByLabel('Only what differs').isVisible()).toBe(true);
    await on.getByLabel('Only what differs').uncheck();
    expect(await on.getByLabel('Only what differs').isVisible()).toBe(false);
  });

  it('shows the verdicts of a comparison beside their requirements at 320 pixels', async () => {
    const { page: on } = await bench.visit(comparison, PHONE);
    const row = on.getByRole('row', { name: 'create.int64' });
    const box = async (name: 'rowheader' | 'cell', at = 0) => {
      const { x = 0, width = 0 } = (await row.getByRole(name).nth(at).boundingBox()) ?? {};
      return { from: x, to: x + width };
    };
    expect((await box('cell')).from).toBeGreaterThanOrEqual((await box('rowheader')).to - 1);
    expect((await box('cell', 1)).to).toBeLessThanOrEqual(320);
  });

  it('prints a comparison as it stands, however many reports it is of', async () => {
    const { page: on } = await bench.visit(comparison);
    await on.emulateMedia({ media: 'print' });
    expect(await on.getByText('New failure: 4').isVisible()).toBe(true);
    expect(await on.locator('tbody tr:visible').count()).toBe(requirements.length);
    expect(await pagesOf(on)).toBeGreaterThan(1);
    const many = Array.from({ length: 12 }, () => after);
    const tablet = { viewport: { width: 700, height: 900 } };
    const { page: wide } = await bench.visit(renderComparisonHtml([], verdictMatrixOf(many)), tablet);
    await wide.emulateMedia({ media: 'print' });
    expect(await wide.evaluate(() => document.documentElement.scrollWidth)).toBe(700);
    await wide.emulateMedia({ media: 'screen' });
    expect(await objections(wide)).toEqual([]);
  });
});
