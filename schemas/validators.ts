import { validators } from './ajv.ts';
import { TOLD_IN_FULL } from './names.ts';

/**
 * What judges a value by a shape of the document, or a user's file: all that is wrong stands in its `errors` afterwards.
 * What users get has it compiled ahead, in the place of this module (tools/build.mjs).
 */
export const validator = validators(TOLD_IN_FULL, true);
