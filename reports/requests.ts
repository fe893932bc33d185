import type { Exchange } from './exchange.ts';
import type { CheckDetail } from './failure-detail.ts';

/** The requests that show what a check found, in the order of sending; of an older report the proof and what it is compared with. */
export function requestsOf({ check, proof, comparison, related }: CheckDetail): readonly Exchange[] {
  const { requests } = check;
  const found = [comparison ?? [], proof ?? []].flat();
  return inOrder(
    requests === undefined ? found : [...found, ...related].filter(({ id }) => requests.includes(id)),
  );
}

/** In the order of sending. */
export function inOrder(requests: readonly Exchange[]): readonly Exchange[] {
  return requests.toSorted((a, b) => startOf(a) - startOf(b));
}

/** Milliseconds from the beginning of the run until a request was sent. */
export function startOf({ sentAt }: Exchange): number {
  return sentAt;
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
