import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Version of the kit, from its package.json. */
export function version(): string {
  return (require('#package.json') as { readonly version: string }).version;
}

/** How the kit of a version, by default this one, names itself to a target. */
export function userAgent(of = version()): string {
  return `petstore-conformance/${of}`;
}
