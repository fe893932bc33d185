// `npm run pictures`: takes the screenshots in docs/pictures again, with a fixed server, seed and day. test/docs
// fails if the page's sources changed since; pixels are not compared.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['reports/render/html', 'reports/render/page', 'tools/pictures.mjs'];
const FAULTS = ['list/limit-by-tens', 'list/limit-word-crash', 'list/default-25'];
const KEY = 'key-of-the-pictures';
const [DAY, PLACE] = ['2026-01-15T09:30:00.000Z', 'https://pets.example.com'];
/** Size of the screen. */
const SCREEN = { width: 1100, height: 760 };
/** CSS selectors of the parts of the page, by the names of their pictures. */
const PARTS = {
  lengths: '#list-fail + .items figure:has(.plot)',
  requirements: 'section[aria-labelledby="map"]',
  answers: '.overview',
};

/** Returns the SHA-256 of all that the pictures depend on: the sources of report.html, and this script. */
export async function sourceDigest() {
  const folders = SOURCES.filter((path) => !path.endsWith('.mjs'));
  const inside = folders.map(async (path) =>
    (await readdir(join(root, path))).map((name) => `${path}/${name}`),
  );
  const files = [...(await Promise.all(inside)).flat(), SOURCES.at(-1)].toSorted((a, b) => (a < b ? -1 : 1));
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\n`).update(await readFile(join(root, file)));
  return hash.digest('hex');
}

function cli(...words) {
  return spawn(process.execPath, [join(root, 'dist/cli.js'), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function ended(child) {
  child.stdout.resume();
  await once(child, 'close');
}

/** Writes a report on the faulty server, with a fixed address and day. */
async function judge(folder) {
  const server = cli('serve', '--key', KEY, ...FAULTS.flatMap((id) => ['--fault', id]));
  const [said] = await once(server.stdout, 'data');
  const [origin] = /http:\/\/127\.0\.0\.1:\d+/u.exec(said);
  const addresses = ['--base-url', `${origin}/v1`, '--messages-url', `${origin}/messages`];
  await ended(
    cli('run', ...addresses, '--api-key', KEY, '--category-ids', '1,2,3', '--seed', '7', '--out', folder),
  );
  server.kill();
  for (const name of ['report.json', 'evidence.har']) {
    const text = await readFile(join(folder, name), 'utf8');
    const moved = text
      .replaceAll(origin, PLACE)
      .replace(/("(?:started|finished)At": )"[^"]*"/gu, `$1"${DAY}"`);
    await writeFile(join(folder, name), moved);
  }
  await ended(cli('report', folder, '--format', 'html'));
}

async function draw() {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-pictures-'));
  const out = join(root, 'docs/pictures');
  await mkdir(out, { recursive: true });
  await judge(folder);
  const executablePath = process.env.PETSTORE_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: SCREEN, colorScheme });
    await page.goto(`file://${folder}/report.html`);
    await page.screenshot({ path: join(out, `report-${colorScheme}.png`) });
    if (colorScheme === 'dark') continue;
    // Removes the sticky bar, which would cover parts of the pictures.
    await page.locator('.bar').evaluate((bar) => bar.remove());
    for (const [name, part] of Object.entries(PARTS))
      await page
        .locator(part)
        .first()
        .screenshot({ path: join(out, `${name}.png`) });
  }
  await browser.close();
  await writeFile(join(out, 'sources.sha256'), `${await sourceDigest()}\n`);
  await rm(folder, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await draw();
