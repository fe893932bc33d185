import { parseExactJson, writeJson } from '../src/json/json.ts';
import type { Json, JsonObject } from '../src/json/types.ts';

/** Returns the JSON value at a JSON pointer of a body, as text; undefined if it does not exist. */
export function jsonTextAt(pointer: string, body: string | null | undefined): string | undefined {
  let value = jsonOf(body);
  for (const segment of pointer.split('/').slice(1))
    value = typeof value === 'object' && value !== null ? (value as JsonObject)[segment] : undefined;
  return value === undefined ? undefined : writeJson(value);
}

/** Returns the JSON value of a body; undefined if it is not JSON. */
export function jsonOf(body: string | null | undefined): Json | undefined {
  const read = parseExactJson(body ?? '');
  return read.ok ? read.value : undefined;
}
