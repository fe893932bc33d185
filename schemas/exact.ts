import { fitsInt64 } from '../src/json/int64.ts';
import type { Json } from '../src/json/types.ts';
import { plain } from '../src/json/json.ts';
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
    }));
}

/** Every way in which an answer misses a shape: by ajv, and int64 ranges by the exact values that doubles lose. */
export function exactProblems(shape: Shape, value: Json): readonly Problem[] {
  const found = problems(shape, plain(value));
  if (shape === 'pet') return [...found, ...rangeProblems(value, [])];
  if (shape === 'new-pet') return [...found, ...rangeProblems(value, [], ['categoryId'])];
  if (shape !== 'pets' || !Array.isArray(value)) return found;
  const items = value as readonly Json[];
  return [...found, ...items.flatMap((item, index) => rangeProblems(item, [String(index)]))];
}

/** A problem in words, such as `2.name is missing`. */
export function problemText(problem: Problem): string {
  return `${problem.path.length === 0 ? 'the body' : problem.path.join('.')} ${problem.message}`;
}
