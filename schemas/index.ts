import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Every JSON Schema that ships: the shapes of the document, and the files of our own. Each stands in `NAME.schema.json`. */
const NAMES = [
  'error',
  'message',
  'message-request',
  'new-pet',
  'pet',
  'pet-status',
  'pets',
  'report',
  'waivers',
] as const;

export type SchemaName = (typeof NAMES)[number];

/** A JSON Schema of draft 7. */
export type Schema = { readonly [keyword: string]: unknown };

/** The JSON Schemas by name. */
export const schemas = Object.freeze(
  Object.fromEntries(NAMES.map((name) => [name, require(`#schemas/${name}.schema.json`) as Schema])),
) as Readonly<Record<SchemaName, Schema>>;
