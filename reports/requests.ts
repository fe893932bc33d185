import type { Exchange } from './exchange.ts';
import type { CheckDetail } from './failure-detail.ts';

/** Returns the requests that show a failure again, by time of sending: the check's `requests`, else proof and comparison. */
export function reproducingRequests({ check, proof, comparison, related }: CheckDetail): readonly Exchange[] {
  const { requests } = check;
  const found = [comparison ?? [], proof ?? []].flat();
  return sortedByTime(
    requests === undefined ? found : [...found, ...related].filter(({ id }) => requests.includes(id)),
  );
}

/** Sorts exchanges by the time of sending. */
export function sortedByTime(requests: readonly Exchange[]): readonly Exchange[] {
  return requests.toSorted((a, b) => a.sentAt - b.sentAt);
}

/** Groups exchanges, sorted by sending, that were in flight at the same time. */
export function groupOverlapping(requests: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const groups: Exchange[][] = [];
  let end = -Infinity;
  for (const exchange of requests) {
    if (exchange.sentAt < end) groups.at(-1)?.push(exchange);
    else groups.push([exchange]);
    end = Math.max(end, exchange.sentAt + exchange.durationMs);
  }
  return groups;
}
