import { fitsInt64 } from '../src/json/int64.ts';
import type { Json, JsonObject } from '../src/json/types.ts';
import { writeJson } from '../src/json/json.ts';
import { schemaProblems, type SchemaProblem, type ApiSchemaName } from './validate.ts';

const INT64_MEMBERS: readonly (string | undefined)[] = ['id', 'categoryId'];

/** Returns a value for ajv, which works with doubles: in a member of int64 an integer outside int64 becomes NaN. */
function forAjv(value: Json, name?: string): unknown {
  if (typeof value === 'bigint')
    return INT64_MEMBERS.includes(name) && !fitsInt64(value) ? Number.NaN : Number(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Json) => forAjv(item));
  // fromEntries defines own members, so that `__proto__` stays one.
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, forAjv(member, key)]));
}

/** Cached problems of each parsed body: several rules judge the same body, and repeated long lists share one value. */
const known = new WeakMap<object, Map<ApiSchemaName, readonly SchemaProblem[]>>();

/** Every violation of a schema: those found by ajv, and int64 overflows, judged on the exact numbers that doubles lose. */
export function exactSchemaProblems(shape: ApiSchemaName, value: Json): readonly SchemaProblem[] {
  if (typeof value !== 'object' || value === null) return findProblems(shape, value);
  const before = known.get(value) ?? new Map<ApiSchemaName, readonly SchemaProblem[]>();
  known.set(value, before);
  const found = before.get(shape) ?? findProblems(shape, value);
  before.set(shape, found);
  return found;
}

function findProblems(shape: ApiSchemaName, value: Json): readonly SchemaProblem[] {
  return schemaProblems(shape, forAjv(value)).map(({ path, message, wants }) => {
    if (wants === undefined) return { path, message };
    const actual = at(value, path);
    // A bigint is an integer: one that ajv does not take is outside int64.
    const isTooLarge = typeof actual === 'bigint' && wants === 'an integer';
    return { path, message: `is ${shown(actual)}, not ${wants}${isTooLarge ? ' that fits int64' : ''}` };
  });
}

function at(value: Json, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (here, name) => (typeof here === 'object' && here !== null ? (here as JsonObject)[name] : undefined),
    value,
  );
}

const MOST_SHOWN = 60;

/** A value for use in a sentence: short values as JSON, long strings, arrays and objects by their type. */
function shown(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that doubles cannot hold';
  if (typeof value !== 'string' || value.length <= MOST_SHOWN) return writeJson(value);
  return `a string of ${String(value.length)} characters`;
}

/** A problem as text: `name is missing`, or for an item of a list `name of item 3 is null, not a string`. */
export function problemText({ path: [first, ...rest], message }: SchemaProblem): string {
  if (first === undefined) return `the body ${message}`;
  if (!/^\d+$/u.test(first)) return `${[first, ...rest].join('.')} ${message}`;
  const item = `item ${String(Number(first) + 1)}`;
  return `${rest.length === 0 ? item : `${rest.join('.')} of ${item}`} ${message}`;
}
