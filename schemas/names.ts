/** The shapes of the document, and what a user writes: all that is wrong is told. */
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

/** Files of our own that a stranger may hand in, of any size: they are refused for the first thing that is wrong. */
export const OF_STRANGERS = ['envelope', 'evidence', 'report', 'history', 'statement'] as const;

/** Every JSON Schema that ships; each stands in `NAME.schema.json`. */
export type SchemaName = (typeof TOLD_IN_FULL)[number] | (typeof OF_STRANGERS)[number];
