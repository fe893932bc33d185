import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ended } from '../cli/build.ts';
import { buildCli } from './kit.ts';
import { inChromium } from '../render/html/chromium.ts';
import { KEY, reference, relay } from './servers.ts';
import { closeLater } from '../later.ts';

const cli = await buildCli();

/** Starts to watch, and reads what it says. */
function watching(baseUrl: string, words: readonly string[] = []) {
  const child = cli.start(['watch', '--base-url', baseUrl, '--seed', '1', ...words], {
    PETSTORE_API_KEY: KEY,
  });
  closeLater(() => child.kill('SIGKILL'));
  const end = ended(child);
  let said = '';
  child.stdout.on('data', (text: string) => (said += text));
  const saying = (pattern: RegExp) =>
    vi.waitFor(() => expect(said).toMatch(pattern), { timeout: 120_000, interval: 30 });
  const page = async () => {
    await saying(/The page: \S+/u);
    return /The page: (\S+)/u.exec(said)?.[1] ?? '';
  };
  return { child, end, saying, page, said: () => said };
}

/** A reference server on this port, the one of a server before it. */
function serve(port: number, ...faults: readonly string[]) {
  return reference({ port, faults });
}

test('a server that is restarted with a bug, and then without', async () => {
  const one = await serve(0);
  const port = Number(new URL(one.baseUrl).port);
  const watch = watching(one.baseUrl, ['--only', 'list.limit.*']);
  await watch.saying(/Partial: /u);

  await one.close();
  const two = await serve(port, 'list/default-10');
  await watch.saying(/New red: 1\n FAIL {2}list\.limit\.default/u);

  await two.close();
  await watch.saying(
    /Waiting for the server: nothing listens at its address\. Last verdict: Non-conformant, round \d+, 1 red\./u,
  );
  const again = await serve(port, 'list/default-10');
  await watch.saying(/Still red: 1\n {2}list\.limit\.default: /u);

  await again.close();
  await serve(port);
  await watch.saying(/New green: 1\n {2}list\.limit\.default: /u);
  expect(watch.said()).not.toContain(KEY);

  watch.child.kill('SIGINT');
  expect(await watch.end).toMatchObject({ code: 0, stderr: '' });
});

test('an interrupt ends it at once: with the last verdict, or with none while a round is under way', async () => {
  const broken = await serve(0, 'list/default-10');
  const judged = watching(broken.baseUrl, ['--only', 'list.limit.default']);
  await judged.saying(/Non-conformant: /u);
  judged.child.kill('SIGTERM');
  expect(await judged.end).toMatchObject({ code: 1, stderr: '' });

  const silent = await relay(() => undefined);
  const waiting = watching(silent.baseUrl);
  await vi.waitFor(() => expect(silent.seen.length).toBeGreaterThan(0), { timeout: 60_000 });
  waiting.child.kill('SIGINT');
  expect(await waiting.end).toMatchObject({ code: 3, stderr: '' });
});

test('judges again when a file changes, and waits for a server that is not there', async () => {
  const target = await serve(0);
  const { port } = new URL(target.baseUrl);
  await target.close();
  const file = join(cli.cwd, 'server.js');
  await writeFile(file, 'one');
  const watch = watching(target.baseUrl, ['--watch-path', file, '--only', 'list.success']);
  await watch.saying(/Waiting for the server: nothing listens at its address/u);
  await serve(Number(port));
  await watch.saying(/Round 1, .*: the server came back\n/u);
  await watch.saying(/Partial: /u);
  await writeFile(file, 'two');
  await watch.saying(/Round 2, .*server\.js changed\n/u);
  watch.child.kill('SIGINT');
  await once(watch.child, 'exit');
});

test.each([
  [['watch'], /^error: The command watch needs the address of your server: give it with --base-url/u],
  [
    ['watch', '--base-url', 'http://127.0.0.1:9/v1', '--api-key', KEY, '--watch-path', 'no-such-file'],
    /^error: The path "no-such-file" of --watch-path does not exist: name a file or folder that exists\.\n$/u,
  ],
  [['watch', '--out', 'x'], /^error: There is no option --out/u],
])('%j is a wrong use, said in one sentence', async (words, sentence) => {
  const { code, stderr, stdout } = await cli.run(words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(sentence);
});

inChromium('the page of the command', (bench) => {
  test('follows a server through a bug and its correction', async () => {
    const one = await serve(0, 'list/default-10');
    const port = Number(new URL(one.baseUrl).port);
    const watch = watching(one.baseUrl, ['--only', 'list.limit.*']);
    const { page, incidents } = await bench.go(await watch.page());
    const slow = { timeout: 120_000 };
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
    await heading('Non-conformant').waitFor(slow);
    await page.getByText('Expected', { exact: true }).first().waitFor(slow);

    await one.close();
    await page.getByRole('status').getByText('Waiting for the server').waitFor(slow);
    await serve(port);
    await heading('Partial').waitFor(slow);
    await page.getByText('fixed', { exact: true }).first().waitFor(slow);
    expect(incidents).toEqual([]);
    expect(await page.content()).not.toContain(KEY);

    watch.child.kill('SIGINT');
    await page.getByText('The watch has ended').waitFor(slow);
    expect((await watch.end).code).toBe(0);
  });
});
