import { defineConfig } from 'vitest/config';

const asked = process.env['PETSTORE_MUTATE_TESTS'];

// What `npm run mutate` runs: the tests that are asked for, or those that import the module.
export default defineConfig({
  test: {
    include: asked === undefined ? ['test/**/*.test.ts'] : (JSON.parse(asked) as string[]),
    globalSetup: ['test/compiled.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 480_000,
  },
});
