/**
 * Version of the catalogue: what is asked. A requirement that is added, taken out, or means something else makes a new
 * one; test/requirements/frozen.json holds the texts that belong to this one.
 */
export const catalogueVersion = '1.1.0';
