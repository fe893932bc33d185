import { requirements, type RequirementId } from './index.ts';

/** The order in which to fix failures, by prefixes of ids, then as in the catalogue; docs/implementing.md states it too. */
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
  const longest = Math.max(...fits);
  if (longest === 0) throw new Error(`No step of the fix order has a prefix of ${id}.`);
  return fits.indexOf(longest);
}

/** All requirement ids, in the order in which to fix their failures. */
export const fixOrder: readonly RequirementId[] = requirements
  .map(({ id }) => id)
  .toSorted((one, other) => step(one) - step(other));

/** The requirements whose failure can cause this one's, even in other responses; those of the run decide whether one did. */
export const mayBeCausedBy: Partial<Record<RequirementId, readonly RequirementId[]>> = {
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

/** Requirements whose failure leaves a run without the responses or animals that other checks need; in the order of fixing. */
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
