import { readFileSync } from 'node:fs';

/** Exact text of the specification. The build inlines it in place of this module (tools/build.mjs). */
export const documentText = readFileSync(new URL('document.txt', import.meta.url), 'utf8');
