import { AsyncLocalStorage } from 'node:async_hooks';

interface Sender {
  readonly check: string;
  readonly inputClasses: readonly string[];
}

const running = new AsyncLocalStorage<Sender>();

/** Runs `fn`; every request sent inside it, however deep, is recorded as sent by this check. */
export function attributeRequestsTo<T>(checkId: string, fn: () => T): T {
  return running.run({ check: checkId, inputClasses: [] }, fn);
}

/** Runs `fn` as part of the current check; every request sent inside it is recorded as sent for these input classes. */
export function attributeRequestsToClasses<T>(inputClasses: readonly string[], fn: () => T): T {
  return running.run({ check: currentCheckId(), inputClasses }, fn);
}

/** The id of the check that the current code runs for; `preflight` outside of any check. */
export function currentCheckId(): string {
  return running.getStore()?.check ?? 'preflight';
}

/** The input classes that the current code sends requests for; empty outside of a property. */
export function currentInputClasses(): readonly string[] {
  return running.getStore()?.inputClasses ?? [];
}
