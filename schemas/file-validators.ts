import { validators } from './ajv.ts';
import { OF_STRANGERS } from './names.ts';

/**
 * What judges a file of our own: the first thing that is wrong stands in its `errors` afterwards. What users get has it
 * compiled ahead, in the place of this module (tools/build.mjs).
 */
export const validator = validators(OF_STRANGERS, false);
