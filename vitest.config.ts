import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longer than their size says, which is all that a fresh clone knows of them: they begin first. */
const LONG = ['trust/servers', 'e2e/lawful', 'docs/commands', 'verify/genuine', 'ci/gitlab'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- It is the order of vitest, not that of an array.
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONG.some((name) => moduleId.endsWith(`/test/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // Each worker loads the whole kit for itself: more of them than cores cost more than the waiting that they would fill.
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
    projects: [
      // The kit's own tests.
      {
        test: {
          name: 'self',
          include: ['test/**/*.test.ts'],
          globalSetup: ['test/compiled.ts'],
          setupFiles: ['test/setup.ts'],
          // Modules are loaded once for all files of a process, and a process may go to another folder.
          pool: 'forks',
          isolate: false,
          // No measure of anything: what hangs ends, and what is slow on a busy machine does not.
          testTimeout: 480_000,
          hookTimeout: 480_000,
        },
      },
      {
        // The servers of the reference fleet: npm run trust.
        test: {
          name: 'trust',
          include: ['tools/trust/*.trust.ts'],
          pool: 'threads',
          isolate: false,
          // They mostly wait.
          maxConcurrency: 3,
          testTimeout: 600_000,
        },
      },
      {
        // The checks themselves, against the target that the environment or .env names, else the embedded server.
        test: {
          name: 'conformance',
          include: ['suites/**/*.suite.ts'],
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
