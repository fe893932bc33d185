import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { compare } from '../../../reports/compare/comparison.ts';
import { matrixOf } from '../../../reports/compare/comparison.ts';
import { compareHtml } from '../../../reports/render/compare/page.tsx';
import { renderHtml } from '../../../reports/render/html/page.tsx';
import { requirements } from '../../../requirements/index.ts';
import { type Bench, executablePath, objections, openBench, PATIENT, titled } from './chromium.ts';
import { hostile, hostileEvidence } from './hostile.ts';
import { report as failing } from '../../reports/fixture.ts';
import { aborted, green, mixed, sampleEvidence } from '../../reports/sample.ts';

const page = renderHtml(mixed, sampleEvidence);
const before = { name: 'staging', report: green };
const after = { name: 'production', report: mixed };
const comparison = compareHtml([compare(before, after)], matrixOf([before, after]), [
  '../staging/report.html',
  undefined,
]);
const pages = [
  ['failures', page],
  ['a conformant target', renderHtml(green, sampleEvidence)],
  ['a run that was cut off', renderHtml(aborted, [])],
  ['a comparison', comparison],
] as const;
const allFailed = failing(Object.fromEntries(requirements.map(({ id }) => [id, { verdict: 'fail' }])));
const FAILED = ['error.status', 'auth.malformed', 'list.limit.default', 'create.int64'];
const ALL = String(requirements.length);

const PHONE = { viewport: { width: 320, height: 800 } };

const rowOf = (on: Page, id: string) => on.locator(`[data-row]:has([id="${id}"])`);
const bodyOf = (on: Page, id: string) => on.locator(`[id="${id}"]`);
const choice = (on: Page, name: string) => on.getByRole('combobox', { name });
const shownRows = (on: Page) => on.locator('[data-row]:visible').count();
const hashOf = (on: Page) => new URL(on.url()).hash;
const openAll = (on: Page) =>
  on.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
/** How many pages of paper it comes to. */
const pagesOf = async (on: Page) => {
  const pdf = (await on.pdf({ preferCSSPageSize: true })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page[^s]/gu)?.length ?? 0;
};

