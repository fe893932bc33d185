/** Schemas of the document's bodies and of the waiver file; validation reports every error. */
export const TOLD_IN_FULL = [
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
export const OF_STRANGERS = ['envelope', 'evidence', 'report', 'history', 'statement'] as const;

/** Name of a JSON Schema in the package. */
export type SchemaName = (typeof TOLD_IN_FULL)[number] | (typeof OF_STRANGERS)[number];
