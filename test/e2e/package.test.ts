import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, test } from 'vitest';
import { executed } from '../executed.ts';
import { FILES } from './kit.ts';
import { installPacked, packed } from './packed.ts';

test('the package works in another project, through npx', async () => {
  const { folder, env } = await installPacked();
  const { stdout, stderr } = await executed('npx', ['petstore-conformance', 'run'], { cwd: folder, env });
  expect(stdout).toContain('CONFORMANT');
  expect(stderr).toBe('');
  expect((await readdir(join(folder, 'conformance-report'))).toSorted()).toEqual(FILES);

  // Not through npx here: node, which runs that too, takes a missing --env-file for its own and says so itself.
  const words = ['run', '--env-file', 'no-such.env'];
  const bin = join(folder, 'node_modules', '.bin', 'petstore-conformance');
  expect(await executed(bin, words, { cwd: folder, env })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: [^\n]+\n$/u) as unknown,
  });
});

test('those who judge packages find nothing that could be otherwise', async () => {
  const tarball = await readFile(await packed());
  const data = Uint8Array.from(tarball);
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true });
  expect(messages.map((one) => formatMessage(one, pkg, { color: false }))).toEqual([]);

  const analysis = await checkPackage(createPackageFromTarballData(data));
  if (analysis.types === false) throw new Error('the package has no types');
  const found = analysis.problems.map((one) => [one.kind, 'entrypoint' in one && one.entrypoint]);
  expect(found).toEqual([
    // Who writes CommonJS gets ES modules: require() of them works from Node 20.19 on.
    ['CJSResolvesToESM', '.'],
    // What Node 10 knew nothing of.
    ['NoResolution', './vitest'],
    ['CJSResolvesToESM', './vitest'],
  ]);
});
