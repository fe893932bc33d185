import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Much of the time goes by in waiting.
    maxWorkers: '100%',
    projects: [
      // The kit's own tests.
      {
        test: {
          name: 'self',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/compiled.ts'],
          // No measure of anything: what hangs ends, and what is slow on a busy machine does not.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        // The checks themselves, against the target that the environment or .env names, else the embedded server.
        test: {
          name: 'conformance',
          include: ['suites/**/*.suite.ts'],
          globalSetup: ['src/vitest/setup.ts'],
          // One run in one worker, as wide as the client allows; time limits are the client's.
          pool: 'threads',
          fileParallelism: false,
          maxConcurrency: Number.MAX_SAFE_INTEGER,
          testTimeout: 0,
          hookTimeout: 0,
        },
      },
    ],
  },
});
