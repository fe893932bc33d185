import { readdir } from 'node:fs/promises';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ended } from '../cli/build.ts';
import { buildCli, FILES, outFolder, reportIn } from './kit.ts';
import { KEY, relay, type Target } from './servers.ts';

const cli = await buildCli();

/** Starts a run, and waits until the target has seen this many requests. */
async function started(target: Target, requests: number) {
  const out = await outFolder(cli);
  const words = ['run', '--out', out, '--base-url', target.baseUrl, '--messages-url', target.messagesUrl];
  const child = cli.start(words, { PETSTORE_API_KEY: KEY });
  const end = ended(child);
  while (target.seen.length < requests) await sleep(5);
  return { child, end, out };
}

test.concurrent('an interrupt ends a run with the report of what was done', async () => {
  const target = await relay((pass, _, __, number) => void setTimeout(pass, number > 60 ? 60 : 0));
  const { child, end, out } = await started(target, 120);
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await end;
  expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  const { report, files } = await reportIn(out);
  expect(files).toEqual(FILES);
  expect(report.verdict).toBe('inconclusive');
  expect(report.aborted?.message).toMatch(/^The run was interrupted: /u);
  expect(stdout).toContain('Interrupted: ');
  // Requests that were under way count; none that were never sent.
  expect(report.traffic.requests).toBeLessThanOrEqual(target.seen.length + 8);
  expect(report.traffic.created).toBeLessThan(report.traffic.requests);
});

test.concurrent.each([
  ['hangs', 30],
  ['has not answered at all', 0],
])('a target that %s does not keep an interrupted run, which says no word on it', async (_what, answers) => {
  const target = await relay((pass, _, __, number) => {
    if (number <= answers) pass();
  });
  const { child, end, out } = await started(target, answers + 1);
  child.kill('SIGINT');
  expect(await end).toMatchObject({ code: 3, stderr: '' });
  const { files, report } = await reportIn(out);
  expect(files).toEqual(FILES);
  expect(report.aborted?.message).toMatch(/^The run was interrupted/u);
});

test.concurrent('another interrupt ends the run at once, and leaves nothing half written', async () => {
  const target = await relay((pass, _, __, number) => {
    if (number <= 30) pass();
  });
  const { child, end, out } = await started(target, 31);
  child.kill('SIGINT');
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect((await end).code).toBe(3);
  for (const name of await readdir(out)) expect(FILES).toContain(name);
});

test.concurrent('a reader that goes away changes neither the exit code nor the report', async () => {
  const out = await outFolder(cli);
  const child = cli.start(['run', '--out', out, '--only', 'version.prefix']);
  child.stdout.destroy();
  expect(await ended(child)).toMatchObject({ code: 0, stderr: '' });
  expect((await reportIn(out)).files).toEqual(FILES);
});
