import { validator } from './file-validators.ts';
import type { OF_STRANGERS } from './names.ts';

/** The first thing that is wrong with a value as a file of our own, such as `/totals must be object`; undefined if nothing is. */
export function fileProblem(name: (typeof OF_STRANGERS)[number], value: unknown): string | undefined {
  const validate = validator(name);
  if (validate(value)) return undefined;
  const [error] = validate.errors ?? [];
  const { additionalProperty: more } = { ...error?.params } as Record<string, unknown>;
  const place = error?.instancePath || `the ${name}`;
  return `${place} ${error?.message ?? 'is not valid'}${typeof more === 'string' ? ` (${more})` : ''}`;
}
