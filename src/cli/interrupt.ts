import { exitCode } from './exit-code.ts';

let happened = false;
let inCharge: (() => void) | undefined;
let leaving = false;

function onSignal(): void {
  if (leaving) return;
  const first = !happened;
  happened = true;
  if (first && inCharge !== undefined) inCharge();
  // Nothing is under way, or it takes too long for a user who asks again.
  else process.exit(exitCode('interrupted'));
}

/** Makes SIGINT and SIGTERM the command's own business; before anything else is loaded, since either may come at any moment. */
export function takeSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
}

/** Lets the first interrupt end a command in good order; another one ends the process at once. Returns a function that undoes it. */
export function onInterrupt(end: () => void): () => void {
  inCharge = end;
  return () => {
    inCharge = undefined;
  };
}

/** From now on the exit code is settled, and an interrupt changes nothing of it. */
export function ignoreSignals(): void {
  leaving = true;
}
