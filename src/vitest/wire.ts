import { BroadcastChannel } from 'node:worker_threads';
import type { RunEvent } from '../run/events.ts';

/** What goes over the wire: from the command the wish to stop, from the worker what its run tells. */
export type News = RunEvent | { readonly kind: 'stop' };

/** A line between the threads of one process; it keeps none of them alive. */
export interface Wire {
  tell(news: News): void;
  close(): void;
}

/**
 * Opens this end of the wire with this name. vitest has none of its own: its cancellation reaches running tests only until
 * the first of several that run at once has ended, and what a test hands over arrives when the test ends.
 */
export function openWire(name: string, hear: (news: News) => void): Wire {
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', (event) => {
    if ('data' in event) hear(event.data as News);
  });
  channel.unref();
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
    tell: (news) => channel.postMessage(news),
    close: () => channel.close(),
  };
}
