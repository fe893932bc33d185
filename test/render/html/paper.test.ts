import { expect, it } from 'vitest';
import { renderHtml } from '../../../reports/render/html/page.tsx';
import { requirements } from '../../../requirements/index.ts';
import { report as failing } from '../../reports/fixture.ts';
import { aborted, green, mixed, sampleEvidence } from '../../reports/sample.ts';
import { inChromium } from './chromium.ts';
import { bodyOf, choice, FAILED, pagesOf } from './pages.ts';

const allFailed = failing(Object.fromEntries(requirements.map(({ id }) => [id, { verdict: 'fail' }])));

inChromium('a report on paper', (bench) => {
  it('prints what follows from a failure in a line, and a failure of its own whole', async () => {
    const requirementsOf = (root: string) =>
      mixed.requirements.map((row) => (row.id === 'auth.malformed' ? { ...row, follows: root } : row));
    const isWhole = async (root: string) => {
      const html = renderHtml(
        { ...mixed, requirements: requirementsOf(root) } as typeof mixed,
        sampleEvidence,
      );
      const { page: on } = await bench.visit(html);
      await on.emulateMedia({ media: 'print' });
      expect(await bodyOf(on, 'auth.malformed').locator('.reason').isVisible()).toBe(true);
      return bodyOf(on, 'auth.malformed').locator('.finding').first().isVisible();
    };
    expect(await isWhole('error.status')).toBe(false);
    // A root that did not fail explains nothing.
    expect(await isWhole('list.success')).toBe(true);
  });

  it('is a certificate on paper, with every failure in full, whatever the screen shows', async () => {
    const withHistory = renderHtml({ ...mixed, history: [] }, sampleEvidence);
    const { page: on } = await bench.visit(withHistory, { colorScheme: 'dark' });
    await choice(on, 'Verdict').selectOption('Waived');
    await on.emulateMedia({ media: 'print' });
    const bodies = on.locator('.body:visible');
    expect(await bodies.evaluateAll((all) => all.map(({ id }) => id))).toEqual(FAILED);
    expect(await on.locator('.compact li:visible').count()).toBe(requirements.length - FAILED.length);
    const certificate = await on.locator('body').innerText();
    const titles = ['Non-conformant', 'What this does not claim', 'How to verify', 'sha256:', 'advisory'];
    const how = 'npx petstore-conformance verify DIR --public-key pub.pem';
    for (const words of [...titles, 'statement.dsse.json, if the report is signed', how])
      expect(certificate).toContain(words);
    for (const hidden of [
      '#filter',
      '.bar',
      '#counts',
      '#list-warn',
      '[aria-labelledby=history] table',
      '.command',
      'footer',
    ])
      expect(await on.locator(hidden).first().isVisible(), hidden).toBe(false);
    const colour = on.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(await colour).toBe('rgb(255, 255, 255)');
    expect(await pagesOf(on)).toBeGreaterThan(2);
    await on.emulateMedia({ media: 'screen' });
    expect(await bodyOf(on, 'create.int64').isVisible()).toBe(false);
  });

  it.each([
    ['the list holds them all', mixed],
    ['there are too many for the list', allFailed],
  ])('names every failure on the first page of paper: %s', async (_, report) => {
    // What the margins leave of A4.
    const paper = { viewport: { width: 673, height: 979 } };
    const { page: on } = await bench.visit(renderHtml(report, sampleEvidence), paper);
    await on.emulateMedia({ media: 'print' });
    const list = on.getByRole('region', { name: 'What failed' });
    const said = await list.innerText();
    const failed = report.requirements.filter(({ verdict }) => verdict === 'fail');
    for (const { id } of failed) expect(said).toContain(id);
    expect(await list.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(979);
  });

  it('says on paper once what stopped a run', async () => {
    const words = aborted.aborted?.message ?? '';
    const rows = aborted.requirements.map((row) => ({ ...row, reason: words }));
    const { page: on } = await bench.visit(renderHtml({ ...aborted, requirements: rows }, []));
    await on.emulateMedia({ media: 'print' });
    expect((await on.locator('body').innerText()).split(words)).toHaveLength(2);
  });

  it('is at most three pages for a clean run, and names product and vendor', async () => {
    const named = { ...green, product: { name: 'Pets 1.2', vendor: 'Acme' } };
    const { page: on } = await bench.visit(renderHtml(named, sampleEvidence));
    const inline = await on.locator('style').innerHTML();
    expect(inline).toContain(String.raw`content: 'Acme\2c  Pets 1\2e 2\2c `);
    await on.emulateMedia({ media: 'print' });
    expect(await on.locator('.head').innerText()).toMatch(/Product\s+Pets 1\.2\s+Vendor\s+Acme/u);
    expect(await pagesOf(on)).toBeLessThanOrEqual(3);
  });
});