describe.skipIf(executablePath === undefined)(titled('pages in Chromium'), () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench();
  });
  afterAll(async () => bench.close());

  it.each(pages)(
    'opens from the disk with no request, no error and no word of the policy, and has nothing to object to in any width and colours: %s',
    async (_, html) => {
      const { page: on, requests, incidents } = await bench.visit(html);
      expect(incidents).toEqual([]);
      expect(requests).toEqual([on.url()]);
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

  it('lets hostile text be text', async () => {
    const { page: on, incidents } = await bench.visit(renderHtml(hostile, hostileEvidence), PHONE);
    await openAll(on);
    const seen = await on.evaluate(() => ({
      owned: 'owned' in globalThis,
      injected: document.querySelectorAll(
        '#injected, img, iframe, base, link, b, [onload], [onerror], [style]',
      ).length,
      active: [document.scripts.length, document.querySelectorAll('style').length],
      links: [...document.querySelectorAll('a')].filter(
        (link) => !/^#|^[a-z]+\.[a-z]+$/u.test(link.getAttribute('href') ?? ''),
      ).length,
      width: document.documentElement.scrollWidth,
    }));
    expect(seen).toEqual({ owned: false, injected: 0, active: [1, 1], links: 0, width: 320 });
    expect(incidents).toEqual([]);
  });

  it('opens the first failure, and nothing else, from the start; on a telephone it comes before the facts', async () => {
    const { page: on } = await bench.visit(page, PHONE);
    const open = on.locator('[data-row] > details[open] > .body');
    expect(await open.evaluateAll((bodies) => bodies.map(({ id }) => id))).toEqual(FAILED.slice(0, 1));
    expect(await open.getByText('Proof', { exact: true }).isVisible()).toBe(true);
    expect(await open.locator('mark').first().isVisible()).toBe(true);
    const top = async (name: string) =>
      on.getByRole('heading', { name, exact: true }).evaluate((one) => one.getBoundingClientRect().top);
    expect(await top('What failed')).toBeLessThan(800);
    expect(await top('What failed')).toBeLessThan(await top('What the verdict rests on'));
  });

  it('filters by text, verdict, level and area, keeps that in the address, and takes it from there', async () => {
    const { page: on } = await bench.visit(page);
    const output = on.locator('#shown');
    await on.getByRole('searchbox').fill('LIMIT default');
    // What a failure left open speaks of it too.
    expect(await output.textContent()).toBe(`3 of ${ALL} shown`);
    await choice(on, 'Level').selectOption('stated');
    expect(hashOf(on)).toBe('#text=LIMIT+default&level=stated');
    await on.reload();
    expect(await shownRows(on)).toBe(1);
    expect(await on.getByRole('searchbox').inputValue()).toBe('LIMIT default');
    await on.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => output.textContent(), PATIENT).toBe(`${ALL} of ${ALL} shown`);
    await choice(on, 'Verdict').selectOption('Fail');
    expect(await shownRows(on)).toBe(FAILED.length);
    expect(await on.getByRole('heading', { name: 'Robustness' }).isVisible()).toBe(false);
    await choice(on, 'Verdict').selectOption('Needs attention');
    expect(await shownRows(on)).toBe(9);
    await choice(on, 'Level').selectOption('advisory');
    expect(await shownRows(on)).toBe(2);
    await choice(on, 'Area').selectOption('Robustness');
    expect(await shownRows(on)).toBe(1);
    await on.getByRole('searchbox').fill('no such thing');
    expect(await output.textContent()).toBe(`0 of ${ALL} shown`);
  });

  it('filters by a tile, and shows all again at the second click', async () => {
    const { page: on } = await bench.visit(page);
    const tile = on.getByRole('link', { name: '3 Undecided' });
    await tile.click();
    expect(await shownRows(on)).toBe(3);
    expect(await tile.getAttribute('aria-current')).toBe('true');
    expect(hashOf(on)).toBe('#verdict=inconclusive');
    await tile.click();
    expect(await shownRows(on)).toBe(requirements.length);
    expect(hashOf(on)).toBe('');
  });

  it('searches bodies and ids of exchanges too, from the slash', async () => {
    const { page: on } = await bench.visit(page);
    await on.keyboard.press('/');
    await on.keyboard.type('9007199254740992');
    expect(await shownRows(on)).toBe(1);
    expect(await rowOf(on, 'create.int64').isVisible()).toBe(true);
    await on.getByRole('searchbox').fill('x52');
    expect(await rowOf(on, 'auth.malformed').isVisible()).toBe(true);
    expect(await shownRows(on)).toBe(1);
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
    await on.getByRole('searchbox').pressSequentially('jk');
    await isAt('Failure 1 of 4: error.status');
    await on.getByRole('button', { name: 'Reset' }).click();
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
      .evaluate((one) => {
        const above = one.closest('.again')?.querySelector('.command')?.getBoundingClientRect();
        return one.getBoundingClientRect().top - (above?.bottom ?? Infinity);
      });
    expect(apart).toBeGreaterThanOrEqual(6);
  });

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

  it('leads from what changed to its row of the matrix', async () => {
    const { page: on } = await bench.visit(comparison);
    await on.getByRole('link', { name: 'create.int64' }).click();
    await expect.poll(() => on.getByRole('row', { name: 'create.int64' }).isVisible(), PATIENT).toBe(true);
    expect(hashOf(on)).toBe('#create.int64');
  });

  it('is worked by keyboard alone', async () => {
    const { page: on } = await bench.visit(page);
    const focused = (what: 'textContent' | 'outerHTML') =>
      on.evaluate((of) => document.activeElement?.[of], what);
    await on.keyboard.press('Tab');
    expect(await focused('textContent')).toContain('Skip to the requirements');
    await on.keyboard.press('Enter');
    await on.keyboard.press('Tab');
    expect(await focused('outerHTML')).toContain('name="text"');
    const summary = rowOf(on, 'media.json').locator('> details > summary');
    await summary.focus();
    await on.keyboard.press('Enter');
    expect(await bodyOf(on, 'media.json').isVisible()).toBe(true);
    expect(await summary.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid');
  });

  it('copies the line beside the button', async () => {
    const { page: on } = await bench.visit(page, { permissions: ['clipboard-read', 'clipboard-write'] });
    await on.getByRole('button', { name: 'Copy the curl line for x31' }).click();
    const copied = () => on.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied, PATIENT).toMatch(/^curl .*\/pets/);
  });

  it('shows everything with scripts off, only without the filter and the buttons, and prints it', async () => {
    const still = { javaScriptEnabled: false, hash: '#get.deprecation' };
    const { page: on, incidents } = await bench.visit(page, still);
    expect(await shownRows(on)).toBe(requirements.length);
    expect(await on.locator('#filter').isVisible()).toBe(false);
    expect(await on.locator('[data-copy]:visible').count()).toBe(0);
    for (const id of ['error.status', 'get.deprecation']) expect(await bodyOf(on, id).isVisible()).toBe(true);
    await rowOf(on, 'media.json').locator('> details > summary').click();
    expect(await bodyOf(on, 'media.json').isVisible()).toBe(true);
    await on.emulateMedia({ media: 'print' });
    for (const id of FAILED) expect(await bodyOf(on, id).isVisible(), id).toBe(true);
    expect(incidents).toEqual([]);
  });

  it('is a certificate on paper, with every failure in full, whatever the screen shows', async () => {
    const { page: on } = await bench.visit(page, { colorScheme: 'dark' });
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
    for (const hidden of ['#filter', '.bar', '#counts', '#list-warn', '.command', 'footer'])
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
    const style = await on.locator('style').innerHTML();
    expect(style).toContain(String.raw`content: 'Acme\2c  Pets 1\2e 2\2c `);
    await on.emulateMedia({ media: 'print' });
    expect(await on.locator('.head').innerText()).toMatch(/Product\s+Pets 1\.2\s+Vendor\s+Acme/u);
    expect(await pagesOf(on)).toBeLessThanOrEqual(3);
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
    const { page: wide } = await bench.visit(compareHtml([], matrixOf(many)), tablet);
    await wide.emulateMedia({ media: 'print' });
    expect(await wide.evaluate(() => document.documentElement.scrollWidth)).toBe(700);
  });
});
