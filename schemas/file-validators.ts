import { createValidators } from './ajv.ts';
import { FILE_SCHEMAS } from './names.ts';

/** Returns the validator of a file format; it stops at the first error. tools/build.mjs precompiles this module. */
export const validator = createValidators(FILE_SCHEMAS, false);
