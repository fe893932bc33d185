import type { ErrorObject } from 'ajv';
import type { API_SCHEMAS } from './names.ts';
import { validator } from './validators.ts';

/** A schema of a body in the document, or of the waiver file. */
export type ApiSchemaName = (typeof API_SCHEMAS)[number];

export interface SchemaProblem {
  /** Member names and array indexes from the root; empty for the value itself. */
  readonly path: readonly string[];
  /** End of a sentence about the place, such as `is missing`; not used if `wants` is set. */
  readonly message: string;
  /** The expected value, such as `a string`; only for a wrong type or a value outside an enumeration. */
  readonly wants?: string;
  /** `unknown` for a member that the schema does not have, `form` for a text of the wrong format. */
  readonly kind?: 'unknown' | 'form';
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  object: 'an object',
  array: 'an array',
  boolean: 'true or false',
};

function problem(error: ErrorObject): SchemaProblem {
  const segments = error.instancePath.split('/').slice(1);
  const path = segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
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

/** Returns every violation of a schema. The value must contain no bigints, since ajv works with doubles. */
export function schemaProblems(shape: ApiSchemaName, plainValue: unknown): readonly SchemaProblem[] {
  const validate = validator(shape);
  if (validate(plainValue)) return [];
  // ajv also reports the "if" whose "then" or "else" failed; the error inside is enough.
  return onePerPlace((validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(problem));
}

/** Keeps one problem per path: the allowed values first, then the type, then any other. */
function onePerPlace(found: readonly SchemaProblem[]): readonly SchemaProblem[] {
  const weight = ({ wants }: SchemaProblem): number =>
    wants === undefined ? 0 : wants.startsWith('one of') ? 2 : 1;
  const best = new Map<string, SchemaProblem>();
  for (const one of found) {
    const place = JSON.stringify(one.path);
    const other = best.get(place);
    if (other === undefined || weight(one) > weight(other)) best.set(place, one);
  }
  return [...best.values()];
}
