import type { ErrorObject } from 'ajv';
import type { TOLD_IN_FULL } from './names.ts';
import { validator } from './validators.ts';

/** The shapes of the document that the kit judges, and the file that a user writes. */
export type Shape = (typeof TOLD_IN_FULL)[number];

/** One way in which a value misses its shape. */
export interface Problem {
  /** Names of members and positions in arrays, from the outermost inwards; empty for the value itself. */
  readonly path: readonly string[];
  /** What is wrong there, as the end of a sentence: `is missing`; behind what stands there where `wants` is absent. */
  readonly message: string;
  /** What has to stand there, such as `a string`; only where something else does. */
  readonly wants?: string;
  /** `unknown` for a member that the shape does not have, `form` for a text that is not of the right form. */
  readonly kind?: 'unknown' | 'form';
}

/** The types of JSON Schema in words. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  array: 'an array',
  boolean: 'true or false',
};

function unescape(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function problem(error: ErrorObject): Problem {
  const path = error.instancePath.split('/').slice(1).map(unescape);
  const { missingProperty: missing, additionalProperty: more } = error.params as Record<string, unknown>;
  if (typeof missing === 'string') return { path: [...path, missing], message: 'is missing' };
  if (typeof more === 'string') return { path: [...path, more], message: 'is not known', kind: 'unknown' };
  const allowed: unknown = error.keyword === 'enum' ? error.params['allowedValues'] : undefined;
  if (Array.isArray(allowed)) return { path, message: '', wants: `one of ${allowed.join(', ')}` };
  const type: unknown = error.keyword === 'type' ? error.params['type'] : undefined;
  const wants = typeof type === 'string' ? TYPES[type] : undefined;
  if (wants !== undefined) return { path, message: '', wants };
  const isForm = error.keyword === 'pattern' || error.keyword === 'format';
  return { path, message: error.message ?? 'is not valid', ...(isForm ? { kind: 'form' } : {}) };
}

/**
 * Every way in which a value misses a shape, none where it fits. Ajv judges doubles: give it plain values, and judge
 * the range of an int64 apart.
 */
export function problems(shape: Shape, plainValue: unknown): readonly Problem[] {
  const validate = validator(shape);
  if (validate(plainValue)) return [];
  // That a "then" or "else" does not hold follows from what is wrong there.
  return onePerPlace((validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(problem));
}

/** The most telling of what is wrong at one place: the values that are allowed there, else the type. */
function onePerPlace(found: readonly Problem[]): readonly Problem[] {
  const weight = ({ wants }: Problem): number =>
    wants === undefined ? 0 : wants.startsWith('one of') ? 2 : 1;
  const best = new Map<string, Problem>();
  for (const one of found) {
    const place = JSON.stringify(one.path);
    const other = best.get(place);
    if (other === undefined || weight(one) > weight(other)) best.set(place, one);
  }
  return [...best.values()];
}
