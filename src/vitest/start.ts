import type { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase } from 'vitest/node';
import type { Dispatch } from './bridge.ts';
import { openWire } from './wire.ts';
import type { Config } from '../config/types.ts';

/** What a run tells while it goes on. */
export interface RunListener {
  /** The worker is being started: for a while this process has nothing to do. */
  waiting(): void;
  /** The suites are loaded, and so many checks will run. */
  collected(checks: number): void;
  started(check: string): void;
  /** Requests so far, and the check that sent the one that was answered last. */
  traffic(requests: number, check: string): void;
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
  /** Stops every request, starts no more checks, and resolves once those under way had time to end. */
  cancel(): Promise<undefined>;
}

/** Compiled and installed, the suites stand beside the command; they are loaded by node itself, without vite's transform. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Milliseconds that checks under way get to end when they are cancelled. */
const GRACE_MS = 1200;
/** The events that vitest listens to so that it can end the process: that is for the command to decide. */
const EVENTS = new Set(['SIGINT', 'SIGTERM', 'unhandledRejection']);

/** Starts the suites through vitest's node API, in one worker thread, with a reporter that only passes on. */
export function startSuites(config: Config, listener: RunListener): VitestRun {
  const errors: string[] = [];
  let cancel = (): void => undefined;
  const wire = openWire((news) => {
    if (news.kind === 'traffic') listener.traffic(news.requests, news.check);
  });
  let underWay = false;
  let ended = false;
  const bus: EventEmitter = process;
  const refuse = (event: string, one: () => void): void => {
    if (EVENTS.has(event)) queueMicrotask(() => bus.off(event, one));
  };
  bus.on('newListener', refuse);
  const checkOf = (test: TestCase) => test.name.slice(0, test.name.indexOf(':'));
  const reporter: Reporter = {
    onInit: (vitest) => {
      cancel = () => void vitest.cancelCurrentRun('keyboard-input');
      bus.off('newListener', refuse);
    },
    onTestRunStart: () => listener.waiting(),
    onTestModuleCollected: (module) => {
      underWay = true;
      listener.collected([...module.children.allTests()].length);
    },
    onTestCaseReady: (test) => listener.started(checkOf(test)),
    onTestCaseResult: (test) => {
      const { dispatch } = test.meta();
      if (dispatch !== undefined) listener.finished(checkOf(test), dispatch);
    },
    onTestRunEnd: (modules, unhandled) => {
      ended = true;
      for (const error of [...modules.flatMap((module) => module.errors()), ...unhandled]) {
        errors.push(error.stack ?? error.message);
      }
      if (modules.length === 0) errors.push('vitest found no suites');
    },
  };
  const end = (async () => {
    const { startVitest } = await import('vitest/node');
    const said: string[] = [];
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
      // The terminal is the command's alone: vitest would hide its cursor, and pass on every warning of the worker.
      { stdout: sink([]), stderr: sink(said) },
    );
    await vitest.close();
    wire.close();
    if (!ended) errors.push(`vitest did not run: ${said.join('').trim()}`);
    return { errors };
  })();
  return {
    end,
    cancel: async () => {
      wire.tell({ kind: 'stop' });
      cancel();
      if (underWay) await sleep(GRACE_MS, undefined, { ref: false });
      return undefined;
    },
  };
}

/** A stream that shows nothing, and keeps the last of what was written. */
function sink(kept: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      kept.push(chunk.toString());
      if (kept.length > 100) kept.shift();
      done();
    },
  });
}
