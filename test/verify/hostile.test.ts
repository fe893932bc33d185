import { execFileSync } from 'node:child_process';
import { rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fits } from '../../src/base/glob.ts';
import { verify } from '../../src/verify/verify.ts';
import { scratch } from '../later.ts';
import { ran, reader, verified, writeFolder } from './folders.ts';

const real = await ran([], { only: ['list.limit.default', 'auth.missing'] });

describe('what is no plain file of a report is not read', () => {
  test.each<readonly [what: string, make: (path: string) => Promise<void> | void, why: string]>([
    ['a device', (path) => symlink('/dev/zero', path), 'is no regular file, and is not read'],
    ['a pipe', (path) => void execFileSync('mkfifo', [path]), 'is no regular file, and is not read'],
    ['a link to itself', (path) => symlink(path, path), 'is a link to itself'],
    [
      'more than anybody writes',
      async (path) => {
        await writeFile(path, '');
        await truncate(path, 2 ** 40);
      },
      'is larger than 64 MiB, and is not read',
    ],
  ])('%s', async (_what, make, why) => {
    for (const name of ['report.json', 'evidence.har', 'statement.dsse.json']) {
      const dir = await scratch('h');
      await writeFolder(dir, real);
      await rm(join(dir, name));
      await make(join(dir, name));
      await expect(verify(dir, reader)).rejects.toThrow(`${name}" ${why}`);
    }
  });
});

test.each([
  ['a member twice', (text: string) => text.replace('"seed":', '"seed": 1, "seed":')],
  ['another layout', (text: string) => JSON.stringify(JSON.parse(text))],
])('a report with %s is refused', async (_what, report) => {
  const { disagreements } = await verified(real, { afterwards: { report } });
  expect(disagreements).toContainEqual({
    kind: 'schema',
    where: 'report.json',
    message: 'is not as the kit writes it: a member stands twice, or its layout was changed',
  });
});

describe('what nobody could go through to its end is given up', () => {
  const withRuns = (runs: number) =>
    verified(real, { report: { ...real.report, scope: { ...real.report.scope, runs } } });

  test('more values than were sent', async () => {
    const { disagreements } = await withRuns(900);
    expect(disagreements.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^says --runs 900, for which \d+ exchanges are too few to be gone through$/u),
    );
  });

  test('more than there is room for', async () => {
    const { disagreements } = await withRuns(10_000);
    expect(disagreements.map(({ kind, where }) => [kind, where])).toContainEqual(['schema', 'report.json']);
  });

  test('requests that are all missing', async () => {
    const everything = { ...real.report, scope: { ...real.report.scope, only: [] } };
    const { disagreements } = await verified(real, {
      report: { ...everything, scope: { ...everything.scope, runs: 90 } },
    });
    expect(disagreements.map(({ message }) => message)).toContainEqual(
      'cannot be gone through to its end: more than 1000 requests are missing',
    );
  });
});

test('a pattern takes no longer than it is long', () => {
  expect(fits(`${'*'.repeat(10_000)}x`, 'list.limit.default'.repeat(500))).toBe(false);
  expect(fits('l*i*t*.*.d*t', 'list.limit.default')).toBe(true);
});
