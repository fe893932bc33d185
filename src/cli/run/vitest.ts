import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase } from 'vitest/node';
import type { Dispatch } from '../../../suites/vitest.bridge.ts';
import type { Config } from '../../config/types.ts';

/** What a run tells while it goes on. */
export interface RunListener {
  started(check: string): void;
  finished(check: string, dispatch: Dispatch): void;
}

/** How a run in vitest ended. */
export interface VitestEnd {
  /** Errors outside of every check: bugs of the kit. */
  readonly errors: readonly string[];
}

/** A run under way. */
export interface VitestRun {
  readonly end: Promise<VitestEnd>;
  /** Lets checks under way end without an outcome, and starts no more. */
  cancel(): void;
}

/** Compiled and installed, the suites stand beside the command; they are loaded by node itself, without vite's transform. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts the suites through vitest's node API, in one worker thread, with a reporter that only passes on. */
export function startSuites(config: Config, listener: RunListener): VitestRun {
  const errors: string[] = [];
  let cancel = (): void => undefined;
  const checkOf = (test: TestCase) => test.name.slice(0, test.name.indexOf(':'));
  const reporter: Reporter = {
    onInit: (vitest) => {
      cancel = () => void vitest.cancelCurrentRun('keyboard-input');
    },
    onTestCaseReady: (test) => listener.started(checkOf(test)),
    onTestCaseResult: (test) => {
      const { dispatch } = test.meta();
      if (dispatch !== undefined) listener.finished(checkOf(test), dispatch);
    },
    onTestRunEnd: (modules, unhandled) => {
      for (const error of [...modules.flatMap((module) => module.errors()), ...unhandled]) {
        errors.push(error.stack ?? error.message);
      }
      if (modules.length === 0) errors.push('vitest found no suites');
    },
  };
  const end = (async () => {
    const { startVitest } = await import('vitest/node');
    const vitest = await startVitest(
      'test',
      [],
      {
        config: false,
        root: ROOT,
        include: ['suites/conformance.suite.js'],
        exclude: [],
        watch: false,
        reporters: [reporter],
        pool: 'threads',
        isolate: false,
        fileParallelism: false,
        maxConcurrency: Number.MAX_SAFE_INTEGER,
        testTimeout: 0,
        hookTimeout: 0,
        provide: { config },
        cache: false,
        server: { deps: { external: [/\.js$/] } },
      },
      { logLevel: 'silent', server: { watch: null, ws: false } },
    );
    await vitest.close();
    return { errors };
  })();
  return { end, cancel: () => cancel() };
}
