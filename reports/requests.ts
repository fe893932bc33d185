import type { Exchange } from './exchange.ts';
import type { CheckDetail } from './failure-detail.ts';

/** The requests that show what a check found, in the order of sending: the proof and what it is compared with, unless the check names them. */
export function requestsOf({ check, proof, comparison, related }: CheckDetail): readonly Exchange[] {
  const { requests } = check;
  const found = [comparison ?? [], proof ?? []].flat();
  return inOrder(
    requests === undefined ? found : [...found, ...related].filter(({ id }) => requests.includes(id)),
  );
}

/** In the order of sending. */
export function inOrder(requests: readonly Exchange[]): readonly Exchange[] {
  return requests.toSorted((a, b) => a.sentAt - b.sentAt);
}

/** Requests in the order of sending, those in one group that were under way at the same time. */
export function overlapping(requests: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const groups: Exchange[][] = [];
  let end = -Infinity;
  for (const exchange of requests) {
    if (exchange.sentAt < end) groups.at(-1)?.push(exchange);
    else groups.push([exchange]);
    end = Math.max(end, exchange.sentAt + exchange.durationMs);
  }
  return groups;
}
