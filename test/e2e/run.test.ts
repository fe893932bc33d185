import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requirements } from '../../requirements/index.ts';
import { buildCli, FILES, judged } from './kit.ts';
import { KEY, relay } from './servers.ts';

const cli = await buildCli();

test.concurrent('the embedded server is conformant, through a proxy setting that leads nowhere', async () => {
  const run = await judged(cli, [], { HTTP_PROXY: 'http://127.0.0.1:9' });
  expect(run).toMatchObject({ code: 0, stderr: '', files: FILES });
  expect(run.report).toMatchObject({
    verdict: 'conformant',
    profiles: { animals: 'conformant', messages: 'conformant' },
    target: { embedded: true },
    totals: { pass: requirements.length, fail: 0, warn: 0, inconclusive: 0, 'not-tested': 0 },
  });
  expect(run.stdout).toMatch(/^Judging the embedded reference server, at http:\/\/127\.0\.0\.1:\d+\/v1/u);
  expect(run.stdout).toContain('CONFORMANT');
  expect(run.stdout).not.toContain('\u001b');
  expect((await readFile(join(run.out, 'report.html'), 'utf8')).length).toBeLessThan(600_000);
});

test.concurrent('a fault ends with exit 1, names what it breaks, and shows the evidence', async () => {
  const target = await relay((pass) => pass(), { faults: ['list/default-10'] });
  const words = ['--base-url', target.baseUrl, '--only', 'list.limit.*'];
  const run = await judged(cli, words, { PETSTORE_API_KEY: KEY });
  expect(run).toMatchObject({ code: 1, stderr: '', files: FILES });
  const failed = run.report.requirements.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ id }) => id)).toEqual(['list.limit.default']);
  const proof = failed.flatMap(({ checks }) => checks.flatMap(({ exchanges }) => exchanges));
  expect(proof.length).toBeGreaterThan(0);
  const har = JSON.parse(await readFile(join(run.out, 'evidence.har'), 'utf8')) as {
    log: { entries: { _id: string }[] };
  };
  const entries = har.log.entries.map(({ _id }) => _id);
  for (const id of proof) expect(entries).toContain(id);
  // Every request is in the evidence, once.
  expect(entries.length).toBe(target.seen.length);
  expect(new Set(entries).size).toBe(entries.length);
  expect(run.stdout).toContain(' FAIL  list.limit.default');
  expect(run.stdout).toMatch(/petstore-conformance replay \S+ list\.limit\.default/u);
});

test.concurrent.each([
  ['an unknown option', ['--no-such-option']],
  ['a pattern that matches nothing', ['--only', 'no.such.*']],
  ['a number out of range', ['--concurrency', '0']],
  ['a missing file', ['--env-file', 'no-such-file.env']],
  ['a key that no header can carry', ['--api-key', 'a\u0007b']],
])('%s ends with exit 2, and nothing is sent', async (_what, words) => {
  const target = await relay((pass) => pass());
  const env = { PETSTORE_BASE_URL: target.baseUrl, PETSTORE_API_KEY: KEY };
  const { code, stdout, stderr } = await cli.run(['run', ...words], env);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: [^\n]+[.?]\n$/u);
  expect(target.seen).toEqual([]);
});

test.concurrent('a proxy setting that is no address ends with exit 2, and nothing is sent', async () => {
  const target = await relay((pass) => pass());
  const env = { PETSTORE_API_KEY: KEY, HTTP_PROXY: 'socks5://user:secret@127.0.0.1:9' };
  const { code, stderr } = await cli.run(['run', '--base-url', target.baseUrl], env);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: HTTP_PROXY is not the address of an HTTP proxy[^\n]+\n$/u);
  expect(stderr).not.toContain('secret');
  expect(target.seen).toEqual([]);
});

test.concurrent('the files of a report are drawn again from the report alone', async () => {
  const run = await judged(cli, ['--only', 'list.success']);
  const before = await readFile(join(run.out, 'report.html'), 'utf8');
  await writeFile(join(run.out, 'report.html'), 'gone');
  const again = await cli.run(['report', run.out, '--format', 'html,junit']);
  const stdout = `${join(run.out, 'report.html')}\n${join(run.out, 'junit.xml')}\n`;
  expect(again).toEqual({ code: 0, stdout, stderr: '' });
  expect(await readFile(join(run.out, 'report.html'), 'utf8')).toBe(before);
});
