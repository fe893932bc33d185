/**
 * Version of the catalogue. It changes when a requirement is added, removed, or changes its meaning;
 * test/requirements/frozen.json has the texts of this version.
 */
export const catalogueVersion = '1.1.0';
