import { readFileSync } from 'node:fs';

/** The CSS of every page, for screen and print. In the package, tools/build.mjs replaces this module by its text. */
export const style = readFileSync(new URL('page.css', import.meta.url), 'utf8');
