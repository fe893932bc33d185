import { createValidators } from './ajv.ts';
import { API_SCHEMAS } from './names.ts';

/** Returns the validator of a body or the waiver file; it reports every error. tools/build.mjs precompiles this module. */
export const validator = createValidators(API_SCHEMAS, true);
