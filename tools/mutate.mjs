// `npm run mutate -- generators/limits.ts [--tests test/generators/numbers.test.ts]... [--lines 10-40] [--jobs 2]`: Stryker changes one thing
// after another in a copy of the project, runs the tests, and says which changes no test saw.
import { parseArgs } from 'node:util';

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    tests: { type: 'string', multiple: true },
    lines: { type: 'string' },
    jobs: { type: 'string', default: '1' },
  },
});
if (files.length === 0) {
  console.error('Name a module: npm run mutate -- FILE... [--tests FILE]... [--lines 10-40] [--jobs 2]');
  process.exit(2);
}
if (values.tests !== undefined) process.env.PETSTORE_MUTATE_TESTS = JSON.stringify(values.tests);

const { Stryker } = await import('@stryker-mutator/core');
const changes = await new Stryker({
  mutate: files.map((file) => (values.lines === undefined ? file : `${file}:${values.lines}`)),
  // Texts are for people.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['dist', 'conformance-report'],
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  testRunner: 'vitest',
  vitest: { configFile: 'tools/mutate.config.ts', related: values.tests === undefined },
  coverageAnalysis: 'perTest',
  concurrency: Number(values.jobs),
  reporters: ['clear-text'],
  clearTextReporter: { reportTests: false },
  // Stryker would read it with a function that TypeScript 7 does not have.
  tsconfigFile: 'none',
  dryRunTimeoutMinutes: 10,
}).runMutationTest();
process.exitCode = changes.some(({ status }) => status === 'Survived' || status === 'NoCoverage') ? 1 : 0;
