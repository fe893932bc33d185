import { fitsInt64 } from '../src/json/int64.ts';
import type { Json } from '../src/json/types.ts';
import { plain, writeJson } from '../src/json/json.ts';
import { problems, type Problem, type Shape } from './validate.ts';

const INT64_MEMBERS = ['id', 'categoryId'];

function outsideInt64(value: Json | undefined): boolean {
  return typeof value === 'bigint' && !fitsInt64(value);
}

function rangeProblems(pet: Json, path: readonly string[], members = INT64_MEMBERS): readonly Problem[] {
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

/** What was found before: rules come to a body more than once, and a long list that came again is one value. */
const known = new WeakMap<object, Map<Shape, readonly Problem[]>>();

/** Every way in which an answer misses a shape: by ajv, and int64 ranges by the exact values that doubles lose. */
export function exactProblems(shape: Shape, value: Json): readonly Problem[] {
  if (typeof value !== 'object' || value === null) return findProblems(shape, value);
  const before = known.get(value) ?? new Map<Shape, readonly Problem[]>();
  known.set(value, before);
  const found = before.get(shape) ?? findProblems(shape, value);
  before.set(shape, found);
  return found;
}

function findProblems(shape: Shape, value: Json): readonly Problem[] {
  const range = outOfRange(shape, value);
  const places = new Set(range.map(({ path }) => path.join('/')));
  const found = problems(shape, plain(value)).filter(({ path }) => !places.has(path.join('/')));
  return [...found, ...range].map(({ path, message, wants }) => ({
    path,
    message: wants === undefined ? message : `is ${shown(at(value, path))}, not ${wants}`,
  }));
}

function outOfRange(shape: Shape, value: Json): readonly Problem[] {
  if (shape === 'pet') return rangeProblems(value, []);
  if (shape === 'new-pet') return rangeProblems(value, [], ['categoryId']);
  if (shape !== 'pets' || !Array.isArray(value)) return [];
  const items = value as readonly Json[];
  return items.flatMap((item, index) => rangeProblems(item, [String(index)]));
}

/** What stands at a place of a value; undefined where nothing does. */
function at(value: Json, path: readonly string[]): Json | undefined {
  let here: Json | undefined = value;
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as { readonly [member: string]: Json | undefined })[name];
  }
  return here;
}

const MOST_SHOWN = 60;

/** A value in a sentence: a short one as it stands, others by what they are. */
function shown(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that doubles cannot hold';
  if (typeof value !== 'string' || value.length <= MOST_SHOWN) return writeJson(value);
  return `a string of ${String(value.length)} characters`;
}

/** A problem in words, such as `name is missing`, or `name of item 3 is null, not a string` in a list. */
export function problemText({ path: [first, ...rest], message }: Problem): string {
  if (first === undefined) return `the body ${message}`;
  if (!/^\d+$/u.test(first)) return `${[first, ...rest].join('.')} ${message}`;
  const item = `item ${String(Number(first) + 1)}`;
  return `${rest.length === 0 ? item : `${rest.join('.')} of ${item}`} ${message}`;
}
