import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { schemas } from './index.ts';
import type { SchemaName } from './names.ts';

/**
 * An ajv that knows some schemas by their names.
 * @param allErrors whether it tells all that is wrong in a value, or the first thing
 * @param source whether it keeps the code that it makes
 */
export function createAjv(names: readonly SchemaName[], allErrors: boolean, source = false): Ajv {
  const ajv = new Ajv({
    allErrors,
    allowUnionTypes: true,
    strictRequired: false,
    strictTypes: false,
    // What is named twice is compiled once.
    inlineRefs: false,
    // That the schemas are schemas is what the self-tests show; to compile draft-07 itself takes longer than all of them.
    meta: false,
    validateSchema: false,
    ...(source ? { code: { source: true, esm: true } } : {}),
  });
  formats.default(ajv, ['int64', 'date', 'date-time']);
  for (const name of names) ajv.addSchema(schemas[name], name);
  return ajv;
}

/** Compiles each of some schemas when its validator is first asked for. */
export function validators<Name extends SchemaName>(names: readonly Name[], allErrors: boolean) {
  let ajv: Ajv | undefined;
  return <T = unknown>(name: Name): ValidateFunction<T> => {
    ajv ??= createAjv(names, allErrors);
    const found = ajv.getSchema<T>(name);
    if (found === undefined) throw new Error(`no schema is called ${name}`);
    return found as ValidateFunction<T>;
  };
}
