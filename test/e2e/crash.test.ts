import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildCli } from '../cli/build.ts';
import { judged, outFolder } from './kit.ts';
import { KEY, relay } from './servers.ts';
const BUG =
  /^petstore-conformance failed: this is a bug of the kit, not a verdict on the target\. It says: (.+)\. Set /u;

test.concurrent('a check that throws ends with exit 4, and is no verdict on the target', async () => {
  const cli = await buildCli({
    'suites/list-limit.ts': `export const tooLongFlaws = () => [];
      export const listLimitChecks = [{ id: 'list/broken', title: 'broken', decides: ['list.limit.default'], mayBreak: [], stage: 'scenario',
        needs: [], dependsOn: [], probe: () => { throw new Error('a slip in a check'); } }];`,
  });
  const { code, stderr, report } = await judged(cli, []);
  expect(code).toBe(4);
  expect(BUG.exec(stderr)?.[1]).toBe('Error: a slip in a check');
  expect(stderr).not.toMatch(/^\s+at /mu);
  expect(report.totals.fail).toBe(0);
  expect(report.verdict).toBe('inconclusive');
});

test.concurrent('suites that do not load end with exit 4', async () => {
  const cli = await buildCli({
    'suites/list-limit.ts': `export const tooLongFlaws = () => []; export const listLimitChecks = [];
      [1].forEach(() => { throw new Error('a slip at the start'); });`,
  });
  const { code, stderr } = await cli.run([]);
  expect(code).toBe(4);
  expect(stderr).toContain('a slip at the start');
  expect(stderr).toMatch(BUG);
});

test.concurrent('a folder that no longer takes the report is said, and is no bug of the kit', async () => {
  const cli = await buildCli();
  const out = join(await outFolder(cli), 'report');
  const target = await relay((pass, _, __, number) => {
    // Something stands in the way once the run has begun.
    if (number === 5)
      void rm(out, { recursive: true })
        .then(
          () => writeFile(out, ''),
          () => undefined,
        )
        .then(pass);
    else pass();
  });
  const words = ['run', '--out', out, '--base-url', target.baseUrl, '--only', 'list.*'];
  const { code, stdout, stderr } = await cli.run(words, { PETSTORE_API_KEY: KEY });
  expect(code).toBe(3);
  expect(stderr).toMatch(
    /^error: The report cannot be written to .+: file already exists\. Name a folder[^\n]+\n$/u,
  );
  // The verdict is told all the same.
  expect(stdout).toContain('PARTIAL');
});

test.concurrent('a folder that cannot be written is said before anything is sent', async () => {
  const cli = await buildCli();
  const target = await relay((pass) => pass());
  const out = join(await outFolder(cli), 'file');
  await writeFile(out, '');
  const words = ['run', '--out', out, '--base-url', target.baseUrl];
  const { code, stdout, stderr } = await cli.run(words, { PETSTORE_API_KEY: KEY });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^error: [^\n]+\n$/u);
  expect(target.seen).toEqual([]);
});
