import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Version of the kit, from its package.json. */
export function version(): string {
  const found: unknown = require('#package.json');
  return typeof found === 'object' && found !== null && 'version' in found ? String(found.version) : '0.0.0';
}

/** How the kit of a version, by default this one, names itself to a target. */
export function userAgent(of = version()): string {
  return `petstore-conformance/${of}`;
}
