import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const load = createRequire(import.meta.url);

/**
 * Loads compiled modules and all that they import one file after the other, so that an import finds them loaded. An import
 * alone opens all files of a graph at once, hundreds of them, which is more than a process may on some machines. What
 * cannot be loaded in this way is left to the import.
 * @param modules each the address of a compiled file
 */
export function loadOneByOne(...modules: readonly URL[]): void {
  for (const module of modules) {
    try {
      load(fileURLToPath(module));
    } catch {
      // Whoever imports it says what is wrong with it.
    }
  }
}
