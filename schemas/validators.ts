import { validators } from './ajv.ts';
import { TOLD_IN_FULL } from './names.ts';

/**
 * Returns the validator of a body in the document or of the waiver file; it reports every error. The build replaces this
 * module with precompiled validators (tools/build.mjs).
 */
export const validator = validators(TOLD_IN_FULL, true);
