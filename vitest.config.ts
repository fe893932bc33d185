import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      // The kit's own tests.
      { test: { name: 'self', include: ['test/**/*.test.ts'] } },
      // The checks themselves, against a real target.
      { test: { name: 'conformance', include: ['suites/**/*.suite.ts'] } },
    ],
  },
});
