import { catalogue } from './catalogue.ts';
import type { RequirementText } from './types.ts';

export type { Area, Level, Profile } from './types.ts';

/** The id of a requirement of the catalogue: a typo does not compile. */
export type RequirementId = keyof typeof catalogue;

export interface Requirement extends RequirementText {
  readonly id: RequirementId;
}

export { catalogueVersion } from './version.ts';

export const requirements: readonly Requirement[] = Object.entries(catalogue).map(([id, text]) => ({
  id: id as RequirementId,
  ...text,
}));

/** Whether a text from outside (an option, a file) names a requirement. */
export function isRequirementId(text: string): text is RequirementId {
  return Object.hasOwn(catalogue, text);
}

export function requirement(id: RequirementId): Requirement {
  return { id, ...catalogue[id] };
}
