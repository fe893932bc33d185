import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digest } from './digests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['requirements', 'schemas', 'generators', 'suites', 'reports', 'reference', 'src'];
const SOURCE = /\.(?:tsx?|json|css|txt)$/u;

let found: string | undefined;

/**
 * Returns the digest of the kit's sources, from lines `<SHA-256> <path>` as sha256sum prints them. Kits with the same
 * digest judge alike. When the package is built, tools/build.mjs computes the digest and puts it in place of this module.
 */
export function kitDigest(): string {
  found ??= digestOfSources();
  return found;
}

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
