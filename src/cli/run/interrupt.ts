import { exitCode } from '../exit-code.ts';

/** SIGINT and SIGTERM while a run goes on. */
export interface Interrupt {
  /** Resolves at the first one. */
  readonly first: Promise<void>;
  happened(): boolean;
  /** From now on they are the system's business again. */
  dispose(): void;
}

/** Takes the first interrupt as the wish to end in good order; another one ends the process at once. */
export function onInterrupt(): Interrupt {
  let count = 0;
  let resolveFirst: (() => void) | undefined;
  const first = new Promise<void>((resolve) => {
    resolveFirst = resolve;
  });
  const listener = (): void => {
    count += 1;
    if (count > 1) process.exit(exitCode('interrupted'));
    resolveFirst?.();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.on(signal, listener);
  return {
    first,
    happened: () => count > 0,
    dispose: () => {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
