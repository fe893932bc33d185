import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveWatchPage, type WatchPage } from '../../src/watch/page.ts';
import { inChromium, objections } from '../render/html/chromium.ts';
import { green, mixed, sampleEvidence } from '../reports/sample.ts';

inChromium('the page of a watch, in Chromium', (bench) => {
  let page: WatchPage;
  beforeAll(async () => {
    page = await serveWatchPage();
  });
  afterAll(() => page.close());

  it('shows each new report by itself, at the same place, and breaks no word of its policy', async () => {
    const { page: on, requests, incidents } = await bench.go(page.url);
    await on.getByRole('heading', { level: 1, name: 'No round has ended yet' }).waitFor();
    page.show(mixed, sampleEvidence);
    await on.getByRole('heading', { level: 1, name: 'Non-conformant' }).waitFor();
    await on.getByRole('button', { name: 'Next failure' }).click();
    const place = new URL(on.url()).hash;
    expect(place).not.toBe('');
    page.show(green, sampleEvidence);
    await on.getByRole('heading', { level: 1, name: 'Conformant', exact: true }).waitFor();
    expect(new URL(on.url()).hash).toBe(place);
    expect(incidents).toEqual([]);
    expect(new Set(requests)).toEqual(new Set([page.url, `${page.url}events`, `${page.url}report.css`]));
  });

  it('says what the session does, as text', async () => {
    const { page: on, incidents } = await bench.go(page.url);
    const hostile = '<img src=x onerror=alert(1)></script><script>alert(2)</script>';
    page.say(`Waiting for the server: ${hostile}`);
    await on.getByRole('status').getByText(`Waiting for the server: ${hostile}`).waitFor();
    expect(incidents).toEqual([]);
  });

  it('says that the watch has ended, and no page of another origin can read it', async () => {
    const other = await serveWatchPage();
    const { page: on } = await bench.go(other.url);
    const read = on.evaluate(async (url) => {
      const [came] = await Promise.allSettled([fetch(url)]);
      return came.status;
    }, page.url);
    expect(await read).toBe('rejected');
    other.close();
    await on.getByText('The watch has ended, or cannot be reached').waitFor();
  });

  it('has nothing to object to in any width and colours', async () => {
    page.show(mixed, sampleEvidence);
    page.say('Round 2: server.js changed');
    const { page: on } = await bench.go(page.url);
    await on.getByText('Round 2: server.js changed').waitFor();
    expect(await objections(on)).toEqual([]);
  });
});
