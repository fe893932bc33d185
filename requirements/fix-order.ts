import { requirements, type RequirementId } from './index.ts';

/**
 * The order in which to fix failures: what much else rests on comes first. Each step names beginnings of ids; within a step the
 * order of the catalogue holds. docs/implementing.md says the same.
 */
const STEPS: readonly (readonly string[])[] = [
  ['media.', 'version.'],
  ['error.'],
  ['auth.'],
  ['create.'],
  ['get.'],
  ['list.'],
  ['list.limit.'],
  ['messages.'],
  ['robust.'],
];

function step(id: RequirementId): number {
  const fits = STEPS.map((starts) => starts.find((start) => id.startsWith(start))?.length ?? 0);
  return fits.indexOf(Math.max(...fits));
}

/** Every requirement, in the order in which to fix its failure. */
export const fixOrder: readonly RequirementId[] = requirements
  .map(({ id }) => id)
  .toSorted((one, other) => step(one) - step(other));

/**
 * Failures that another one can cause, although the two show at other places of an answer, or in other answers: the
 * second names those that can be its cause. Whether one is, the answers have to show.
 */
export const mayFollow: Partial<Record<RequirementId, readonly RequirementId[]>> = {
  'auth.invalid': ['auth.missing'],
  'auth.malformed': ['auth.missing', 'auth.invalid'],
  'create.int64': ['create.echo', 'get.agrees', 'list.agrees'],
  'get.agrees': ['get.success'],
  'get.int64': ['get.not-found', 'get.success'],
  'list.agrees': ['get.agrees'],
  'list.complete': ['get.success', 'list.limit.respected', 'list.status.with-limit'],
  'list.limit.maximum': ['list.limit.respected'],
  'list.status.filter': ['list.agrees'],
  'list.status.with-limit': ['list.limit.respected'],
  'messages.auth.invalid': ['messages.auth.missing'],
  'messages.auth.malformed': ['messages.auth.missing', 'messages.auth.invalid'],
};

/** Failures that leave a run without the answers and animals that other requirements are decided by; in the order of fixing. */
export const prerequisites: readonly RequirementId[] = [
  'create.success',
  'create.id.assigned',
  'get.success',
  'list.success',
  'list.status.filter',
  'list.complete',
  'list.limit.accepted',
  'list.limit.respected',
  'messages.success',
  'messages.media',
];
