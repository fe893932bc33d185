import { int64 } from '../src/json/int64.ts';
import { sameJson, writeJson } from '../src/json/json.ts';
import type { Json, JsonObject } from '../src/json/types.ts';
import type { Flaw } from '../src/kit/flaw.ts';
import { subject } from '../src/kit/flaw.ts';
import type { Animal } from '../src/kit/population.ts';
import { isStatus } from '../src/kit/lists.ts';

/** A member of an animal that is not what it was created with. */
interface Difference {
  readonly member: 'name' | 'categoryId' | 'status';
  /** As JSON text. */
  readonly expected: string;
  /** Undefined where it is not there. */
  readonly actual: string | undefined;
  /** Whether it is about exactness over all of int64, rather than about plain values. */
  readonly int64?: boolean;
  /** Whether somebody else may have changed it by right: another valid status. */
  readonly mayChange?: boolean;
}

const DOUBLE = 2n ** 53n;
const SHOWS = { list: 'a list', get: 'getting it' } as const;

/** Whether a category id needs more than a double to be exact, or is none of those that the user configured. */
function isInt64Matter(categoryId: bigint, configured: readonly bigint[]): boolean {
  return !configured.includes(categoryId) || categoryId > DOUBLE || categoryId < -DOUBLE;
}

/**
 * How an animal, as an answer shows it, differs from what it was created with. A value that the 201 showed in place of
 * the submitted one is a matter of the 201; a required member that is missing or of the wrong type is one of the shape.
 * @param at JSON Pointer of the animal in the answer
 */
export function disagreements(
  animal: Animal,
  shown: JsonObject,
  { configured, at, where }: { configured: readonly bigint[]; at: string; where: keyof typeof SHOWS },
): readonly Flaw[] {
  if (int64(shown['id']) === undefined) return [];
  const { submitted, pet, id } = animal;
  const name = nameDifference(submitted.name, pet['name'], shown['name']);
  const category = categoryDifference(animal, shown['categoryId'], configured);
  // With another name it is another animal: its category lost nothing.
  const isExact = name === undefined || category?.int64 !== true;
  const found = [name, isExact ? category : undefined, statusDifference(animal, shown)];
  return found
    .filter((one) => one !== undefined)
    .map(({ member, expected, actual, ...more }) => ({
      kind: member === 'status' ? `${member} ${expected}` : member,
      requirement: more.int64 === true ? 'create.int64' : `${where}.agrees`,
      message: `the animal ${String(id)} was created with ${member} ${expected}, and ${SHOWS[where]} shows ${actual ?? 'none'}`,
      expected: `${member} ${expected}`,
      actual: actual === undefined ? `no ${member}` : `${member} ${actual}`,
      places: [{ part: 'body', pointer: `${at}/${member}` }],
      beside: [animal.reply],
      about: [subject.animal(id), subject.member(where, member)],
      explainedBy: ['create.id.unique', 'create.id.by-service'],
      ...(more.mayChange === true ? { mayChange: true as const } : {}),
    }));
}

function text(value: Json | undefined): string | undefined {
  return value === undefined ? undefined : writeJson(value);
}

function nameDifference(
  submitted: string,
  echoed: Json | undefined,
  name: Json | undefined,
): Difference | undefined {
  if (typeof name !== 'string' || name === submitted || name === echoed) return undefined;
  return { member: 'name', expected: writeJson(submitted), actual: text(name) };
}

function categoryDifference(
  { submitted, pet }: Animal,
  value: Json | undefined,
  configured: readonly bigint[],
): Difference | undefined {
  const isInt64 = isInt64Matter(submitted.categoryId, configured);
  const exact = int64(value);
  if (exact === submitted.categoryId) return undefined;
  // What is no integer in lists of plain animals too is a matter of the shape.
  if (exact === undefined && !isInt64) return undefined;
  const echoed = pet['categoryId'];
  if (value !== undefined && echoed !== undefined && sameJson(value, echoed)) return undefined;
  return {
    member: 'categoryId',
    expected: String(submitted.categoryId),
    actual: text(value),
    int64: isInt64,
  };
}

function statusDifference({ submitted, pet }: Animal, shown: JsonObject): Difference | undefined {
  const { status } = submitted;
  const value = shown['status'];
  if (status === undefined || value === status) return undefined;
  const echoed = Object.hasOwn(pet, 'status') === Object.hasOwn(shown, 'status') && value === pet['status'];
  if (echoed) return undefined;
  const mayChange = typeof value === 'string' && isStatus(value);
  return { member: 'status', expected: writeJson(status), actual: text(value), mayChange };
}
