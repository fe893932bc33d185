import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { style } from '../../../reports/render/page/style.ts';
import { afterAll, beforeAll, describe } from 'vitest';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const named = process.env['PETSTORE_CHROMIUM'] ?? '';
const places =
  named === '' ? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'] : [named];

/** Where a browser is: PETSTORE_CHROMIUM alone where it is set, else the usual places; undefined where there is none. */
const executablePath = places.find((path) => existsSync(path));

/** The title of the browser tests, which says why they are skipped where they are; the log says it too. */
function titled(what: string): string {
  if (executablePath !== undefined) return what;
  const title = `${what} (SKIPPED: no Chromium at ${places.join(', ')}; install one or set PETSTORE_CHROMIUM)`;
  console.warn(title);
  return title;
}

/** How long something on a page may take to become so: no measure, but an end for what hangs. */
export const PATIENT = { timeout: 120_000 };

/** A page in a browser, and everything that it did besides showing text. */
export interface Visit {
  readonly page: Page;
  /** Addresses asked for, that of the page itself included. */
  readonly requests: readonly string[];
  /** Console errors and warnings, uncaught errors, dialogs, and violations of the policy. */
  readonly incidents: readonly string[];
}

/** A browser and a folder of pages to open in it from the disk, one at a time. */
export interface Bench {
  /** Opens a page from wherever it is served. */
  go(url: string, options?: BrowserContextOptions): Promise<Visit>;
  visit(
    html: string,
    options?: BrowserContextOptions & {
      readonly hash?: string;
      /** Files that lie in the folder of the page. */
      readonly beside?: Readonly<Record<string, string>>;
    },
  ): Promise<Visit>;
  close(): Promise<void>;
}

/**
 * Tests in a browser, which are skipped where there is none.
 * @param tests gets what opens pages; only within a test
 */
export function inChromium(what: string, tests: (bench: Bench) => void): void {
  describe.skipIf(executablePath === undefined)(titled(what), () => {
    const bench = {} as Bench;
    beforeAll(async () => void Object.assign(bench, await openBench()));
    afterAll(() => bench.close());
    tests(bench);
  });
}

async function openBench(): Promise<Bench> {
  if (executablePath === undefined) throw new Error('There is no browser.');
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  const folder = await mkdtemp(join(tmpdir(), 'petstore-html-'));
  let count = 0;
  let last: Visit | undefined;
  const go = async (url: string, options: BrowserContextOptions = {}): Promise<Visit> => {
    await last?.page.context().close();
    last = await open(browser, url, options);
    return last;
  };
  return {
    go,
    async visit(html, { hash = '', beside = {}, ...options } = {}) {
      const own = join(folder, String((count += 1)));
      const file = join(own, 'report.html');
      await mkdir(own);
      await writeFile(file, html);
      for (const [name, text] of Object.entries({ 'report.css': style, ...beside }))
        await writeFile(join(own, name), text);
      return go(pathToFileURL(file).href + hash, options);
    },
    async close() {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The widths and the colours that every page is looked at in. */
const LOOKS = [1440, 768, 320].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => [width, colorScheme] as const),
);
/** Rules whose answer depends on the width or the colours; the others are asked once for each page. */
const OF_LOOKS = ['color-contrast', 'scrollable-region-focusable', 'link-in-text-block', 'region'];

/** What is wrong with a page in any width and colours: what axe objects to, and what is wider than the window. */
export async function objections(on: Page): Promise<readonly string[]> {
  await on.evaluate(axe.source);
  const found: string[] = [];
  for (const [index, [width, colorScheme]] of LOOKS.entries()) {
    await on.setViewportSize({ width, height: 900 });
    await on.emulateMedia({ colorScheme });
    const rules = index === 0 ? {} : { runOnly: { type: 'rule' as const, values: OF_LOOKS } };
    const options = JSON.stringify({ resultTypes: ['violations'], ...rules });
    const { violations } = await on.evaluate<axe.AxeResults>(`axe.run(document, ${options})`);
    const look = `${String(width)} pixels, ${colorScheme}`;
    found.push(
      ...violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${look}: ${id}: ${html.slice(0, 200)}`),
      ),
    );
    const wide = await on.evaluate(() => document.documentElement.scrollWidth);
    if (wide !== width) found.push(`${look}: ${String(wide)} pixels wide`);
  }
  return found;
}

async function open(browser: Browser, url: string, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENT.timeout);
  const page = await context.newPage();
  const requests: string[] = [];
  const incidents: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => incidents.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) incidents.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    incidents.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(url);
  return { page, requests, incidents };
}
