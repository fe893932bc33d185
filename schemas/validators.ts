import { createValidators } from './ajv.ts';
import { API_SCHEMAS } from './names.ts';

/**
 * Returns the validator of a body in the document or of the waiver file; it reports every error. The build replaces this
 * module with precompiled validators (tools/build.mjs).
 */
export const validator = createValidators(API_SCHEMAS, true);
