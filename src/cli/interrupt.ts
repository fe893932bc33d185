import { exitCode } from './exit-code.ts';

let happened = false;
let inCharge: AbortController | undefined;
let leaving = false;

function onSignal(): void {
  if (leaving) return;
  const first = !happened;
  happened = true;
  if (first && inCharge !== undefined) inCharge.abort();
  // Without a handler, or at the second signal, the process ends at once.
  else process.exit(exitCode('interrupted'));
}

/** Handles SIGINT and SIGTERM from now on. Called before other modules load, since a signal may come at any time. */
export function handleSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
}

/** Returns a controller that the first interrupt aborts; a second interrupt ends the process at once. */
export function abortOnInterrupt(): AbortController {
  inCharge = new AbortController();
  return inCharge;
}

/** From now on the first interrupt ends the process at once, too. */
export function stopAbortingOnInterrupt(): void {
  inCharge = undefined;
}

/** Ignores signals from now on: the exit code is final. */
export function ignoreSignals(): void {
  leaving = true;
}
