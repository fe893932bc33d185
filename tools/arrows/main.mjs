// @ts-check
// A part of `npm run lint`: holds every import of the project against the table in ARCHITECTURE.md.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { importsOf } from './imports.mjs';
import { wrongArrows } from './judge.mjs';
import { readTable } from './table.mjs';

const MODULE = /(?<!\.d)\.[cm]?[jt]sx?$/;
const LEFT_OUT = new Set(['node_modules', 'dist', 'conformance-report']);

/**
 * Every module below a folder, in a fixed order.
 * @param {string} folder
 * @returns {Promise<readonly string[]>}
 */
async function modulesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isFile()) return MODULE.test(entry.name) ? [path] : [];
      return entry.isDirectory() && !entry.name.startsWith('.') && !LEFT_OUT.has(entry.name)
        ? modulesIn(path)
        : [];
    }),
  );
  return found.flat().toSorted();
}

const root = process.argv[2] ?? '.';
/** @param {string} name */
const textOf = (name) => readFile(join(root, name), 'utf8');

try {
  const rows = readTable(await textOf('ARCHITECTURE.md'));
  /** @type {{ imports?: Record<string, string> }} */
  const { imports: aliases = {} } = JSON.parse(await textOf('package.json'));
  const files = (await modulesIn(root)).map((path) => relative(root, path).split(sep).join('/'));
  const modules = new Map(
    await Promise.all(
      files.map(async (file) => /** @type {const} */ ([file, importsOf(file, await textOf(file))])),
    ),
  );
  const wrong = wrongArrows(rows, modules, aliases);
  for (const sentence of wrong) console.error(sentence);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log(`The imports of ${files.length} modules are as ARCHITECTURE.md says, without a circle.`);
} catch (error) {
  console.error(`The imports were not checked: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
