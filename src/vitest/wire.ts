import { BroadcastChannel } from 'node:worker_threads';

/** What goes over the wire: from the command the wish to stop, from the worker how far it is. */
export type News =
  | { readonly kind: 'stop' }
  /** Requests so far, and the check that sent the one that was answered last. */
  | { readonly kind: 'traffic'; readonly requests: number; readonly check: string };

/** A line between the command and the worker thread of the same process; it keeps neither of them alive. */
export interface Wire {
  tell(news: News): void;
  close(): void;
}

/**
 * Opens this end of the wire. vitest has none of its own: its cancellation reaches running tests only until the first of
 * several that run at once has ended, and what a test hands over arrives when the test ends.
 */
export function openWire(hear: (news: News) => void): Wire {
  const channel = new BroadcastChannel('petstore-conformance');
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
