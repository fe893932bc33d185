import { attributed } from '../target/attribution.ts';
import type { Cause } from './finding.ts';
import type { World } from './lab.ts';
import type { Reply } from './replies.ts';
import { unanswered } from './replies.ts';

/** Why a run cannot begin: configuration or network, never a verdict on the target. */
export interface Abort {
  readonly cause: Cause;
  /** One sentence that says which it is and what to do. */
  readonly message: string;
}

/** An id that no target has by chance: the question is only whether somebody answers and takes the key. */
const SOME_ID = '7263540182736451928';

/** Tells configuration from conformance before the first check: undefined where the run can begin. */
export async function preflight(world: World): Promise<Abort | undefined> {
  const list = await world.baseline.bareList();
  const where = world.config.baseUrl;
  const first = trouble(list);
  if (first === 'none') return undefined;
  const second = await attributed('preflight', () => secondOpinion(world));
  if (second !== undefined && trouble(second) !== first) return undefined;
  switch (first) {
    case 'silent':
      return silence(list, where);
    case 'refused':
      return {
        cause: 'configuration',
        message: `The key was refused: ${where} answers 401 to it. Set --api-key or PETSTORE_API_KEY to a key that the target accepts.`,
      };
    case 'absent':
      return {
        cause: 'configuration',
        message: `There is no Pet Store interface at ${where}: /pets is answered with 404. Check --base-url or PETSTORE_BASE_URL; it ends with the version prefix, as in https://host/v1.`,
      };
  }
}

type Trouble = 'none' | 'silent' | 'refused' | 'absent';

function trouble(reply: Reply): Trouble {
  if (reply.answer === undefined) return 'silent';
  if (reply.answer.status === 401) return 'refused';
  return reply.answer.status === 404 ? 'absent' : 'none';
}

/** A second operation: creating where the scope allows it, else getting an animal. */
async function secondOpinion(world: World): Promise<Reply | undefined> {
  const { api, config, population } = world;
  const mayCreate = !config.readOnly && config.maxCreated > 0;
  if (mayCreate) return population.createPlain('available');
  const get = await api.get(SOME_ID);
  return get.answer?.status === 404 ? undefined : get;
}

function silence(reply: Reply, where: string): Abort {
  const found = unanswered(reply);
  const why = found?.message ?? 'no answer';
  if (found?.why === 'rate-limit') {
    return {
      cause: 'rate-limit',
      message: `${where} answers nothing but 429: ${why}. Try again later, or with a lower --concurrency.`,
    };
  }
  return {
    cause: 'network',
    message: `The target could not be reached at ${where}: ${why}. Start it, or correct --base-url or PETSTORE_BASE_URL.`,
  };
}
