import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digest } from './digests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['requirements', 'schemas', 'generators', 'suites', 'reports', 'reference', 'src'];
const SOURCE = /\.(?:tsx?|json|css)$/u;

let found: string | undefined;

/**
 * Digest of the kit that is running: of the lines `<SHA-256 in hex>  <path>` of its sources, sorted by path, as sha256sum
 * prints them. Two kits with the same digest judge the same. What users get has the digest itself in the place of this
 * module (tools/build.mjs).
 */
export function kitDigest(): string {
  found ??= digestOfSources();
  return found;
}

/** The same for the sources in another folder. */
export function digestOfSources(root = ROOT): string {
  const lines = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => SOURCE.test(path))
      .map((path) => {
        const name = `${folder}/${path.replaceAll('\\', '/')}`;
        return { name, hex: digest(readFileSync(join(root, name))).slice('sha256:'.length) };
      }),
  );
  const sorted = lines.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return digest(sorted.map(({ name, hex }) => `${hex}  ${name}\n`).join(''));
}
