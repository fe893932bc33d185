import { execFileSync } from 'node:child_process';
import { readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { evidenceBounds } from '../../reports/bounds.ts';
import { renderHtml } from '../../reports/render/html/page.tsx';
import { matchesGlob } from '../../src/base/glob.ts';
import { verify } from '../../src/verify/verify.ts';
import { scratch } from '../later.ts';
import { ran, reader, verified, writeFolder } from './folders.ts';
import { both, changed, inChecks, scope, settings } from './forge.ts';

const real = await ran([], { only: ['list.limit.default', 'auth.missing'] });

describe('what is no plain file of a report is not read', () => {
  test.each<readonly [what: string, make: (path: string) => Promise<void> | void, why: RegExp]>([
    ['a device', (path) => symlink('/dev/zero', path), /is not a regular file, and is not read/u],
    ['a pipe', (path) => void execFileSync('mkfifo', [path]), /is not a regular file, and is not read/u],
    ['a link to itself', (path) => symlink(path, path), /is a link to itself/u],
    [
      'more than anybody writes',
      async (path) => {
        await writeFile(path, '');
        await truncate(path, 2 ** 40);
      },
      /is larger than (?:16|1|6\d) MB, and is not read/u,
    ],
  ])('%s', async (_what, make, why) => {
    for (const name of ['report.json', 'evidence.har', 'statement.dsse.json']) {
      const dir = await scratch('h');
      await writeFolder(dir, real);
      await rm(join(dir, name));
      await make(join(dir, name));
      const reading = verify(dir, reader);
      await expect(reading).rejects.toThrow(why);
      await expect(reading).rejects.toThrow(`${name}" is`);
    }
  });
});

test.each([
  ['a member twice', (text: string) => text.replace('"seed":', '"seed": 1, "seed":')],
  ['another layout', (text: string) => JSON.stringify(JSON.parse(text))],
  [
    'a counterexample without a bottom',
    (text: string) =>
      text.replace(
        '"exchanges": [',
        `"counterexample": ${'['.repeat(1e5)}${']'.repeat(1e5)}, "exchanges": [`,
      ),
  ],
])('a report with %s is refused', async (_what, report) => {
  const { disagreements } = await verified(real, { afterwards: { report } });
  const message: unknown = expect.stringMatching(
    /^is not in the form that the kit writes: a member is duplicated|^is nested deeper/u,
  );
  expect(disagreements).toContainEqual(
    expect.objectContaining({ kind: 'schema', where: 'report.json', message }),
  );
});

describe('what nobody could go through to its end is given up', () => {
  const withRuns = (runs: number) => verified(real, scope({ runs })(real));

  test('more values than were sent', async () => {
    const { disagreements } = await withRuns(900);
    expect(disagreements.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^says --runs 900, but \d+ exchanges are too few for so many values$/u),
    );
  });

  test('more than there is room for', async () => {
    const { disagreements } = await withRuns(10_000);
    expect(disagreements.map(({ kind, where }) => [kind, where])).toContainEqual(['schema', 'report.json']);
  });

  test('requests that are all missing', async () => {
    const all = both(scope({ only: [], runs: 90 }), settings({ only: undefined, runs: 90 }))(real);
    const { disagreements } = await verified(real, all);
    expect(disagreements.map(({ message }) => message)).toContainEqual(
      'cannot be replayed: more than 1000 requests are missing',
    );
  });
});

describe('what is long takes no longer than it is long', () => {
  test('exchanges of a finding', { timeout: 120_000 }, async () => {
    const exchanges = Array.from({ length: 200_000 }, (_, at) => `x${String(at + 1)}`);
    const { disagreements } = await verified(real, inChecks('auth.missing', { exchanges })(real));
    expect(disagreements.map(({ kind }) => kind)).toContain('replay');
  });
});

describe('what takes far more room than a run is refused at once', () => {
  const bodies = (body: string, each = 1) =>
    real.evidence.map((one, at) =>
      one.response === null || at % each > 0 ? one : { ...one, response: { ...one.response, body } },
    );

  test.each([
    [
      'millions of empty lists',
      bodies('[],'.repeat(10_000)),
      /^has more than \d+ members and items, and is not read$/u,
    ],
    ['one huge body', bodies('a'.repeat(2_000_001), 1000), /must NOT have more than \d+ characters$/u],
    [
      'many long bodies',
      bodies('a'.repeat(300_000)),
      /^has longer bodies than any run records, and is not read$/u,
    ],
  ])('%s', async (_what, evidence, message) => {
    const { disagreements } = await verified(real, { evidence });
    expect(disagreements).toEqual([
      { kind: 'schema', where: 'evidence.har', message: expect.stringMatching(message) as unknown },
    ]);
  });

  test('millions of notes, and a value without a bottom', async () => {
    const notes = Array.from({ length: 300 }, () => 'n');
    const many = await verified(real, changed({ notes })(real));
    expect(many.disagreements.map(({ kind, where }) => `${kind} ${where}`)).toEqual(['schema report.json']);
    const counterexample = JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown;
    const { disagreements } = await verified(real, inChecks('auth.missing', { counterexample })(real));
    expect(disagreements.map(({ message }) => message)).toEqual([
      'is nested deeper than any file that the kit writes',
    ]);
  });

  test('a page shows the first requests of a finding', async () => {
    const ids = real.evidence.map(({ id }) => id);
    const change = { verdict: 'fail', cause: 'server' } as const;
    const { report } = inChecks('auth.missing', { verdict: 'fail', exchanges: ids }, change)(real);
    expect(renderHtml(report, real.evidence, {})).toMatch(/\d+ more exchanges in evidence\.har/u);
  });
});

test('evidence may be as large as its run, and no larger', () => {
  expect(evidenceBounds(1_000).bytes).toBe(68e6);
  expect(evidenceBounds(70_000).bytes).toBe(256e6);
  expect(evidenceBounds(1e9)).toEqual({ bytes: 256e6, parts: 20e6 });
});

test.each(['report.json', 'evidence.har'])('%s in no UTF-8 is refused', async (name) => {
  const dir = await scratch('h');
  await writeFolder(dir, real);
  const bytes = await readFile(join(dir, name));
  // In place of the last letter of a word.
  bytes[bytes.indexOf('petstore') + 7] = 0xff;
  await writeFile(join(dir, name), bytes);
  const { disagreements } = await verify(dir, reader);
  expect(disagreements).toContainEqual({ kind: 'schema', where: name, message: 'is not UTF-8' });
});

test('a pattern takes no longer than it is long', () => {
  expect(matchesGlob(`${'*'.repeat(10_000)}x`, 'list.limit.default'.repeat(500))).toBe(false);
  expect(matchesGlob('l*i*t*.*.d*t', 'list.limit.default')).toBe(true);
});
