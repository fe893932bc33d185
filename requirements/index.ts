import { catalogue } from './catalogue.ts';
import type { Requirement, RequirementId } from './types.ts';

export type { Area, Level, Profile, Requirement, RequirementId } from './types.ts';

/** Every requirement, in the order of the catalogue. */
export const requirements: readonly Requirement[] = Object.entries(catalogue).map(([id, text]) => ({
  id: id as RequirementId,
  ...text,
}));

/** Whether a text from outside (an option, a file) names a requirement. */
export function isRequirementId(text: string): text is RequirementId {
  return Object.hasOwn(catalogue, text);
}

/** The row of the catalogue with this id. */
export function requirement(id: RequirementId): Requirement {
  return { id, ...catalogue[id] };
}
