import type { Exchange } from '../../../reports/exchange.ts';
import { readJson } from '../../json/json.ts';
import type { Json } from '../../json/types.ts';

const known = new WeakMap<Exchange, { readonly body: Json | undefined }>();

/** The value in the body of an answer, read once; undefined where there is none, or it is not JSON. */
export function bodyIn(exchange: Exchange): Json | undefined {
  const before = known.get(exchange);
  if (before !== undefined) return before.body;
  const read = readJson(exchange.response?.body ?? '');
  const body = read.ok ? read.value : undefined;
  known.set(exchange, { body });
  return body;
}

/** The items of the list in an answer; undefined where it has none. */
export function itemsIn(exchange: Exchange): readonly Json[] | undefined {
  const isRefused = exchange.response === null || exchange.response.status >= 300;
  const value = isRefused ? undefined : bodyIn(exchange);
  return Array.isArray(value) ? (value as readonly Json[]) : undefined;
}
