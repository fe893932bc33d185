declare module 'har-schema' {
  /** JSON Schemas of HTTP Archive 1.2, by their names. */
  const schemas: Readonly<Record<string, object>>;
  export default schemas;
}
