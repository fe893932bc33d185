import { afterAll } from 'vitest';
import { closeAll } from './later.ts';

// Around every file of tests; a process has many of them.
const root = process.cwd();
afterAll(async () => {
  process.chdir(root);
  await closeAll();
});
