/** Schemas of the document's bodies and of the waiver file; validation reports every error. */
export const API_SCHEMAS = [
  'error',
  'message',
  'message-request',
  'new-pet',
  'pet',
  'pet-status',
  'pets',
  'waivers',
] as const;

/** Schemas of the kit's files, which may come from others and be large; validation stops at the first error. */
export const FILE_SCHEMAS = ['envelope', 'evidence', 'report', 'history', 'statement'] as const;

export type SchemaName = (typeof API_SCHEMAS)[number] | (typeof FILE_SCHEMAS)[number];
