import { catalogue } from './catalogue.ts';
import type { RequirementText } from './types.ts';

export type { Area, Level, Profile } from './types.ts';

/** A requirement id of the catalogue; a typo does not compile. */
export type RequirementId = keyof typeof catalogue;

export interface Requirement extends RequirementText {
  readonly id: RequirementId;
}

export { catalogueVersion } from './version.ts';

export const requirements: readonly Requirement[] = Object.entries(catalogue).map(([id, text]) => ({
  id: id as RequirementId,
  ...text,
}));

/** True if a text from an option or a file is a requirement id. */
export function isRequirementId(text: string): text is RequirementId {
  return Object.hasOwn(catalogue, text);
}

export function requirement(id: RequirementId): Requirement {
  return { id, ...catalogue[id] };
}
