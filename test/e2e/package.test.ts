import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { FILES } from './kit.ts';
import { installPacked } from './packed.ts';

const run = promisify(execFile);

test('the package works in another project, through npx', async () => {
  const { folder, env } = await installPacked();
  const { stdout, stderr } = await run('npx', ['petstore-conformance', 'run'], { cwd: folder, env });
  expect(stdout).toContain('CONFORMANT');
  expect(stderr).toBe('');
  expect((await readdir(join(folder, 'conformance-report'))).toSorted()).toEqual(FILES);

  // Not through npx here: node, which runs that too, takes a missing --env-file for its own and says so itself.
  const words = ['run', '--env-file', 'no-such.env'];
  const bin = join(folder, 'node_modules', '.bin', 'petstore-conformance');
  await expect(run(bin, words, { cwd: folder, env })).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: [^\n]+\n$/u) as unknown,
  });
});
