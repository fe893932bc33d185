import { attributed } from '../client/attribution.ts';
import type { Cause } from './finding.ts';
import type { World } from './lab.ts';
import type { NoAnswer } from '../client/types.ts';
import type { Reply } from './replies.ts';
import { unanswered } from './replies.ts';

/** Why a run cannot begin: configuration or network, never a verdict on the target. */
export interface Abort {
  readonly cause: Cause;
  /** One sentence that says which it is and what to do. */
  readonly message: string;
  /** Where the run was cut off: what became of a requirement that was not decided until then, and the next step. */
  readonly undecided?: { readonly reason: string; readonly next: string };
}

/** An id that no target has by chance: the question is only whether somebody answers and takes the key. */
const SOME_ID = '7263540182736451928';

/** Tells configuration from conformance before the first check: undefined where the run can begin. */
export async function preflight(world: World): Promise<Abort | undefined> {
  const list = await world.baseline.bareList();
  const where = world.config.baseUrl;
  const first = trouble(list);
  if (first === 'none') return undefined;
  const second = await attributed('preflight', () => secondOpinion(world, isUnreached(list)));
  if (second !== undefined && trouble(second) !== first) return undefined;
  switch (first) {
    case 'silent':
      return silence(unanswered(list), where);
    case 'refused':
      return configuration(
        `The key was refused: ${where} answers 401 to it. Set --api-key or PETSTORE_API_KEY to a key that the target accepts.`,
      );
    case 'absent':
      return configuration(
        `There is no Pet Store interface at ${where}: /pets is answered with 404. Check --base-url or PETSTORE_BASE_URL; it ends with the version prefix, as in https://host/v1.`,
      );
    case 'page':
      return configuration(
        `There is a web page at ${where}, and no Pet Store interface: /pets is answered with HTML, as by a log-in page or a web site. ${ADDRESS} to the interface itself.`,
      );
    case 'elsewhere':
      return configuration(
        `There is only a redirect at ${where}: /pets is answered with ${String(list.answer?.status)}, which is not followed. ${ADDRESS} to the address that it leads to.`,
      );
  }
}

/** Why a run could not go on: the target answered for a while, and then no more. */
export function stopped(last: NoAnswer): Abort {
  const rate = last.why === 'rate-limit';
  return {
    cause: rate ? 'rate-limit' : 'network',
    message: `The target stopped answering while the run went on: ${last.message}. ${
      rate
        ? 'Run again later, with a lower --concurrency or a key that may send more.'
        : 'See what became of it, start it again, and run again.'
    }`,
    undecided: {
      reason: 'the target stopped answering before this was decided',
      next: 'See what became of the target, then run again.',
    },
  };
}

/** Why a run was ended: it took as long as it may. */
export function deadlinePassed(seconds: number): Abort {
  const longer = 'Give the run longer with --deadline, or see what makes the target that slow.';
  const passed = `the deadline of ${String(seconds)} s passed before`;
  return {
    cause: 'network',
    message: `T${passed.slice(1)} the run was done: what it had found out until then is in the report. ${longer}`,
    undecided: { reason: `${passed} this was decided`, next: longer },
  };
}

const ADDRESS = 'Set --base-url or PETSTORE_BASE_URL';

function configuration(message: string): Abort {
  return { cause: 'configuration', message };
}

type Trouble = 'none' | 'silent' | 'refused' | 'absent' | 'page' | 'elsewhere';

function trouble(reply: Reply): Trouble {
  const { answer } = reply;
  if (answer === undefined) return 'silent';
  if (answer.status === 401) return 'refused';
  if (answer.status === 404) return 'absent';
  if (answer.status >= 300 && answer.status <= 399) return 'elsewhere';
  // HTML alone is not enough: a service may send its JSON under a wrong name.
  const page = answer.mediaType === 'text/html' && !answer.body.ok && answer.status <= 299;
  return page ? 'page' : 'none';
}

/** Whether not even a connection came about: then a second read tells as much as an animal would. */
function isUnreached(reply: Reply): boolean {
  const why = unanswered(reply)?.why;
  return why === 'connection' || why === 'tls';
}

/** A second operation: creating where the scope allows it, else getting an animal. */
async function secondOpinion(world: World, unreached: boolean): Promise<Reply | undefined> {
  const { api, config, creates } = world;
  const mayCreate = !config.readOnly && config.maxCreated > 0 && !unreached;
  if (mayCreate) return creates.plain('available');
  const get = await api.get(SOME_ID);
  return get.answer?.status === 404 ? undefined : get;
}

/** The next step for each way of not answering. */
const NEXT = {
  connection: 'Start it, or correct --base-url or PETSTORE_BASE_URL.',
  proxy: 'Start it, correct that variable, or leave the host of the target out of it with NO_PROXY.',
  tls: 'Name the authority that signed it with NODE_EXTRA_CA_CERTS, or correct --base-url or PETSTORE_BASE_URL.',
  timeout: 'See that it is well, allow more with --timeout-ms, or correct --base-url or PETSTORE_BASE_URL.',
  'too-large': 'Correct --base-url or PETSTORE_BASE_URL.',
  'broken-http': 'Correct --base-url or PETSTORE_BASE_URL.',
  cancelled: 'Run again.',
  'rate-limit': 'Run again later, with a lower --concurrency or a key that may send more.',
  unavailable: 'See that what stands behind that address is up, then run again.',
} as const satisfies Record<NoAnswer['why'], string>;

function silence(found: NoAnswer | undefined, where: string): Abort {
  const why = found?.why ?? 'connection';
  const message = found?.message ?? 'no answer came';
  return {
    cause: why === 'rate-limit' ? 'rate-limit' : 'network',
    message: `The target could not be reached at ${where}: ${message}. ${NEXT[why]}`,
  };
}
