/** Changes when a requirement is added, removed or changes its meaning; test/requirements/frozen.json has the texts. */
export const catalogueVersion = '1.1.0';
