import { createRequire } from 'node:module';
import { FILE_SCHEMAS, API_SCHEMAS, type SchemaName } from './names.ts';

export type { SchemaName } from './names.ts';

/** A JSON Schema, draft 7. */
export type Schema = { readonly [keyword: string]: unknown };

const require = createRequire(import.meta.url);

/** The JSON Schemas by name: of the document's bodies, and of the kit's files. Each is read from `NAME.schema.json`. */
export const schemas = Object.freeze(
  Object.fromEntries(
    [...API_SCHEMAS, ...FILE_SCHEMAS].map((name) => [name, require(`#schemas/${name}.schema.json`)]),
  ),
) as Readonly<Record<SchemaName, Schema>>;
