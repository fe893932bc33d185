import { readFileSync } from 'node:fs';

/** The document that the kit judges by, to the letter. What users get has it in the place of this module (tools/build.mjs). */
export const documentText = readFileSync(new URL('document.txt', import.meta.url), 'utf8');
