import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import type { Live } from '../../reports/live/live.ts';
import { openWatchPage, type WatchPage } from '../../src/watch/page.ts';
import {
  type Bench,
  executablePath,
  objections,
  openBench,
  PATIENT,
  titled,
  type Visit,
} from '../render/html/chromium.ts';
import { green, mixed } from '../reports/sample.ts';
import { after, during } from './live.ts';

describe.skipIf(executablePath === undefined)(titled('the page that lives, in Chromium'), () => {
  let bench: Bench;
  let page: WatchPage;
  let live: Live;
  let asked = 0;
  beforeAll(async () => {
    bench = await openBench();
    page = await openWatchPage(
      () => live,
      () => void (asked += 1),
    );
  });
  afterAll(async () => {
    page.close();
    await bench.close();
  });

  const become = (next: Live): void => {
    live = next;
    page.changed();
  };
  const visit = async (state: Live, options = {}): Promise<Visit> => {
    live = state;
    const visited = await bench.go(page.url, options);
    // From here on it hears what changes.
    await visited.page.locator('#again').waitFor();
    return visited;
  };
  const turned = (on: Page, turn: string) => on.locator(`[data-turn="${turn}"]`);

  it('shows what stands, asks for nothing but what it is told, and breaks no word of its policy', async () => {
    const { page: on, requests, incidents } = await visit(after(1, mixed));
    expect(await on.getByRole('heading', { level: 1 }).innerText()).toContain('Non-conformant');
    expect(await turned(on, 'red').locator('li').count()).toBe(4);
    await expect.poll(() => on.title(), PATIENT).toContain('(4 red)');
    expect(incidents).toEqual([]);
    expect(requests).toEqual([page.url, `${page.url}events`]);
  });

  it('calls for another round by its button and by a key', async () => {
    const { page: on } = await visit(after(1, green));
    asked = 0;
    await on.getByRole('button', { name: 'Judge again' }).click();
    await on.keyboard.press('r');
    await expect.poll(() => asked, PATIENT).toBe(2);
  });

  it('changes as the session does, and keeps what somebody has opened and where they are', async () => {
    const { page: on, incidents } = await visit(after(1, mixed));
    const second = on.locator('[data-row]').nth(1);
    await second.locator('summary').first().click();
    expect(await second.locator('details').first().getAttribute('open')).not.toBeNull();

    become({ ...during(live), checks: { done: 4, all: 90 } });
    await on.getByText('Judging, round 2').waitFor();
    expect(await on.locator('progress').getAttribute('value')).toBe('4');
    expect(await on.locator('.chip.stale').count()).toBe(live.rows.length);
    expect(await second.locator('details').first().getAttribute('open')).not.toBeNull();
    expect(await on.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');

    become(after(2, green, mixed));
    await turned(on, 'new-green').waitFor();
    expect(await turned(on, 'new-green').locator('li').count()).toBe(4);
    expect(await on.getByRole('heading', { level: 1 }).innerText()).toContain('Conformant');

    become(after(3, mixed, green));
    await turned(on, 'new-red').waitFor();
    become(after(4, mixed, mixed));
    await turned(on, 'still-red').waitFor();
    expect(await turned(on, 'new-red').count()).toBe(0);
    expect(incidents).toEqual([]);
  });

  it('leads to the failure that a line names, and to the whole report', async () => {
    const { page: on } = await visit(after(1, mixed));
    const rows = on.locator('[data-row]');
    const last = turned(on, 'red').locator('li').last();
    const id = await last.locator('code').innerText();
    await last.getByRole('link').click();
    const row = rows.filter({ has: on.locator(`[id="${id}"]`) });
    await expect.poll(() => row.locator('details').first().getAttribute('open'), PATIENT).not.toBeNull();
    const [report] = await Promise.all([
      on.context().waitForEvent('page'),
      on.getByRole('link', { name: 'The whole report of round 1' }).click(),
    ]);
    await report.getByRole('heading', { level: 1 }).waitFor();
  });

  it('names no verdict that does not stand, and what the last one was', async () => {
    const { page: on } = await visit(after(2, green, mixed));
    const heading = on.getByRole('heading', { level: 1 });
    const status = on.locator('#status');
    expect(await heading.innerText()).toContain('Conformant');
    const news = { verdict: 'fail', reason: 'no JSON', fresh: true, turn: 'new-red' } as const;
    become(during(live, { 'media.json': news }));
    await heading.getByText('1 red so far').waitFor();
    expect(await status.innerText()).toContain('Last verdict: Conformant, round 2.');
    await expect.poll(() => on.title(), PATIENT).toBe('(1 red) Judging');
    become({ ...live, phase: 'waiting', note: 'nothing listens at its address' });
    await heading.getByText('Waiting for the server').waitFor();
    expect(await status.innerText()).toContain('Last verdict: Conformant, round 2.');
    await expect.poll(() => on.title(), PATIENT).toBe('(1 red) Waiting for the server');
  });

  it('has a history of rounds: when, the verdict, counts, what turned, and why', async () => {
    const { page: on } = await visit(after(2, green, mixed));
    const said = await on.locator('#rounds li').allInnerTexts();
    expect(said.map((text) => text.replaceAll(/\s+/gu, ' ').replace(/\d\d:\d\d:\d\d/u, 'TIME'))).toEqual([
      'Round 2, TIME Conformant: 64 passed. New green: error.status, auth.malformed, list.limit.default, create.int64 (server.js changed)',
      expect.stringMatching(/^Round 1, TIME Non-conformant: .+, 4 failed, .+ \(server\.js changed\)$/u),
    ]);
    const rows = live.rows.slice(0, 1).map((row) => ({ ...row, turn: 'new-red' as const }));
    const why = 'given up, since server.js changed';
    become({ ...live, endings: [{ number: 3, startedAt: '2026-11-23T07:00:00.000Z', why, turned: rows }] });
    await on.getByText(/No verdict: given up, since server\.js changed\. New red: media\.json/u).waitFor();
  });

  it('leads from a chip to what the last verdict has of it: on the page, or in the report', async () => {
    const { page: on } = await visit(after(1, mixed));
    const chip = (id: string) => on.locator(`.chip[data-id="${id}"]`).getByRole('link');
    await chip('create.int64').click();
    await on.locator('[id="create.int64"]').waitFor();
    const [report] = await Promise.all([on.context().waitForEvent('page'), chip('media.json').click()]);
    await report.locator('[id="media.json"]').waitFor();
    // What is known better by now than the last verdict has it leads nowhere.
    become(during(live, { 'media.json': { verdict: 'fail', fresh: true, turn: 'new-red' } }));
    await on.locator('.chip[data-id="media.json"][data-verdict="fail"]').waitFor();
    expect(await chip('media.json').count()).toBe(0);
    expect(await chip('create.int64').count()).toBe(1);
  });

  it('says that it stands still once the watch has ended, and no page of another origin can read it', async () => {
    live = after(1, mixed);
    const other = await openWatchPage(
      () => live,
      () => undefined,
    );
    const { page: on } = await bench.go(other.url);
    await on.locator('#again').waitFor();
    expect(await on.locator('#gone').isVisible()).toBe(false);
    const read = on.evaluate(async (url) => {
      const [came] = await Promise.allSettled([fetch(url)]);
      return came.status;
    }, page.url);
    expect(await read).toBe('rejected');
    const colour = () => on.locator('h1').evaluate((one) => getComputedStyle(one).color);
    const stood = await colour();
    other.close();
    await on.locator('#gone').waitFor();
    expect(await colour()).not.toBe(stood);
  });

  it.each([
    ['failures', () => after(4, mixed, green)],
    ['a round', () => during(after(1, green), { 'media.json': { verdict: 'fail', turn: 'new-red' } })],
    ['a server that is away', () => after(1, green, mixed, { phase: 'waiting', note: 'nothing listens' })],
  ])('has nothing to object to in any width and colours, everything opened: %s', async (_, state) => {
    const { page: on } = await visit(state());
    await on.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
    expect(await objections(on)).toEqual([]);
  });
});
