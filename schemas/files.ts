import { validator } from './file-validators.ts';
import type { FILE_SCHEMAS } from './names.ts';

/** Returns the first error of a value as a file of the given format, such as `/totals must be object`; undefined if valid. */
export function fileProblem(name: (typeof FILE_SCHEMAS)[number], value: unknown): string | undefined {
  const validate = validator(name);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  const { additionalProperty: more } = { ...error?.params } as Record<string, unknown>;
  const place = error?.instancePath || `the ${name}`;
  return `${place} ${error?.message ?? 'is not valid'}${typeof more === 'string' ? ` (${more})` : ''}`;
}
