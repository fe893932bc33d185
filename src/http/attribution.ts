import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<string>();

/** Runs `fn`; every request sent inside it, however deep, is recorded as sent by this check. */
export function attributeRequestsTo<T>(checkId: string, fn: () => T): T {
  return running.run(checkId, fn);
}

/** The id of the check that the current code runs for; `preflight` outside of any check. */
export function currentCheckId(): string {
  return running.getStore() ?? 'preflight';
}
