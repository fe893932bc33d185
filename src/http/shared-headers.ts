import type { SentHeader } from '../../reports/exchange.ts';

/** Maximum number of different values that are shared at a time. */
const MOST = 2000;

/** Returns an equal list of headers that was given before, if there is one. */
export type SharedHeaders = <H extends SentHeader>(headers: readonly H[]) => readonly H[];

/** Most headers recur in every exchange, and a run keeps all exchanges: sharing one array for each saves memory. */
export function createSharedHeaders(): SharedHeaders {
  const single = createSharing<SentHeader>();
  const lists = createSharing<readonly SentHeader[]>();
  return <H extends SentHeader>(headers: readonly H[]) =>
    lists(headers, (list) => list.map((header) => single(header))) as readonly H[];
}

/** Returns a function that returns an equal value that it was given before, if there is one: values that recur are kept once. */
export function createSharing<T>(): (value: T, copy?: (value: T) => T) => T {
  const known = new Map<string, T>();
  return (value, copy = (one) => one) => {
    const key = JSON.stringify(value);
    const shared = known.get(key) ?? copy(value);
    // Starts anew: later headers, such as a Date, differ from the earlier ones.
    if (known.size >= MOST) known.clear();
    known.set(key, shared);
    return shared;
  };
}
