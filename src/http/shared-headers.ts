import type { SentHeader } from '../../reports/exchange.ts';

/** Maximum number of different headers that are shared. */
const MOST = 2000;

/** Returns an equal header that was given before, if there is one. */
export type SharedHeaders = <H extends SentHeader>(header: H) => H;

/** Most headers recur in every exchange, and a run keeps all exchanges: sharing one array for each saves memory. */
export function createSharedHeaders(): SharedHeaders {
  const headers = new Map<string, SentHeader>();
  return <H extends SentHeader>(header: H): H => {
    const key = header.join('\n');
    const known = headers.get(key) as H | undefined;
    if (known === undefined && headers.size < MOST) headers.set(key, header);
    return known ?? header;
  };
}
