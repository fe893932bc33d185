import { readJson, writeJson } from '../src/json/json.ts';
import type { Json, JsonObject } from '../src/json/types.ts';
import type { Exchange } from './exchange.ts';
import type { CheckReport, Place } from './model.ts';

/** What stands at a place of an answer, as text; undefined where there is nothing. */
export function valueAt(place: Place, { response }: Exchange): string | undefined {
  if (place.part === 'status') return String(response?.status);
  if (place.part === 'header') return headerAt(place.name, response?.headers ?? []);
  if (place.part !== 'body' || place.pointer === '') return response?.body;
  return textAt(place.pointer, response?.body);
}

function headerAt(name: string, headers: readonly (readonly [string, string])[]): string | undefined {
  const values = headers.filter(([header]) => header.toLowerCase() === name.toLowerCase());
  return values.length === 0 ? undefined : values.map(([, value]) => value).join(', ');
}

/** The JSON value at a JSON pointer of a body, as text. */
export function textAt(pointer: string, body: string | null | undefined): string | undefined {
  let value = jsonOf(body);
  for (const segment of segmentsOf(pointer))
    value = typeof value === 'object' && value !== null ? (value as JsonObject)[segment] : undefined;
  return value === undefined ? undefined : writeJson(value);
}

/** The segments of the pointers into the answer at which something is wrong. */
export function pathsOf({ places = [] }: Pick<CheckReport, 'places'>): readonly (readonly string[])[] {
  return places.flatMap((place) => (place.part === 'body' ? [segmentsOf(place.pointer)] : []));
}

export function segmentsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1);
}

function jsonOf(body: string | null | undefined): Json | undefined {
  const read = readJson(body ?? '');
  return read.ok ? read.value : undefined;
}
