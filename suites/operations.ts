import type { RequirementId } from '../requirements/index.ts';
import { bodyOf } from '../src/kit/population.ts';
import type { Intent, Reply } from '../src/kit/replies.ts';
import type { Lab } from '../src/kit/lab.ts';
import type { Credential } from '../src/client/types.ts';

/** An operation of the animals interface, as the checks of authentication ask it: a request that is good but for the key. */
export interface OperationUnderTest {
  readonly name: 'list' | 'create' | 'get';
  /** In words, for messages. */
  readonly title: string;
  readonly ask: (lab: Lab, credential: Credential, intent?: Intent) => Promise<Reply | undefined>;
}

const OPERATIONS: readonly OperationUnderTest[] = [
  { name: 'list', title: 'listing animals', ask: (lab, credential) => lab.api.list({}, { credential }) },
  {
    name: 'create',
    title: 'adding an animal',
    ask: async (lab, credential, intent = 'intruder') => {
      const submitted = lab.population.plainBody(await lab.population.rarestStatus());
      return lab.api.createJson(bodyOf(submitted), { credential, intent, submitted });
    },
  },
  {
    name: 'get',
    title: 'getting an animal',
    ask: async (lab, credential) => {
      const known = (await lab.baseline.knownGets()).find((reply) => reply.pet !== undefined);
      return known === undefined ? undefined : lab.api.get(known.id, { credential });
    },
  },
];

/** Listing once more, with parameters that are good: a guard may have been put on the bare path only. */
export const LIST_WITH_PARAMETERS: OperationUnderTest = {
  name: 'list',
  title: 'listing animals with a limit and a status',
  ask: (lab, credential) => lab.api.list({ limit: '5', status: 'sold' }, { credential }),
};

/** The operations that work at all; for the others the requirements are undecided or left out. */
export async function usableOperations(
  lab: Lab,
  ...requirements: readonly RequirementId[]
): Promise<readonly OperationUnderTest[]> {
  const usable = [];
  for (const operation of OPERATIONS) {
    if (await lab.can(operation.name, ...requirements)) usable.push(operation);
  }
  return usable;
}
