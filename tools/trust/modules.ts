import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aliased } from '../arrows/alias.mjs';
import { importsOf } from '../arrows/imports.mjs';

/** The folder that the modules lie in as they run: that of the sources, or `dist`. */
export const BASE = fileURLToPath(new URL('../..', import.meta.url));
/** The ending of the modules that run: `.ts`, or `.js` once they are built. */
export const ENDING = extname(import.meta.url);

const manifest = createRequire(import.meta.url).resolve('#package.json');
/** The folder of package.json. */
export const PACKAGE = dirname(manifest);

/** SHA-256 over some texts, each with its length before it; 16 hexadecimal digits. */
export function digestOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex').slice(0, 16);
}

/** A path as it is the same on every machine. */
export function shortName(path: string): string {
  return relative(BASE, path).split(sep).join('/');
}

/**
 * The texts of a module and of everything that it loads, by their paths: what is imported for its types alone does not
 * run, and is left out, as are packages.
 * @param isOutside tells by short name which modules are not followed
 */
export async function loadedBy(
  entry: string,
  isOutside: (name: string) => boolean,
  texts = new Map<string, string>(),
): Promise<ReadonlyMap<string, string>> {
  if (texts.has(entry) || isOutside(shortName(entry))) return texts;
  const text = await readFile(entry, 'utf8');
  texts.set(entry, text);
  if (entry.endsWith('.json')) return texts;
  const aliases = await aliasesOf();
  for (const { specifier, typeOnly } of importsOf(entry, text)) {
    if (typeOnly || specifier === undefined) continue;
    for (const path of await pathsOf(entry, specifier, aliases)) await loadedBy(path, isOutside, texts);
  }
  return texts;
}

/** One digest of several texts, whatever the order in which they were met. */
export function digestOfAll(texts: ReadonlyMap<string, string>): string {
  const sorted = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return digestOf(...sorted.flatMap(([path, text]) => [shortName(path), text]));
}

async function aliasesOf(): Promise<Readonly<Record<string, string>>> {
  const { imports = {} } = JSON.parse(await readFile(manifest, 'utf8')) as {
    imports?: Record<string, string>;
  };
  return imports;
}

/** The files that a specifier may mean: none for a package, several for the beginning of a computed path. */
async function pathsOf(
  from: string,
  specifier: string,
  aliases: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const own = aliased(specifier, aliases);
  if (own === undefined && !specifier.startsWith('.')) return [];
  const path = own === undefined ? join(dirname(from), specifier) : join(PACKAGE, own);
  if (extname(path) !== '') return [path];
  const folder = /[\\/]$/.test(path) ? path : dirname(path);
  const start = folder === path ? '' : basename(path);
  const names = await readdir(folder);
  return names
    .filter((name) => name.startsWith(start) && ['.json', ENDING].includes(extname(name)))
    .map((name) => join(folder, name));
}
