import { defineConfig } from 'vitest/config';

// Configuration of `npm run mutate`: vitest runs only the self-tests that import the mutated module.
export default defineConfig({
  test: {
    include: (process.env['PETSTORE_MUTATE_TESTS'] ?? 'test/**/*.test.ts').split(','),
    globalSetup: ['test/compiled.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 480_000,
  },
});
