import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config/types.ts';
import type { RunListener } from '../run/events.ts';
import type { ThreadData, ThreadEnd } from './thread.ts';
import { openWire } from './wire.ts';

/** The suites under way in threads of their own. */
export interface SuitesRun {
  /** Resolves once no further event comes. */
  readonly end: Promise<void>;
  /** Cuts the run off; `end` resolves once what was under way had time to end. */
  stop(): void;
}

/** Milliseconds that a run gets to end when it is cut off. */
const GRACE_MS = 1200;

/** Runs the suites by vitest, in threads of their own: what vitest does to its process, it does to those. */
export function startSuites(config: Config, listener: RunListener): SuitesRun {
  const name = `petstore-conformance-${randomUUID()}`;
  let begun = false;
  let heardLast: () => void = () => undefined;
  const last = new Promise<void>((resolve) => (heardLast = resolve));
  const wire = openWire(name, (news) => {
    if (news.kind === 'stop') return;
    begun = true;
    listener(news);
    if (news.kind === 'ended') heardLast();
  });
  const thread = new Worker(new URL('thread.js', import.meta.url), {
    workerData: { config, wire: name } satisfies ThreadData,
    // Warnings of node and of libraries say nothing to somebody who judges a server.
    stdout: true,
    stderr: true,
  });
  const done = new Promise<readonly string[]>((resolve) => {
    thread.once('message', ({ errors }: ThreadEnd) => resolve(errors));
    thread.once('error', (error) =>
      resolve([error instanceof Error ? (error.stack ?? error.message) : String(error)]),
    );
    thread.once('exit', (code) => resolve([`vitest ended with ${String(code)} and said nothing`]));
  });
  let stopped: () => void = () => undefined;
  const stop = new Promise<void>((resolve) => (stopped = resolve));
  const graceful = async (): Promise<readonly string[]> => {
    await stop;
    wire.tell({ kind: 'stop' });
    return [];
  };
  const end = (async () => {
    const errors = await Promise.race([done, graceful()]);
    // What a worker told before it ended is heard a turn later.
    await nextTurn();
    if (begun) await Promise.race([last, sleep(GRACE_MS, undefined, { ref: false })]);
    wire.close();
    for (const error of errors) listener({ kind: 'crashed', error });
    void thread.terminate();
  })();
  return { end, stop: stopped };
}
