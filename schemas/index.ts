import error from './error.schema.json' with { type: 'json' };
import evidence from './evidence.schema.json' with { type: 'json' };
import messageRequest from './message-request.schema.json' with { type: 'json' };
import message from './message.schema.json' with { type: 'json' };
import newPet from './new-pet.schema.json' with { type: 'json' };
import petStatus from './pet-status.schema.json' with { type: 'json' };
import pet from './pet.schema.json' with { type: 'json' };
import pets from './pets.schema.json' with { type: 'json' };
import report from './report.schema.json' with { type: 'json' };
import statement from './statement.schema.json' with { type: 'json' };
import waivers from './waivers.schema.json' with { type: 'json' };
import type { SchemaName } from './names.ts';

export type { SchemaName } from './names.ts';

/** A JSON Schema of draft 7. */
export type Schema = { readonly [keyword: string]: unknown };

/** The JSON Schemas by name: the shapes of the document, and the files of our own. Each stands in `NAME.schema.json`. */
export const schemas = Object.freeze({
  error,
  evidence,
  message,
  'message-request': messageRequest,
  'new-pet': newPet,
  pet,
  'pet-status': petStatus,
  pets,
  report,
  statement,
  waivers,
} as const satisfies Record<string, Schema>) as Readonly<Record<SchemaName, Schema>>;
