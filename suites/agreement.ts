import { int64 } from '../src/json/int64.ts';
import type { Animal } from '../src/kit/population.ts';
import { STATUSES } from '../src/kit/replies.ts';
import type { Json, JsonObject } from '../src/json/types.ts';
import { sameJson, writeJson } from '../src/json/json.ts';

/** A member of an animal that is not what it was created with. */
export interface Difference {
  readonly member: 'name' | 'categoryId' | 'status';
  /** As JSON text. */
  readonly expected: string;
  readonly actual: string;
  /** Whether it is about exactness over all of int64, rather than about plain values. */
  readonly int64: boolean;
  /** Whether the value shown is no int64 at all, or missing. */
  readonly mistyped: boolean;
  /** Whether somebody else may have changed it by right: another valid status. */
  readonly mayChange: boolean;
}

const DOUBLE = 2n ** 53n;

/** Whether a category id needs more than a double to be exact, or is none of those that the user configured. */
export function isInt64Matter(categoryId: bigint, configured: readonly bigint[]): boolean {
  return !configured.includes(categoryId) || categoryId > DOUBLE || categoryId < -DOUBLE;
}

/**
 * How an animal, as a list or a get shows it, differs from what it was created with. A value that the 201 showed in
 * place of the submitted one is a matter of the 201; a required member that is missing or of the wrong type is one of
 * the shape.
 */
export function differences(
  animal: Animal,
  shown: JsonObject,
  configured: readonly bigint[],
): readonly Difference[] {
  if (int64(shown['id']) === undefined) return [];
  return [
    nameDifference(animal, shown),
    categoryDifference(animal, shown, configured),
    statusDifference(animal, shown),
  ].filter((one) => one !== undefined);
}

function text(value: Json | undefined): string {
  return value === undefined ? 'absent' : writeJson(value);
}

function nameDifference({ submitted, pet }: Animal, shown: JsonObject): Difference | undefined {
  const name = shown['name'];
  if (typeof name !== 'string' || name === submitted.name || name === pet['name']) return undefined;
  return {
    member: 'name',
    expected: text(submitted.name),
    actual: text(name),
    int64: false,
    mistyped: false,
    mayChange: false,
  };
}

function categoryDifference(
  animal: Animal,
  shown: JsonObject,
  configured: readonly bigint[],
): Difference | undefined {
  const { submitted, pet } = animal;
  const value = shown['categoryId'];
  const isInt64 = isInt64Matter(submitted.categoryId, configured);
  const exact = int64(value);
  if (exact === submitted.categoryId) return undefined;
  if (exact === undefined && !isInt64) return undefined;
  const echoed = pet['categoryId'];
  if (value !== undefined && echoed !== undefined && sameJson(value, echoed)) return undefined;
  return {
    member: 'categoryId',
    expected: String(submitted.categoryId),
    actual: text(value),
    int64: isInt64,
    mistyped: exact === undefined,
    mayChange: false,
  };
}

function statusDifference({ submitted, pet }: Animal, shown: JsonObject): Difference | undefined {
  const { status } = submitted;
  if (status === undefined) return undefined;
  const value = shown['status'];
  if (
    value === status ||
    (value === pet['status'] && Object.hasOwn(pet, 'status') === Object.hasOwn(shown, 'status'))
  ) {
    return undefined;
  }
  return {
    member: 'status',
    expected: text(status),
    actual: text(value),
    int64: false,
    mistyped: false,
    mayChange: STATUSES.some((one) => one === value),
  };
}
