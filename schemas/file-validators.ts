import { createValidators } from './ajv.ts';
import { FILE_SCHEMAS } from './names.ts';

/**
 * Returns the validator of a file format of the kit; it stops at the first error. The build replaces this module with
 * precompiled validators (tools/build.mjs).
 */
export const validator = createValidators(FILE_SCHEMAS, false);
