// What every run of vitest costs before it has anything to do: its node API, one worker thread, one empty test.
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVitest } from 'vitest/node';

const root = await mkdtemp(join(tmpdir(), 'petstore-bench-'));
await symlink(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(root, 'node_modules'));
await writeFile(join(root, 'empty.suite.js'), "import { test } from 'vitest';\ntest('nothing', () => {});\n");
const vitest = await startVitest(
  'test',
  [],
  {
    config: false,
    root,
    include: ['empty.suite.js'],
    exclude: [],
    watch: false,
    reporters: [{}],
    pool: 'threads',
    isolate: false,
    fileParallelism: false,
    cache: false,
  },
  { logLevel: 'silent' },
);
await vitest.close();
await rm(root, { recursive: true, force: true });
process.exit(0);
