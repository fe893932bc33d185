import { expect, it } from 'vitest';
import { exchangesScript } from '../../../reports/render/html/exchanges.tsx';
import { renderHtml } from '../../../reports/render/html/page.tsx';
import { manyExchanges } from '../../reports/fixture.ts';
import { green, mixed, sampleEvidence } from '../../reports/sample.ts';
import { inChromium, objections, PATIENT } from './chromium.ts';
import { choice, copiedFrom, COPIES, hashOf, page } from './pages.ts';

inChromium('the exchanges on the page of a report', (bench) => {
  it('lists every exchange, filters and sorts them, and keeps that in the address', async () => {
    const { page: on, incidents } = await bench.visit(page);
    await on.getByText(`${String(sampleEvidence.length)} exchanges`).click();
    const rows = on.locator('#exchange-table tbody tr');
    const count = on.locator('#exchange-count');
    await expect.poll(() => rows.count(), PATIENT).toBe(sampleEvidence.length);
    await choice(on, 'Operation').selectOption('create');
    expect(await rows.count()).toBe(2);
    expect(hashOf(on)).toBe('#exchanges?operation=create');
    await choice(on, 'Status').selectOption('400');
    expect(await count.textContent()).toBe(`1 of ${String(sampleEvidence.length)} shown`);
    await on.reload();
    await expect.poll(() => rows.count(), PATIENT).toBe(1);
    const form = on.locator('#exchange-filter');
    await form.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => rows.count(), PATIENT).toBe(sampleEvidence.length);
    await form.getByRole('searchbox').fill('9007199254740993');
    expect(await rows.count()).toBe(1);
    await form.getByRole('searchbox').fill('');
    await choice(on, 'Credential').selectOption('none');
    expect(await rows.count()).toBe(1);
    await choice(on, 'Order').selectOption('Longest first');
    expect(incidents).toEqual([]);
    expect(await objections(on)).toEqual([]);
  });

  it('leads from a number of answers to these exchanges', async () => {
    const { page: on } = await bench.visit(page);
    const answers = on.getByRole('table', { name: 'What was answered' });
    await answers.getByRole('row', { name: 'create 400' }).getByRole('link').click();
    await expect.poll(() => on.locator('#exchange-table tbody tr').count(), PATIENT).toBe(1);
    expect(hashOf(on)).toBe('#exchanges?operation=create&status=400');
  });

  it('filters by the class of input, also where a request combines several', async () => {
    const both = sampleEvidence.map((one, at) =>
      at > 1 ? one : { ...one, inputClasses: ['plain <b>', ...(at === 1 ? ['zero'] : [])] },
    );
    const { page: on } = await bench.visit(renderHtml(mixed, both), { hash: '#exchanges?class=zero' });
    const rows = on.locator('#exchange-table tbody tr');
    await expect.poll(() => rows.count(), PATIENT).toBe(1);
    await rows.getByRole('link').click();
    await on.getByText('class of input: plain <b>, class of input: zero').waitFor();
    await choice(on, 'Class').selectOption('plain <b>');
    expect(await rows.count()).toBe(2);
    expect(hashOf(on)).toBe('#exchanges?class=plain+%3Cb%3E');
  });

  it('shows an exchange in full at its id, exact, with the line that sends it again', async () => {
    const { page: on } = await bench.visit(page, { hash: '#x44', ...COPIES });
    const full = on.locator('#exchange-one');
    await full.getByRole('heading', { name: 'x44: POST /v1/pets' }).waitFor();
    const said = await full.innerText();
    for (const words of ['"categoryId":9007199254740993', '201 Created', '"categoryId":9007199254740992'])
      expect(said).toContain(words);
    await full.getByRole('button', { name: 'Copy the curl line for x44' }).click();
    await expect.poll(() => copiedFrom(on), PATIENT).toMatch(/^curl .*O'\\''Hara/u);
    // Each id that a row names leads to it.
    await on.locator('#list-fail + .items .xid a').first().click();
    await full.getByRole('heading', { name: 'x31: POST /v1/pets' }).waitFor();
    expect(hashOf(on)).toBe('#x31');
  });

  it('says where the exchanges are if no script runs', async () => {
    const { page: on } = await bench.visit(page, { javaScriptEnabled: false });
    await on.getByText(`${String(sampleEvidence.length)} exchanges`).click();
    expect(await on.getByText('The table of them needs a script').isVisible()).toBe(true);
    expect(await on.locator('#exchange-filter').isVisible()).toBe(false);
  });

  it('takes very many exchanges from the file beside it, and says so where that is missing', async () => {
    const many = manyExchanges();
    const script = exchangesScript(many) ?? '';
    expect(exchangesScript(sampleEvidence)).toBeUndefined();
    const html = renderHtml(green, many);
    expect(html.length).toBeLessThan(400_000);
    const lone = await bench.visit(html, { hash: '#x2' });
    await lone.page.getByText('report-exchanges.js is not in the folder of this page').waitFor();
    const { page: on, incidents } = await bench.visit(html, {
      hash: '#x2',
      beside: { 'report-exchanges.js': script },
    });
    await on.getByRole('heading', { name: 'x2: GET /v1/pets' }).waitFor();
    expect(incidents).toEqual([]);
  });
});
