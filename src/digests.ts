import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirements } from '../requirements/index.ts';

/** What a requirement asks, as far as its digest goes. */
export interface Asked {
  readonly id: string;
  readonly level: string;
  readonly statement: string;
}

/** SHA-256 of some bytes, or of a text in UTF-8, as `sha256:` and 64 hexadecimal digits. */
export function digest(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/**
 * Digest of what a catalogue asks: of the JSON array of its `[id, level, statement]`, sorted by id, without blanks. A
 * report holds all three of each row, so that whoever has one can compute it again.
 */
export function catalogueDigest(asked: readonly Asked[] = requirements): string {
  const rows = asked.map(({ id, level, statement }) => [id, level, statement] as const);
  return digest(JSON.stringify(rows.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** Where the code of the kit stands, compiled or not; what only maintainers run does not count. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = ['requirements', 'schemas', 'generators', 'suites', 'reports', 'reference', 'src'];

let found: Promise<string> | undefined;

/**
 * Digest of the kit that is running: of the lines `<SHA-256 in hex>  <path>` of its modules and schemas, sorted by path,
 * as sha256sum prints them. Two kits with the same digest judge the same.
 */
export function kitDigest(): Promise<string> {
  found ??= computeKitDigest();
  return found;
}

async function computeKitDigest(): Promise<string> {
  const schemas = dirname(createRequire(import.meta.url).resolve('#schemas/report.schema.json'));
  const modules = await Promise.all(FOLDERS.map((folder) => filesIn(join(ROOT, folder), folder, MODULE)));
  const files = [...modules.flat(), ...(await filesIn(schemas, 'schemas', /\.json$/u))];
  const lines = await Promise.all(
    files.map(async ([path, name]) => `${digest(await readFile(path)).slice(7)}  ${name}\n`),
  );
  return digest(lines.toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join(''));
}

const MODULE = /(?<!\.d)\.(?:js|tsx?)$/u;

/** Path and name of each file in a folder and those below it. */
async function filesIn(
  dir: string,
  name: string,
  wanted: RegExp,
): Promise<readonly (readonly [path: string, name: string])[]> {
  const paths = await readdir(dir, { recursive: true });
  return paths
    .filter((path) => wanted.test(path))
    .map((path) => [join(dir, path), `${name}/${path.replaceAll('\\', '/')}`] as const);
}
