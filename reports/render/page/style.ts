import { readFileSync } from 'node:fs';

/** The style of every page, for screens and for paper. What users get has it in the place of this module (tools/build.mjs). */
export const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');
