import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Reporter } from 'vitest/node';
import type { Config } from '../config/types.ts';
import { loadOneByOne } from '../one-by-one.ts';

/** What the thread is given. */
export interface ThreadData {
  readonly config: Config;
  /** The name of the wire that the run is to tell on. */
  readonly wire: string;
}

/** What the thread says once the suites are done: the errors outside of every check. */
export interface ThreadEnd {
  readonly errors: readonly string[];
}

/** Compiled and installed, the suites stand beside the command; they are loaded by node itself, without vite's transform. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// vitest listens to signals, and sets the exit code late: in a thread of its own it sets its own.
const { config, wire } = workerData as ThreadData;
const said: string[] = [];
let errors: readonly string[] | undefined;

const reporter: Reporter = {
  onTestRunEnd: (modules, unhandled) => {
    const found = [...modules.flatMap((module) => module.errors()), ...unhandled];
    errors = [...found.map(told), ...(modules.length === 0 ? ['vitest found no suites'] : [])];
    end(errors);
  },
};

/** An error as text, with the one that it came from. */
function told({ stack, message, cause }: { stack?: string; message: string; cause?: unknown }): string {
  const from = cause instanceof Error ? `\nCaused by: ${cause.stack ?? cause.message}` : '';
  return `${stack ?? message}${from}`;
}

function end(found: readonly string[]): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
  parentPort?.postMessage({ errors: found } satisfies ThreadEnd);
}

/** A stream that shows nothing, and keeps the last of what was written. */
const sink = (): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      said.push(chunk.toString());
      if (said.length > 100) said.shift();
      done();
    },
  });

loadOneByOne(new URL(import.meta.resolve('vitest/node')));
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
    // Waivers are the command's to apply.
    provide: { conformance: { config, waivers: [], wire } },
    cache: false,
    server: { deps: { external: [/\.js$/] } },
  },
  { logLevel: 'silent', server: { watch: null, ws: false } },
  // The terminal is the command's alone.
  { stdout: sink(), stderr: sink() },
);
await vitest.close();
if (errors === undefined) end([`vitest did not run: ${said.join('').trim()}`]);
