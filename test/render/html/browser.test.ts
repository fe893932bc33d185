import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { renderHtml } from '../../../reports/render/html/render.ts';
import { type Bench, executablePath, openBench, titled } from './chromium.ts';
import { hostile, hostileEvidence } from './hostile.ts';
import { aborted, green, mixed, sampleEvidence } from './sample.ts';

const SLOW = 120_000;
const page = renderHtml(mixed, sampleEvidence);
const FAILED = ['error.status', 'auth.malformed', 'list.limit.default', 'create.int64'];

const rowOf = (on: Page, id: string) => on.locator(`[data-row]:has([id="${id}"])`);
const bodyOf = (on: Page, id: string) => on.locator(`[id="${id}"]`);
const choice = (on: Page, name: string) => on.getByRole('combobox', { name });
const shownRows = (on: Page) => on.locator('[data-row]:visible').count();

/** Every violation that axe finds, with the element it is about. */
async function violations(on: Page): Promise<readonly string[]> {
  await on.evaluate(axe.source);
  const found = await on.evaluate<axe.AxeResults>('axe.run(document)');
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

describe.skipIf(executablePath === undefined)(titled('report.html in Chromium'), () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
  }, SLOW);
  afterAll(async () => bench.close());

  it.each([
    ['failures', page],
    ['a conformant target', renderHtml(green, sampleEvidence)],
    ['a run that was cut off', renderHtml(aborted, [])],
    ['hostile text', renderHtml(hostile, hostileEvidence)],
  ])('opens from the disk with no request, no error and no word of the policy: %s', async (_, html) => {
    const { page: on, requests, incidents } = await bench.visit(html);
    expect(incidents).toEqual([]);
    expect(requests).toEqual([on.url()]);
  });

  it('runs nothing but its own script, and loads nothing', async () => {
    const changed = page.replace('<script>', '<script>globalThis.owned = 1;');
    const { page: on, incidents } = await bench.visit(changed);
    await on.evaluate(() => {
      const image = document.createElement('img');
      image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
      document.body.append(image);
    });
    expect(await on.evaluate(() => 'owned' in globalThis)).toBe(false);
    await expect.poll(() => incidents.filter((one) => one.includes('policy: script-src'))).toHaveLength(1);
    await expect.poll(() => incidents.filter((one) => one.includes('policy: img-src'))).toHaveLength(1);
  });

  it('lets hostile text be text', async () => {
    const { page: on, incidents } = await bench.visit(renderHtml(hostile, hostileEvidence), {
      viewport: { width: 360, height: 800 },
    });
    await on.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
    const seen = await on.evaluate(() => ({
      owned: 'owned' in globalThis,
      injected: document.querySelectorAll(
        '#injected, img, iframe, base, link, b, [onload], [onerror], [style]',
      ).length,
      active: [document.scripts.length, document.querySelectorAll('style').length],
      links: [...document.querySelectorAll('a')].filter((link) => !link.getAttribute('href')?.startsWith('#'))
        .length,
      width: document.documentElement.scrollWidth,
    }));
    expect(seen).toEqual({ owned: false, injected: 0, active: [1, 1], links: 0, width: 360 });
    expect(incidents).toEqual([]);
  });

  it('opens failures, and nothing else, from the start', async () => {
    const { page: on } = await bench.visit(page);
    const open = await on
      .locator('[data-row] > details[open] > .body')
      .evaluateAll((bodies) => bodies.map(({ id }) => id));
    expect(open).toEqual(FAILED);
  });

  it('filters by text, verdict, level and area, and resets', async () => {
    const { page: on } = await bench.visit(page);
    const output = on.locator('#shown');
    await on.getByLabel('Text').fill('LIMIT default');
    expect(await shownRows(on)).toBe(1);
    expect(await output.textContent()).toBe('1 of 64 shown');
    await on.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => output.textContent()).toBe('64 of 64 shown');
    await choice(on, 'Verdict').selectOption('Fail');
    expect(await shownRows(on)).toBe(FAILED.length);
    expect(await on.getByRole('heading', { name: 'Robustness' }).isVisible()).toBe(false);
    await choice(on, 'Verdict').selectOption('Needs attention');
    expect(await shownRows(on)).toBe(7);
    await choice(on, 'Level').selectOption('advisory');
    expect(await shownRows(on)).toBe(2);
    await choice(on, 'Area').selectOption('Robustness');
    expect(await shownRows(on)).toBe(1);
    await on.getByLabel('Text').fill('no such thing');
    expect(await output.textContent()).toBe('0 of 64 shown');
  });

  it('opens and shows what a deep link names, also when the filter had hidden it', async () => {
    const { page: on } = await bench.visit(page, { hash: '#get.deprecation' });
    const body = bodyOf(on, 'get.deprecation');
    expect(await body.isVisible()).toBe(true);
    await expect
      .poll(() => rowOf(on, 'get.deprecation').evaluate((row) => row.getBoundingClientRect().top))
      .toBeLessThan(200);
    await choice(on, 'Verdict').selectOption('Pass');
    expect(await rowOf(on, 'auth.malformed').isVisible()).toBe(false);
    await on.getByRole('link', { name: 'auth.malformed', exact: true }).first().click();
    await expect.poll(() => bodyOf(on, 'auth.malformed').isVisible()).toBe(true);
    expect(await shownRows(on)).toBe(64);
  });

  it('is worked by keyboard alone', async () => {
    const { page: on } = await bench.visit(page);
    await on.keyboard.press('Tab');
    expect(await on.evaluate(() => document.activeElement?.textContent)).toContain(
      'Skip to the requirements',
    );
    await on.keyboard.press('Enter');
    await on.keyboard.press('Tab');
    expect(await on.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('text');
    const summary = rowOf(on, 'media.json').locator('> details > summary');
    await summary.focus();
    await on.keyboard.press('Enter');
    expect(await bodyOf(on, 'media.json').isVisible()).toBe(true);
    expect(await summary.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
  });

  it('copies the line beside the button', async () => {
    const { page: on } = await bench.visit(page, { permissions: ['clipboard-read', 'clipboard-write'] });
    await on.getByRole('button', { name: 'Copy the curl line for x17' }).click();
    await expect.poll(() => on.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl .*\/pets/);
  });

  it('shows everything with scripts off, only without the filter and the buttons', async () => {
    const { page: on, incidents } = await bench.visit(page, {
      javaScriptEnabled: false,
      hash: '#get.deprecation',
    });
    expect(await shownRows(on)).toBe(64);
    expect(await on.locator('#filter').isVisible()).toBe(false);
    expect(await on.locator('[data-copy]:visible').count()).toBe(0);
    for (const id of [...FAILED, 'get.deprecation']) expect(await bodyOf(on, id).isVisible()).toBe(true);
    await rowOf(on, 'media.json').locator('> details > summary').click();
    expect(await bodyOf(on, 'media.json').isVisible()).toBe(true);
    expect(incidents).toEqual([]);
  });

  it.each([
    ['light', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
    ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 800 } }],
  ] as const)(
    'has nothing that axe objects to, everything opened: %s',
    async (_, options) => {
      const { page: on } = await bench.visit(page, options);
      await on.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
      expect(await violations(on)).toEqual([]);
      expect(await on.evaluate(() => document.documentElement.scrollWidth)).toBe(options.viewport.width);
    },
    SLOW,
  );

  it.each([
    ['a run that was cut off', aborted],
    ['a conformant target', green],
  ])('has nothing that axe objects to: %s', async (_, report) => {
    const { page: on } = await bench.visit(renderHtml(report, sampleEvidence), { colorScheme: 'dark' });
    expect(await violations(on)).toEqual([]);
  });

  it('prints the whole table and the failures, whatever the screen shows', async () => {
    const { page: on } = await bench.visit(page, { colorScheme: 'dark' });
    await choice(on, 'Verdict').selectOption('Waived');
    await on.getByRole('button', { name: 'Open all' }).click();
    await on.emulateMedia({ media: 'print' });
    await on.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await shownRows(on)).toBe(64);
    expect(await on.locator('.body:visible').evaluateAll((bodies) => bodies.map(({ id }) => id))).toEqual(
      FAILED,
    );
    expect(await on.locator('#filter').isVisible()).toBe(false);
    expect(await on.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    expect((await on.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
    await on.evaluate(() => dispatchEvent(new Event('afterprint')));
    await on.emulateMedia({ media: 'screen' });
    expect(await bodyOf(on, 'get.not-found').isVisible()).toBe(true);
  });
});
