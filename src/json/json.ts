import { parse } from 'lossless-json';
import { exactNumber } from './exact-number.ts';
import { integerValue } from './int64.ts';
import type { Json, JsonObject, JsonParseResult } from './types.ts';

/** Largest nesting depth that is read (RFC 8259, section 9 allows a limit): functions over the value may recurse. */
const MAX_DEPTH = 3000;

/** True for text that may contain a number that JSON.parse would round: 16 digits or more, or an exponent. */
const NEEDS_EXACTNESS = /(?:^|[\s:,[])-?(?:\d+(?:\.\d+)?[eE]|[\d.]{16})/u;

const BOM = '\uFEFF';

/** Items that are kept of a longer list: ten times the largest list of the API. */
const MOST_ITEMS = 1000;

/** Parses strict JSON, with a byte-order mark and duplicate members (the last wins). `problem` quotes nothing of the text. */
export function parseExactJson(text: string): JsonParseResult {
  const source = text.startsWith(BOM) ? text.slice(1) : text;
  const { tooDeep, end } = outline(source);
  if (tooDeep) {
    return { ok: false, problem: `the body is nested deeper than ${MAX_DEPTH} levels`, unread: true };
  }
  try {
    const value = JSON.parse(source) as Json;
    const isCut = end !== undefined && Array.isArray(value);
    const kept = isCut ? `${source.slice(0, end)}]` : source;
    const exact = NEEDS_EXACTNESS.test(kept) ? readExactly(kept) : undefined;
    if (!isCut) return { ok: true, value: exact ?? value };
    return { ok: true, value: exact ?? (JSON.parse(kept) as Json), items: value.length };
  } catch (error) {
    return { ok: false, problem: problemOf(source, error) };
  }
}

/** Call only after JSON.parse: lossless-json alone accepts more, but refuses duplicate members. */
function readExactly(source: string): Json {
  return parse(source, undefined, {
    parseNumber: exactNumber,
    onDuplicateKey: ({ newValue }) => newValue,
  }) as Json;
}

function problemOf(source: string, error: unknown): string {
  if (/^[\t\n\r ]*$/u.test(source)) return 'the body is empty';
  const message = error instanceof Error ? error.message : '';
  if (/Unexpected end|Unterminated/u.test(message)) return 'the body ends in the middle of a value';
  if (/^[\t\n\r ]*</u.test(source)) return 'the body begins with "<", as HTML or XML does';
  const position = /at position (\d+)/u.exec(message)?.[1];
  if (position === undefined) return 'the body breaks the grammar of JSON';
  const character = `character ${Number(position) + 1}`;
  return message.includes('after JSON')
    ? `something follows the JSON value, from ${character}`
    : `the body breaks the grammar of JSON at ${character}`;
}

/** Scans JSON text; returns whether it is nested too deep, and, if a list is too long, where the last item to keep ends. */
function outline(text: string): { readonly tooDeep: boolean; readonly end?: number } {
  let depth = 0;
  let items = 0;
  let end: number | undefined;
  // A text with fewer characters than this can neither be nested too deep nor have too many items.
  for (let at = 0; at < text.length && text.length > MOST_ITEMS; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === 0x2c && depth === 1 && (items += 1) === MOST_ITEMS) end = at;
    if (depth > MAX_DEPTH) return { tooDeep: true };
  }
  return { tooDeep: false, ...(end === undefined ? {} : { end }) };
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at += 1;
  }
  return text.length;
}

/** Returns the JSON text of a value. Writes a bigint digit by digit, and an infinity (see `exactNumber`) as `1e999`. */
export function writeJson(value: Json): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return value < 0 ? '-1e999' : '1e999';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.keys(value).map((key) => `${JSON.stringify(key)}:${writeJson(member(value, key))}`);
  return `{${members.join(',')}}`;
}

/** True if two JSON values are equal: `1` equals `1n`, and the order of members does not count. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b || Object.is(a, b)) return true;
  if (typeof a === 'bigint' && typeof b === 'number') return a === integerValue(b);
  if (typeof a === 'number' && typeof b === 'bigint') return b === integerValue(a);
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (isList(a)) {
    return isList(b) && a.length === b.length && a.every((item, at) => sameJson(item, b[at] ?? null));
  }
  if (isList(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(member(a, key), member(b, key)))
  );
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

function member(value: JsonObject, key: string): Json {
  return value[key] ?? null;
}
