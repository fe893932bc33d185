import type { Exchange } from './exchange.ts';
import type { Seen } from './story.ts';

/**
 * The requests that show what a check found, in the order of sending: the proof, what it is compared with, and where only an
 * order of requests shows it, that order.
 */
export function requestsOf({ check, proof, comparison, setUp }: Seen): readonly Exchange[] {
  const { counterexample: input } = check;
  const isSequence = typeof input === 'object' && input !== null && 'sequence' in input;
  // The first that is named is how it was found.
  const requests = [...(isSequence ? setUp.slice(1) : []), comparison ?? [], proof ?? []].flat();
  return inOrder(requests);
}

/** In the order of sending. */
export function inOrder(requests: readonly Exchange[]): readonly Exchange[] {
  return requests.toSorted((a, b) => startOf(a) - startOf(b));
}

/** Milliseconds from the beginning of the run until a request was sent; of older evidence, since 1970. */
export function startOf({ sentAt, startedAt }: Exchange): number {
  return sentAt ?? Date.parse(startedAt);
}

export function endOf(exchange: Exchange): number {
  return startOf(exchange) + exchange.durationMs;
}

/** Requests in the order of sending, those in one group that were under way at the same time. */
export function overlapping(requests: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const groups: Exchange[][] = [];
  let end = -Infinity;
  for (const exchange of requests) {
    if (startOf(exchange) < end) groups.at(-1)?.push(exchange);
    else groups.push([exchange]);
    end = Math.max(end, endOf(exchange));
  }
  return groups;
}
