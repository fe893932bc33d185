import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

test('without a module, how it is called is said', async () => {
  const said = await new Promise((resolve) => {
    execFile(process.execPath, ['tools/mutate.mjs'], (error, _, stderr) => resolve([error?.code, stderr]));
  });
  expect(said).toEqual([2, expect.stringMatching(/^Name a module: npm run mutate -- /u)]);
});
