import { fitsInt64 } from '../src/json/int64.ts';
import type { Json } from '../src/json/types.ts';
import { withoutBigints, writeJson } from '../src/json/json.ts';
import { schemaProblems, type SchemaProblem, type ApiSchemaName } from './validate.ts';

const INT64_MEMBERS = ['id', 'categoryId'];

function outsideInt64(value: Json | undefined): boolean {
  return typeof value === 'bigint' && !fitsInt64(value);
}

function rangeProblems(
  pet: Json,
  path: readonly string[],
  members = INT64_MEMBERS,
): readonly SchemaProblem[] {
  if (typeof pet !== 'object' || pet === null || Array.isArray(pet)) return [];
  const object = pet as { readonly [member: string]: Json };
  return members
    .filter((member) => outsideInt64(object[member]))
    .map((member) => ({
      path: [...path, member],
      message: 'does not fit int64',
      wants: 'an integer that fits int64',
    }));
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
  const range = outOfRange(shape, value);
  const places = new Set(range.map(({ path }) => path.join('/')));
  const found = schemaProblems(shape, withoutBigints(value)).filter(
    ({ path }) => !places.has(path.join('/')),
  );
  return [...found, ...range].map(({ path, message, wants }) => ({
    path,
    message: wants === undefined ? message : `is ${shown(at(value, path))}, not ${wants}`,
  }));
}

function outOfRange(shape: ApiSchemaName, value: Json): readonly SchemaProblem[] {
  if (shape === 'pet') return rangeProblems(value, []);
  if (shape === 'new-pet') return rangeProblems(value, [], ['categoryId']);
  if (shape !== 'pets' || !Array.isArray(value)) return [];
  const items = value as readonly Json[];
  return items.flatMap((item, index) => rangeProblems(item, [String(index)]));
}

/** Returns the value at a path; undefined if there is none. */
function at(value: Json, path: readonly string[]): Json | undefined {
  let here: Json | undefined = value;
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as { readonly [member: string]: Json | undefined })[name];
  }
  return here;
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
