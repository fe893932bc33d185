import { createRequire } from 'node:module';

const NEEDED = { major: 4, minor: 1 } as const;
const HOW = `npm install --save-dev vitest@${String(NEEDED.major)}`;

/** Throws an Error if vitest, as the module at the URL `from` finds it, is missing or too old: npm checks no optional peer. */
export function assertVitestVersion(from: string): void {
  const version = versionOf(from);
  const needs = `petstore-conformance/vitest needs vitest ${String(NEEDED.major)}.${String(NEEDED.minor)} or later`;
  if (version === undefined) throw new Error(`${needs}, which is not installed here: ${HOW}`);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NEEDED.major || (major === NEEDED.major && minor >= NEEDED.minor)) return;
  throw new Error(`${needs}, and here it is ${version}: ${HOW}`);
}

function versionOf(from: string): string | undefined {
  try {
    const manifest = createRequire(from)('vitest/package.json') as { readonly version: string };
    return manifest.version;
  } catch {
    return undefined;
  }
}
