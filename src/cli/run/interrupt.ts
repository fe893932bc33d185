import { exitCode } from '../exit-code.ts';

/** Milliseconds that checks under way get to end after an interrupt. */
const GRACE_MS = 1500;

/** SIGINT and SIGTERM while a run goes on. */
export interface Interrupt {
  /** Resolves after the first one, and after what was under way had time to end. */
  readonly over: Promise<undefined>;
  happened(): boolean;
  /** From now on an interrupt is the system's business again. */
  dispose(): void;
}

/**
 * Lets the first interrupt end a run in good order, and another one at once.
 * @param cancel asks the run to end; false where nothing is under way that could
 */
export function onInterrupt(cancel: () => boolean): Interrupt {
  let count = 0;
  let resolveOver: (() => void) | undefined;
  const over = new Promise<undefined>((resolve) => {
    resolveOver = () => resolve(undefined);
  });
  const listener = (): void => {
    count += 1;
    if (count > 1) process.exit(exitCode('interrupted'));
    if (cancel()) setTimeout(() => resolveOver?.(), GRACE_MS).unref();
    else resolveOver?.();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, listener);
  return {
    over,
    happened: () => count > 0,
    dispose: () => {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
