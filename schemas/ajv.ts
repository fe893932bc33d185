import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { schemas } from './index.ts';
import type { SchemaName } from './names.ts';

/** Creates an ajv instance with the named schemas; it reports all errors or the first. `source` keeps the generated code. */
export function createAjv(names: readonly SchemaName[], allErrors: boolean, source = false): Ajv {
  const ajv = new Ajv({
    allErrors,
    allowUnionTypes: true,
    strictRequired: false,
    strictTypes: false,
    // Compile a schema with several references only once.
    inlineRefs: false,
    // The self-tests validate the schemas; compiling the draft-07 meta-schema takes longer than compiling all of them.
    meta: false,
    validateSchema: false,
    ...(source ? { code: { source: true, esm: true } } : {}),
  });
  formats.default(ajv, ['int64', 'date', 'date-time']);
  for (const name of names) ajv.addSchema(schemas[name], name);
  return ajv;
}

/** Returns a function from a schema's name to its validator, compiled at first use. Throws for an unknown name. */
export function createValidators<Name extends SchemaName>(names: readonly Name[], allErrors: boolean) {
  let ajv: Ajv | undefined;
  return (name: Name): ValidateFunction => {
    ajv ??= createAjv(names, allErrors);
    const found = ajv.getSchema(name);
    if (found === undefined) throw new Error(`no schema is called ${name}`);
    return found as ValidateFunction;
  };
}
