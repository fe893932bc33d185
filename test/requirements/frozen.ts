import { readFileSync } from 'node:fs';

/** The catalogue as it was agreed upon. */
interface Frozen {
  /** The version of the catalogue, and the digest that reports show with it. */
  readonly version: string;
  readonly digest: string;
  /** Of the document. */
  readonly headings: readonly string[];
  /** By id: level, profile, and the beginning of the digest of level and statement. */
  readonly rows: Readonly<Record<string, readonly [level: string, profile: string, digest: string]>>;
}

export const frozen = JSON.parse(readFileSync(new URL('frozen.json', import.meta.url), 'utf8')) as Frozen;
