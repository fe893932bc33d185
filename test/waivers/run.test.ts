import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReferenceServer } from '../../reference/index.ts';
import { buildCli, judged, texts } from '../e2e/kit.ts';
import { KEY, target } from '../e2e/servers.ts';
import { waiverFile } from './entries.ts';
const FAILING = 'list.limit.default';

/** In its reason, or in a line of its own. */
const EXPIRED = /waiver expired on 2020-02-29|expired: it changes nothing; .*until 2020-02-29/u;

const cli = await buildCli();

/** Judges a server, or the embedded one, with more words. */
function judge(server: ReferenceServer | undefined, words: readonly string[], env: NodeJS.ProcessEnv = {}) {
  if (server === undefined) return judged(cli, words, env);
  const address = ['--base-url', server.baseUrl, '--messages-url', server.messagesUrl];
  const keys = { PETSTORE_API_KEY: KEY, PETSTORE_MESSAGES_API_KEY: server.messagesKey };
  return judged(cli, [...address, ...words], { ...keys, ...env });
}

const waiver = (more: object = {}) => waiverFile({ requirement: FAILING, reason: 'PET-7', ...more });

test.concurrent('a run starts a waiver file, and the next one with it is partial', async () => {
  const broken = await target('list/default-10');
  const path = join(cli.cwd, 'started.yaml');
  const first = await judge(broken, ['--write-waivers', path, '--only', 'list.limit.*']);
  expect(first.code).toBe(1);
  expect(first.stdout).toContain(`Waivers: ${path} (1 entry;`);
  const draft = await readFile(path, 'utf8');
  expect(draft).toMatch(
    /^# .*\n\nwaivers:\n {2}# \d{4}-\d\d-\d\d: .*\n {2}- requirement: list\.limit\.default\n {4}check: list\/\S+\n {4}reason: ""\n {4}owner: ""\n {4}expires: /u,
  );

  const refused = await cli.run(['run', '--write-waivers', path]);
  expect(refused).toEqual({
    code: 2,
    stdout: '',
    stderr: `error: The waiver file ${JSON.stringify(path)} already exists: name another file with --write-waivers, or move the existing file.\n`,
  });

  const unread = await cli.run(['run', '--waivers', path]);
  expect(unread).toMatchObject({ code: 2, stdout: '' });
  expect(unread.stderr).toContain('entry 1: "reason" must be filled in.');
  await writeFile(
    path,
    draft.replace('reason: ""', 'reason: PET-7, until 2.1').replace('owner: ""', 'owner: Ann'),
  );

  const second = await judge(broken, [], { PETSTORE_WAIVERS: path });
  expect(second).toMatchObject({ code: 0, stderr: '', report: { verdict: 'partial' } });
  const row = second.report.requirements.find(({ id }) => id === FAILING);
  expect(row).toMatchObject({ verdict: 'waived', waivers: [{ state: 'applied', requirement: FAILING }] });
  expect(row?.checks.some(({ verdict }) => verdict === 'waived')).toBe(true);
  expect(second.report.totals).toMatchObject({ fail: 0, inconclusive: 0 });
  expect(second.stdout).toMatch(/Waived: \d/u);
  for (const [name, text] of await texts(second.out)) {
    if (name !== 'evidence.har') expect(text, name).toContain('waived');
    if (!['evidence.har', 'badge.json'].includes(name)) expect(text, name).toContain('PET-7, until 2.1');
  }
});

test.concurrent('a waiver past its day changes nothing, and is told in every format', async () => {
  const path = await waiver({ expires: '2020-02-29' });
  const broken = await target('list/default-10');
  const run = await judge(broken, ['--waivers', path, '--only', 'list.limit.*']);
  expect(run).toMatchObject({
    code: 1,
    report: { verdict: 'non-conformant', totals: { fail: 1, waived: 0 } },
  });
  for (const [name, text] of await texts(run.out)) {
    if (!['evidence.har', 'badge.json'].includes(name)) expect(text, name).toMatch(EXPIRED);
  }
  expect(run.stdout.replaceAll(/\s+/gu, ' ')).toMatch(EXPIRED);
});

test.concurrent('a waiver of what is met fails, and says that it has to go', async () => {
  const path = await waiver();
  const run = await judge(undefined, ['--waivers', path, '--only', 'list.limit.*']);
  expect(run).toMatchObject({ code: 1, report: { verdict: 'non-conformant', totals: { fail: 1 } } });
  const row = run.report.requirements.find(({ id }) => id === FAILING);
  expect(row).toMatchObject({ verdict: 'fail', cause: 'configuration', waivers: [{ state: 'unneeded' }] });
  for (const [name, text] of await texts(run.out)) {
    if (!['evidence.har', 'badge.json'].includes(name)) expect(text, name).toContain(': remove it');
  }
  expect(run.stdout).toMatch(/remove\s+this\s+entry/u);
  expect(run.stdout).not.toMatch(/The target breaks|Run again/u);
});

test.concurrent('a wrong waiver file sends nothing', async () => {
  const path = await waiver({ requirement: 'list.limit.defualt' });
  const run = await cli.run(['run', '--waivers', path]);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain('did you mean list.limit.default?');
  const missing = await cli.run(['run', '--waivers', 'no-such.yaml']);
  expect(missing).toMatchObject({ code: 2, stdout: '' });
  expect(missing.stderr).toMatch(
    /^error: The waiver file "[^"]*no-such\.yaml" does not exist: name a readable file/u,
  );
});

test.concurrent('a warning that counts can be waived', async () => {
  const server = await target('auth/no-challenge');
  const path = await waiver({ requirement: 'auth.challenge' });
  const words = ['--only', 'auth.challenge', '--waivers', path];
  const loose = await judge(server, words);
  expect(loose).toMatchObject({ code: 0, report: { totals: { warn: 1, waived: 0 } } });
  const strict = await judge(server, [...words, '--strict']);
  expect(strict).toMatchObject({ code: 0, report: { verdict: 'partial', totals: { warn: 0, waived: 1 } } });
  const without = await judge(server, ['--only', 'auth.challenge', '--strict']);
  expect(without).toMatchObject({ code: 1, report: { totals: { warn: 1 } } });
});
