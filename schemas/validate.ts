import { createRequire } from 'node:module';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

const require = createRequire(import.meta.url);
const FILES = ['pet-status', 'new-pet', 'pet', 'pets', 'error', 'message-request', 'message'] as const;

/** The shapes of the document that the kit judges. */
export type Shape = (typeof FILES)[number];

/** One way in which a value misses its shape. */
export interface Problem {
  /** Names of members and positions in arrays, from the outermost inwards; empty for the value itself. */
  readonly path: readonly string[];
  /** What is wrong there, such as `must be string`. */
  readonly message: string;
}

let ajv: Ajv | undefined;

function validator(shape: Shape): ValidateFunction {
  if (ajv === undefined) {
    // That the schemas are schemas is what the self-tests show; to compile draft-07 itself would cost every run 20 ms.
    ajv = new Ajv({ allErrors: true, strict: true, meta: false, validateSchema: false });
    formats.default(ajv, ['int64']);
    ajv.addSchema(FILES.map((file) => require(`#schemas/${file}.schema.json`) as object));
  }
  const found = ajv.getSchema(`${shape}.schema.json`);
  if (found === undefined) throw new Error(`no schema is called ${shape}`);
  return found;
}

function unescape(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function problem(error: ErrorObject): Problem {
  const path = error.instancePath.split('/').slice(1).map(unescape);
  const missing: unknown = error.keyword === 'required' ? error.params['missingProperty'] : undefined;
  if (typeof missing === 'string') return { path: [...path, missing], message: 'is missing' };
  const allowed: unknown = error.keyword === 'enum' ? error.params['allowedValues'] : undefined;
  if (Array.isArray(allowed)) return { path, message: `must be one of ${allowed.join(', ')}` };
  return { path, message: error.message ?? 'is not valid' };
}

/**
 * Every way in which a value misses a shape, none where it fits. Ajv judges doubles: give it plain values, and judge
 * the range of an int64 apart.
 */
export function problems(shape: Shape, plainValue: unknown): readonly Problem[] {
  const validate = validator(shape);
  if (validate(plainValue)) return [];
  return (validate.errors ?? []).map(problem);
}
