import { AsyncLocalStorage } from 'node:async_hooks';
import type { Ask } from '../http/types.ts';

const present = new AsyncLocalStorage<NonNullable<Ask['alone']>>();

/** Runs `fn`; every request that it sends, however deep, goes out with nothing else under way. */
export function goingAlone<T>(how: NonNullable<Ask['alone']>, fn: () => T): T {
  return present.run(how, fn);
}

/** How the current code sends, where it sends alone. */
export function presentAlone(): Ask['alone'] {
  return present.getStore();
}
