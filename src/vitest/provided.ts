import type { Config } from '../config/types.ts';
import { checksFor, openRun, type OpenRun } from '../run/open.ts';
import { putTests } from './tests.ts';
import { openWire } from './wire.ts';

declare module 'vitest' {
  interface ProvidedContext {
    config: Config;
    /** The name of the wire to the command; absent where vitest runs the suite by itself. */
    wire: string | undefined;
  }
}

/** Puts the checks as tests of the target that whoever started vitest has provided; over the wire goes what the run tells. */
export function putProvided(config: Config, wire: string | undefined): void {
  putTests(checksFor(config), (checks, signal) => {
    const hooks = { checks, env: process.env };
    return wire === undefined
      ? openRun(config, { ...hooks, signal })
      : openWired(wire, config, { ...hooks, signal });
  });
}

type Hooks = Required<Pick<NonNullable<Parameters<typeof openRun>[1]>, 'checks' | 'env' | 'signal'>>;

function openWired(name: string, config: Config, hooks: Hooks): OpenRun {
  const stop = new AbortController();
  const wire = openWire(name, ({ kind }) => {
    if (kind !== 'stop') return;
    stop.abort();
    // The tests take a while to say that they were cut off; the command waits for the last event alone.
    void run.close();
  });
  const signal = AbortSignal.any([hooks.signal, stop.signal]);
  const run = openRun(config, { ...hooks, signal, onEvent: (event) => wire.tell(event) });
  return { ...run, close: () => run.close().finally(() => wire.close()) };
}
