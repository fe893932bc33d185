import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Returns the version in the kit's package.json. */
export function version(): string {
  return (require('#package.json') as { readonly version: string }).version;
}

/** Returns the kit's User-Agent, by default for its own version. */
export function userAgent(of = version()): string {
  return `petstore-conformance/${of}`;
}
