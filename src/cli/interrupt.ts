import { exitCode } from './exit-code.ts';

let happened = false;
let inCharge: (() => void) | undefined;
let leaving = false;

function onSignal(): void {
  if (leaving) return;
  const first = !happened;
  happened = true;
  if (first && inCharge !== undefined) inCharge();
  // Without a handler, or at the second signal, the process ends at once.
  else process.exit(exitCode('interrupted'));
}

/** Handles SIGINT and SIGTERM from now on. Called before other modules load, since a signal may come at any time. */
export function handleSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
}

/** Calls `end` at the first interrupt; a second one ends the process at once. Returns a function that removes `end`. */
export function onInterrupt(end: () => void): () => void {
  inCharge = end;
  return () => {
    inCharge = undefined;
  };
}

/** Ignores signals from now on: the exit code is final. */
export function ignoreSignals(): void {
  leaving = true;
}
