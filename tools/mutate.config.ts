import { defineConfig } from 'vitest/config';

// What `npm run mutate` runs: of these tests those that import the module.
export default defineConfig({
  test: {
    include: (process.env['PETSTORE_MUTATE_TESTS'] ?? 'test/**/*.test.ts').split(','),
    globalSetup: ['test/compiled.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 480_000,
  },
});
