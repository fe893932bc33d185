import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';

const closers: (() => unknown)[] = [];

/** Has something closed once the tests of a file are done; they may run at the same time. */
export function closeLater(close: () => unknown): void {
  closers.push(close);
}

/** Closes it all. */
export async function closeAll(): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}

/** A folder of its own, gone with this run of the tests. */
export function scratch(name: string): Promise<string> {
  return mkdtemp(join(inject('shared'), `${name}-`));
}
