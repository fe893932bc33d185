import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { renderHtml } from '../../../reports/render/html/page.tsx';
import { style } from '../../../reports/render/page/style.ts';
import { requirements } from '../../../requirements/index.ts';
import { inChromium, objections, PATIENT } from './chromium.ts';
import { hostile, hostileEvidence } from './hostile.ts';
import { bodyOf, choice, comparison, copiedFrom, COPIES, FAILED, hashOf, page, PHONE } from './pages.ts';
import { listening } from '../../later.ts';
import { aborted, green, sampleEvidence } from '../../reports/sample.ts';

const pages = [
  ['failures', page],
  ['a conformant target', renderHtml(green, sampleEvidence)],
  ['a run that was cut off', renderHtml(aborted, [])],
  ['a comparison', comparison],
] as const;
const ALL = String(requirements.length);

const rowOf = (on: Page, id: string) => on.locator(`[data-row]:has([id="${id}"])`);
const shownRows = (on: Page) => on.locator('[data-row]:visible').count();
const openAll = (on: Page) =>
  on.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));

inChromium('the page of a report', (bench) => {
  it.each(pages)(
    'opens from the disk with no request, no error and no word of the policy, and has nothing to object to in any width and colours: %s',
    async (_, html) => {
      const { page: on, requests, incidents } = await bench.visit(html);
      expect(incidents).toEqual([]);
      const beside = html === comparison ? [] : [new URL('report.css', on.url()).href];
      expect(requests).toEqual([on.url(), ...beside]);
      await openAll(on);
      expect(await objections(on)).toEqual([]);
    },
  );

  it('runs nothing but its own script, and loads nothing', async () => {
    const changed = page.replace('<script>', '<script>globalThis.owned = 1;');
    const { page: on, incidents } = await bench.visit(changed);
    await on.evaluate(() => {
      const image = document.createElement('img');
      image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
      document.body.append(image);
    });
    expect(await on.evaluate(() => 'owned' in globalThis)).toBe(false);
    for (const directive of ['script-src', 'img-src']) {
      const told = () => incidents.filter((one) => one.includes(`policy: ${directive}`));
      await expect.poll(told, PATIENT).toHaveLength(1);
    }
  });

  it.each([
    ['in rows', ''],
    ['in an exchange', '#x1'],
  ])('lets hostile text be text %s', async (_, hash) => {
    const { page: on, incidents } = await bench.visit(renderHtml(hostile, hostileEvidence), {
      ...PHONE,
      hash,
    });
    if (hash !== '') await on.locator('#exchange-one h3').waitFor();
    await openAll(on);
    const seen = await on.evaluate(() => ({
      owned: 'owned' in globalThis,
      injected: document.querySelectorAll(
        '#injected, img, iframe, base, link:not([href="report.css"]), b, [onload], [onerror], [style]',
      ).length,
      active: [document.scripts.length, document.querySelectorAll('style').length],
      links: [...document.querySelectorAll('a')].filter(
        (link) => !/^#|^[a-z]+\.[a-z]+$/u.test(link.getAttribute('href') ?? ''),
      ).length,
      width: document.documentElement.scrollWidth,
      acts: /[\u202e\u2066\u001b]/u.test(document.body.innerText),
    }));
    expect(seen).toEqual({ owned: false, injected: 0, active: [1, 1], links: 0, width: 320, acts: false });
    expect(incidents).toEqual([]);
  });

  it('shows the evidence of the first cause on the first screen, and opens nothing else', async () => {
    const { page: on } = await bench.visit(page, { viewport: { width: 1280, height: 800 } });
    expect(await on.locator('[data-row] > details[open]').count()).toBe(0);
    const first = on.locator('#list-fail + .items > li').first();
    expect(await first.getByRole('link', { name: FAILED[0] ?? '' }).isVisible()).toBe(true);
    for (const what of [
      first.locator('.received'),
      first.locator('.proof strong'),
      first.locator('mark').first(),
    ])
      expect(await what.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThan(800);
    // The buttons come once the page's script has unpacked their texts.
    await expect.poll(() => first.getByRole('button', { name: 'Copy as' }).count()).toBe(2);
    const texts = await first.locator('[data-text]').allTextContents();
    expect(texts.map((text) => text.includes(FAILED[0] ?? ''))).toEqual([true, true]);
  });

  it('on a telephone says what failed before the facts', async () => {
    const { page: on } = await bench.visit(page, PHONE);
    const top = async (name: string) =>
      on.getByRole('heading', { name }).evaluate((one) => one.getBoundingClientRect().top);
    expect(await top('What failed')).toBeLessThan(800);
    expect(await top('What failed')).toBeLessThan(await top('What the verdict rests on'));
  });

  it('says in plain words which operation works, and has a cell for each requirement that leads to it', async () => {
    const { page: on } = await bench.visit(page);
    const box = on.getByRole('region', { name: 'In short' });
    const words = await box.locator('.verdict').allInnerTexts();
    expect(words.map((word) => word.trim())).toEqual(['fails', 'fails', 'fails', 'fails']);
    const said = await box.innerText();
    for (const { id } of requirements) expect(said).not.toContain(id);
    await box.getByRole('link').first().click();
    const cells = on.getByRole('table', { name: 'Every requirement by area' }).getByRole('link');
    expect(await cells.count()).toBe(requirements.length);
    await cells.and(on.getByLabel('get.not-found: Waived')).click();
    await expect.poll(() => bodyOf(on, 'get.not-found').isVisible(), PATIENT).toBe(true);
  });

  it('filters by verdict, level and area, keeps that in the address, and takes it from there', async () => {
    const { page: on } = await bench.visit(page);
    const output = on.locator('#shown');
    await choice(on, 'Verdict').selectOption('Fail');
    expect(await shownRows(on)).toBe(FAILED.length);
    expect(await on.getByRole('heading', { name: 'Robustness' }).isVisible()).toBe(false);
    await choice(on, 'Verdict').selectOption('Needs attention');
    expect(await output.textContent()).toBe(`9 of ${ALL} shown`);
    await choice(on, 'Level').selectOption('advisory');
    expect(hashOf(on)).toBe('#verdict=fail+warn+inconclusive&level=advisory');
    await on.reload();
    expect(await shownRows(on)).toBe(2);
    await choice(on, 'Area').selectOption('Robustness');
    expect(await shownRows(on)).toBe(1);
    await on.locator('#filter').getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => output.textContent(), PATIENT).toBe(`${ALL} of ${ALL} shown`);
  });

  it('filters by a tile, and shows all again at the second click', async () => {
    const { page: on } = await bench.visit(page);
    const tile = on.getByRole('link', { name: '3 undecided' });
    await tile.click();
    expect(await shownRows(on)).toBe(3);
    expect(await tile.getAttribute('aria-current')).toBe('true');
    expect(hashOf(on)).toBe('#verdict=inconclusive');
    await tile.click();
    expect(await shownRows(on)).toBe(requirements.length);
    expect(hashOf(on)).toBe('');
  });

  it('walks the failures with j and k and with the buttons, and says where it is', async () => {
    const { page: on } = await bench.visit(page);
    const isAt = async (words: string) => expect(await on.locator('#walked').textContent()).toBe(words);
    await on.keyboard.press('j');
    await on.keyboard.press('j');
    await isAt('Failure 2 of 4: auth.malformed');
    expect(await bodyOf(on, 'auth.malformed').isVisible()).toBe(true);
    expect(hashOf(on)).toBe('#auth.malformed');
    await on.keyboard.press('k');
    await isAt('Failure 1 of 4: error.status');
    await on.getByRole('button', { name: 'Previous' }).click();
    await isAt('Failure 4 of 4: create.int64');
    const inSight = await on.locator('.bar').evaluate((bar) => bar.getBoundingClientRect().top >= 0);
    expect(inSight).toBe(true);
    await on.getByRole('button', { name: 'Next failure' }).click();
    // What is typed into a field is text, and anyone who speaks to the page can take the keys away.
    await choice(on, 'Area').press('j');
    await isAt('Failure 1 of 4: error.status');
    await on.getByLabel('walk the failures').uncheck();
    await on.keyboard.press('j');
    await isAt('Failure 1 of 4: error.status');
  });

  it('says on a phone, whole and beside the verdict, at which failure one is', async () => {
    const { page: on } = await bench.visit(page, PHONE);
    await on.getByRole('button', { name: 'Next failure' }).click();
    const said = on.locator('#walked');
    expect(await said.innerText()).toBe('Failure 1 of 4');
    const [fits, below] = await said.evaluate((one) => [
      one.scrollWidth <= one.clientWidth + 1 && one.getBoundingClientRect().right <= innerWidth,
      (document.querySelector('.bar')?.getBoundingClientRect().bottom ?? Infinity) <=
        (document.querySelector('.row:has([open])')?.getBoundingClientRect().top ?? 0) + 1,
    ]);
    expect([fits, below]).toEqual([true, true]);
  });

  it('has every button on one line on a phone, and apart from what stands above it', async () => {
    const { page: phone } = await bench.visit(page, PHONE);
    const lines = await phone
      .locator('.bar button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height < 40));
    expect(lines).toEqual([true, true]);
    const { page: on } = await bench.visit(page);
    const apart = await bodyOf(on, 'auth.malformed')
      .locator('.issue button')
      .first()
      .evaluate((one) => {
        const above = one.closest('.again')?.querySelector('.command')?.getBoundingClientRect();
        return one.getBoundingClientRect().top - (above?.bottom ?? Infinity);
      });
    expect(apart).toBeGreaterThanOrEqual(6);
  });

  it('opens and shows what a deep link names, also when the filter had hidden it', async () => {
    const { page: on } = await bench.visit(page, { hash: '#get.not-found&verdict=waived' });
    const [row, body] = [rowOf(on, 'get.not-found'), bodyOf(on, 'get.not-found')];
    expect(await shownRows(on)).toBe(1);
    expect(await body.isVisible()).toBe(true);
    const top = () => row.evaluate((one) => one.getBoundingClientRect().top);
    await expect.poll(top, PATIENT).toBeLessThan(200);
    await on.getByRole('link', { name: 'auth.malformed', exact: true }).first().click();
    await expect.poll(() => bodyOf(on, 'auth.malformed').isVisible(), PATIENT).toBe(true);
    expect(await shownRows(on)).toBe(requirements.length);
  });

  it('has style, text and folds under the policy that Jenkins sets for what it publishes', async () => {
    const policy = "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self';";
    const server = createServer(({ url }, response) => {
      const isStyle = url === '/report.css';
      response.writeHead(200, {
        'Content-Type': isStyle ? 'text/css' : 'text/html',
        'Content-Security-Policy': policy,
      });
      response.end(isStyle ? style : page);
    });
    const { page: on } = await bench.go(`http://127.0.0.1:${String(await listening(server))}/report.html`);
    const colour = on.locator('h1').evaluate((one) => getComputedStyle(one).fontSize);
    expect(await colour).toBe('39px');
    expect(await on.getByRole('region', { name: 'In short' }).locator('.verdict').count()).toBe(4);
    await rowOf(on, 'media.json').locator('> details > summary').click();
    expect(await bodyOf(on, 'media.json').isVisible()).toBe(true);
  });

  it('is worked by keyboard alone', async () => {
    const { page: on } = await bench.visit(page);
    const focused = (what: 'textContent' | 'outerHTML') =>
      on.evaluate((of) => document.activeElement?.[of], what);
    await on.keyboard.press('Tab');
    expect(await focused('textContent')).toContain('Skip to the requirements');
    await on.keyboard.press('Enter');
    await on.keyboard.press('Tab');
    expect(await focused('outerHTML')).toContain('name="verdict"');
    const summary = rowOf(on, 'media.json').locator('> details > summary');
    await summary.focus();
    await on.keyboard.press('Enter');
    expect(await bodyOf(on, 'media.json').isVisible()).toBe(true);
    expect(await summary.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
  });

  it('copies the line beside the button', async () => {
    const { page: on } = await bench.visit(page, COPIES);
    await on.getByRole('button', { name: 'Copy the curl line for x31' }).click();
    await expect.poll(() => copiedFrom(on), PATIENT).toMatch(/^curl .*\/pets/);
  });

  it('shows everything with scripts off, only without the filter and the buttons, and prints it', async () => {
    const still = { javaScriptEnabled: false, hash: '#get.deprecation' };
    const { page: on, incidents } = await bench.visit(page, still);
    expect(await shownRows(on)).toBe(requirements.length);
    expect(await on.locator('#filter').isVisible()).toBe(false);
    expect(await on.locator('[data-copy]:visible').count()).toBe(0);
    expect(await bodyOf(on, 'get.deprecation').isVisible()).toBe(true);
    expect(await on.getByText('Proof').first().isVisible()).toBe(true);
    await rowOf(on, 'media.json').locator('> details > summary').click();
    expect(await bodyOf(on, 'media.json').isVisible()).toBe(true);
    await on.emulateMedia({ media: 'print' });
    for (const id of FAILED) expect(await bodyOf(on, id).isVisible(), id).toBe(true);
    expect(incidents).toEqual([]);
  });
});
