#!/usr/bin/env -S node --
// With `--`, node ignores the kit's own option --env-file; without it, node would read that file, or fail if it is missing.
import module from 'node:module';
import v8 from 'node:v8';
import { exitCode } from './exit-code.ts';
import { handleSignals } from './interrupt.ts';

// Handles signals before any other module loads.
handleSignals();
// Makes V8 collect garbage earlier: a run of 100,000 requests then uses 0.5 GB of memory instead of 1.4 GB, at the same speed.
v8.setFlagsFromString('--heap-growing-percent=20');
// Caches compiled modules for the next start; Node 20 does not have it.
(module as { readonly enableCompileCache?: () => unknown }).enableCompileCache?.();
// Hides warnings of node and libraries, which are of no use to the user.
if (process.env['PETSTORE_DEBUG'] !== '1') process.removeAllListeners('warning');
const { main } = await import('./start.ts').catch((error: unknown) => {
  // The usual module for errors is not used here, because it may be the module that does not load.
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`error: The kit could not be loaded: ${why}\n`);
  return process.exit(exitCode('bug'));
});
await main();
