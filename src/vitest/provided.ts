import type { Config } from '../config/types.ts';
import { checksFor, openRun } from '../run/open.ts';
import type { OpenRun, RunHooks } from '../run/types.ts';
import type { Waiver } from '../waivers/types.ts';
import { putTests } from './tests.ts';
import { openWire } from './wire.ts';

/** What whoever started vitest provides: plain data. */
export interface Provided {
  readonly config: Config;
  readonly waivers: readonly Waiver[];
  /** The name of the wire to the command; absent where vitest runs the suite by itself. */
  readonly wire?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: Provided;
  }
}

/** Puts the checks as tests of the target that was provided; over the wire goes what the run tells. */
export function putProvided({ config, waivers, wire }: Provided): void {
  putTests(checksFor(config), (checks, signal) => {
    const hooks = { checks, waivers, signal, env: process.env };
    return wire === undefined ? openRun(config, hooks) : openWired(wire, config, hooks);
  });
}

function openWired(
  name: string,
  config: Config,
  hooks: RunHooks & { readonly signal: AbortSignal },
): OpenRun {
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
