import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
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

let found: string | undefined;

/**
 * Digest of the kit that is running: of the lines `<SHA-256 in hex>  <path>` of its modules and schemas, sorted by path,
 * as sha256sum prints them. Two kits with the same digest judge the same.
 */
export async function kitDigest(): Promise<string> {
  found ??= computeKitDigest();
  return Promise.resolve(found);
}

function computeKitDigest(): string {
  const schemas = dirname(createRequire(import.meta.url).resolve('#schemas/report.schema.json'));
  const modules = FOLDERS.flatMap((folder) => filesIn(join(ROOT, folder), folder, MODULE));
  const files = [...modules, ...filesIn(schemas, 'schemas', /\.json$/u)];
  // One after the other: together they would be more open files than many a machine allows.
  const lines = files.map(([path, name]) => `${digest(readFileSync(path)).slice(7)}  ${name}\n`);
  return digest(lines.toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join(''));
}

const MODULE = /(?<!\.d)\.(?:js|tsx?)$/u;

/** Path and name of each file in a folder and those below it. */
function filesIn(
  dir: string,
  name: string,
  wanted: RegExp,
): readonly (readonly [path: string, name: string])[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((path) => wanted.test(path))
    .map((path) => [join(dir, path), `${name}/${path.replaceAll('\\', '/')}`] as const);
}
