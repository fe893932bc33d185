import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { historyEntry, MAX_RUNS_SHOWN, parseHistory } from '../../reports/history.ts';
import { ciContext } from '../../src/cli/run/ci-context.ts';
import { appendHistory, readHistory } from '../../src/cli/run/history.ts';
import { emptyFolder } from '../config/folder.ts';
import { mixed as report } from '../reports/sample.ts';

let path = '';
beforeEach(() => void (path = join(emptyFolder(), 'runs.jsonl')));

describe('a history', () => {
  it('has a line below 1 kB for each run, which is read again', async () => {
    expect(await readHistory(path)).toEqual([]);
    const judged = { ...report, context: { commit: 'a'.repeat(80) } };
    await appendHistory(path, judged);
    await appendHistory(path, judged);
    const text = await readFile(path, 'utf8');
    expect(text.split('\n').map(({ length }) => length < 1000)).toEqual([true, true, true]);
    expect(await readHistory(path)).toEqual([historyEntry(judged), historyEntry(judged)]);
  });

  it('gives the last runs, with room for one more', () => {
    const line = `${JSON.stringify(historyEntry(report))}\n`;
    expect(parseHistory(line.repeat(200))).toHaveLength(MAX_RUNS_SHOWN - 1);
  });

  const good = JSON.stringify(historyEntry(report));
  test.each([
    ['a line that is cut', good],
    ['another file', 'name: x\n'],
    ['an empty line', `${good}\n\n`],
    ['null', 'null\n'],
    ['a verdict that there is not', `${good.replace(/"verdict":"[^"]*"/u, '"verdict":"fine"')}\n`],
    ['markup for a commit', `${good.replace(/"commit":"[^"]*"/u, '"commit":"<b>"')}\n`],
    ['another letter', `${good.replace(/"rows":"./u, '"rows":"x')}\n`],
  ])('is refused before anything is sent, with the file unchanged: %s', async (_what, text) => {
    await writeFile(path, text);
    await expect(readHistory(path)).rejects.toThrow(
      /^The file .*runs\.jsonl.* of --history .*: name another file\.$/u,
    );
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('is no folder, and stands in one that is there', async () => {
    await mkdir(path);
    await expect(readHistory(path)).rejects.toThrow('is a folder');
    await expect(readHistory(join(path, 'no', 'runs'))).rejects.toThrow('cannot be written: no such file');
  });
});

describe('the context that CI gives', () => {
  const same = (text: string) => text;
  const github = {
    GITHUB_SHA: '0123abc',
    GITHUB_REF_NAME: 'main',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'o/r',
    GITHUB_RUN_ID: '7',
    GITHUB_TOKEN: 'never-this',
  };

  test.each([
    ['GitHub', github, { commit: '0123abc', branch: 'main', job: 'https://github.com/o/r/actions/runs/7' }],
    [
      'GitLab, with a password in its address',
      { CI_COMMIT_SHA: 'ff', CI_JOB_URL: 'https://user:word@gitlab.example/j/1' },
      { commit: 'ff', job: 'https://gitlab.example/j/1' },
    ],
    [
      'Jenkins',
      { GIT_COMMIT: 'ff', BUILD_URL: 'http://ci/job/1/' },
      { commit: 'ff', job: 'http://ci/job/1/' },
    ],
    ['no system', { PATH: '/bin' }, undefined],
    ['markup for a commit, and no address', { CI_COMMIT_SHA: '<b>', CI_JOB_URL: 'javascript:1' }, {}],
  ])('%s', (_what, env, context) => {
    expect(ciContext(env, same)).toEqual(context);
  });

  it('has no secret of the run', () => {
    const env = { ...github, GITHUB_REF_NAME: 'with-the-secret-key' };
    expect(ciContext(env, (text) => text.replaceAll('the-secret-key', '[redacted]'))?.branch).toBe(
      'with-[redacted]',
    );
  });
});
