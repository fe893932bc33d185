import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CheckReport, Verdict } from '../../reports/model.ts';
import { buildCli, judged, texts } from '../e2e/kit.ts';
import { KEY, target } from '../e2e/servers.ts';
import { report } from '../reports/fixture.ts';

const cli = await buildCli();

async function folder(name: string, content: object): Promise<string> {
  await mkdir(join(cli.cwd, name), { recursive: true });
  await writeFile(join(cli.cwd, name, 'report.json'), JSON.stringify(content));
  return name;
}

describe('compare', () => {
  beforeAll(async () => {
    await folder('good', report());
    await folder('bad', report({ 'list.limit.default': { verdict: 'fail' } }));
    const missed = (verdict: Verdict, ...more: readonly CheckReport[]) => ({
      verdict,
      cause: 'server' as const,
      checks: [{ name: 'c/d', verdict: 'fail' as const, message: 'It was so.', exchanges: ['x1'] }, ...more],
    });
    const other = { name: 'a/b', message: 'It was so.', exchanges: ['x1'] };
    const known = missed('fail', { ...other, verdict: 'pass' });
    const worse = missed('fail', { ...other, verdict: 'fail', operation: 'list' });
    await folder('known', report({ 'list.limit.default': known }));
    await folder('worse', report({ 'list.limit.default': worse }));
    await folder('blind', report({ 'list.complete': { verdict: 'not-tested' } }));
    const rows: readonly { id: string }[] = report().requirements;
    const future = { ...rows[0], id: 'pets.future', statement: 'New.' };
    const totals = { ...report().totals, pass: report().totals.pass + 1 };
    await folder('newer', { ...report(), requirements: [...rows, future], totals });
    const bad = { requirements: [...rows, { ...future, ...known }], totals: { ...report().totals, fail: 1 } };
    await folder('newly-bad', { ...report(), ...bad });
    await folder('fewer', report({}, { scope: { ...report().scope, runs: 1 } }));
    await writeFile(join(cli.cwd, 'none.json'), '{}');
  });

  test.each([
    ['good bad', 1, 'New failure: 1'],
    ['good/report.json bad/', 1, 'New failure: 1'],
    ['bad good', 0, 'Fixed: 1'],
    ['good blind', 1, 'Lost coverage: 1'],
    ['blind good', 0, 'Newly decided: 1'],
    ['good bad --allow new-failure', 0, 'allowed'],
    ['good bad --allow list.limit.*', 0, 'allowed'],
    ['good bad --allow lost-coverage', 1, 'New failure: 1'],
    ['good newer', 0, 'Added     pets.future'],
    ['newer good --allow pets.future', 0, 'Removed   pets.future'],
    ['good good bad', 1, 'New failure: 1'],
    ['good fewer', 1, 'Lost      --runs 20 -> 1'],
    ['good fewer --allow lost-coverage', 0, 'less tested: exit 0, allowed.'],
    ['good fewer --allow new-failure --allow *.*', 1, 'less tested: exit 1. If intended, pass --allow.'],
    ['fewer good', 0, 'Nothing changed.'],
    ['newer good', 1, 'pets.future (pass -> not asked): '],
    ['good newly-bad', 1, 'pets.future (not asked -> fail): '],
    ['known worse', 1, 'list.limit.default (fail -> fail, also when listing, by a/b): '],
    ['worse known', 0, 'Nothing changed.'],
  ])('%s: exit %i, %s', async (words, code, text) => {
    const ended = await cli.run(['compare', ...words.split(' ')]);
    expect(ended).toMatchObject({ code, stderr: '' });
    expect(ended.stdout).toContain(text);
  });

  test.each([
    ['', 'The command compare needs its reports'],
    ['good', 'Only one report was given: name another report to compare it with.'],
    ['good no-such', 'no-such does not exist.'],
    ['good none.json', 'none.json is not a report of this version'],
    [
      'good bad --format pdf',
      'The option --format must be one of text, json, markdown, html, csv, not "pdf".',
    ],
    ['good bad --allow list.limit.defualt', 'did you mean list.limit.default?'],
    ['good bad --out /proc/none', 'cannot be written: name a folder'],
    ['good bad --out good/report.json', 'cannot be written: name a folder'],
  ])('%s is refused', async (words, sentence) => {
    const ended = await cli.run(['compare', ...words.split(' ').filter((word) => word !== '')]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain(sentence);
    expect(ended.stderr).toMatch(/^error: [^\n]+\n$/u);
  });

  test('writes every format to a folder', async () => {
    const ended = await cli.run(['compare', 'good', 'bad', '--format', 'json', '--out', 'compared']);
    expect(ended.code).toBe(1);
    const files = await readdir(join(cli.cwd, 'compared'));
    const drawn = ['html', 'json', 'md', 'txt'].map((format) => `comparison.${format}`);
    expect(files.toSorted()).toEqual([...drawn, 'matrix.csv']);
    const json = await readFile(join(cli.cwd, 'compared', 'comparison.json'), 'utf8');
    expect(json).toBe(ended.stdout);
    expect(JSON.parse(json)).toMatchObject({
      schemaVersion: '1',
      comparisons: [{ changes: [{ id: 'list.limit.default', change: 'new-failure', stops: true }] }],
      matrix: { columns: [{ name: 'good' }, { name: 'bad' }] },
    });
  });
});

describe('the page of a comparison', () => {
  test.each<[what: string, reports: readonly string[], out: string, links: readonly string[]]>([
    ['beside the reports', ['linked one', 'linked-2'], 'site', ['../linked%20one/', '../linked-2/']],
    ['below', ['linked one/report.json', 'linked-2/'], 'a/b', ['../../linked%20one/', '../../linked-2/']],
    ['where one has no page', ['good', 'linked-2'], 'site', ['../linked-2/']],
    ['where a file has another name', ['other.json', 'linked-2'], 'site', ['../linked-2/']],
  ])('leads to each report: %s', async (_, reports, out, links) => {
    for (const name of ['good', 'linked one', 'linked-2']) await folder(name, report());
    for (const name of ['linked one', 'linked-2']) await writeFile(join(cli.cwd, name, 'report.html'), '');
    await writeFile(join(cli.cwd, 'report.html'), '');
    await writeFile(join(cli.cwd, 'other.json'), JSON.stringify(report()));
    expect(await cli.run(['compare', ...reports, '--out', out])).toMatchObject({ code: 0 });
    const html = await readFile(join(cli.cwd, out, 'comparison.html'), 'utf8');
    const found = [...html.matchAll(/<a href="([^"#]*)report\.html#media\.json"/gu)].map(([, link]) => link);
    expect(found).toEqual(links);
  });
});

describe('a run', () => {
  test('is compared with an earlier one in every format, and judges again what failed', async () => {
    const baseline = await folder('baseline', report({ 'list.success': { verdict: 'fail' } }));
    const server = await target('list/default-10');
    const env = { PETSTORE_API_KEY: KEY };
    const words = ['--base-url', server.baseUrl, '--messages-url', server.messagesUrl];
    const only = ['--only', 'list.success', '--only', 'list.limit.*'];
    const run = await judged(cli, [...words, ...only, '--baseline', join(cli.cwd, baseline)], env);
    expect(run.code).toBe(1);
    const row = run.report.requirements.find(({ id }) => id === 'list.limit.default');
    expect(row).toMatchObject({ verdict: 'fail', baseline: { change: 'new-failure', verdict: 'pass' } });
    expect(run.stdout).toContain('Since the baseline');
    expect(run.stdout).toMatch(/fixed: list\.success/u);
    for (const [name, text] of await texts(run.out)) {
      if (name === 'evidence.har') continue;
      expect(text, name).toMatch(name === 'badge.json' ? /of them new/u : /new[ -]failure/u);
    }

    const again = await judged(cli, [...words, '--only-failed', run.out], env);
    expect(again.report).toMatchObject({ seed: run.report.seed, totals: { fail: 1 } });
    expect(again.report.scope).toMatchObject({ only: ['list.limit.default'], runs: run.report.scope.runs });
  });

  test.each([
    [['--only-failed', 'good'], 'Nothing failed in the report "good": there is nothing to judge again.'],
    [['--only-failed', 'bad', '--only', 'list.*'], 'The options --only-failed and --only exclude each other'],
    [['--only-failed', 'no-such'], 'no-such does not exist.'],
    [['--only-failed', ''], 'The option --only-failed must not be empty.'],
    [['--only-failed', 'bad', '--out', 'bad'], 'name another folder with --out.'],
    [['--only-failed', 'bad/report.json', '--out', './bad'], 'name another folder with --out.'],
    [['--baseline', 'none.json'], 'is not a report of this version'],
  ])('%j sends nothing', async (words, sentence) => {
    const ended = await cli.run(['run', ...words]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(sentence);
  });
});
