import { fitsInt64 } from '../../json/int64.ts';
import { isDocumented } from './lists.ts';
import { isSuccess, type Reply } from './replies.ts';

export type Permitted = Reply['operation'];

const DOES: Readonly<Record<Permitted, string>> = {
  list: 'list animals',
  create: 'add animals',
  get: 'get an animal',
  message: 'send messages',
};

const SETTINGS = {
  animals: '--api-key or PETSTORE_API_KEY',
  message: '--messages-api-key or PETSTORE_MESSAGES_API_KEY',
} as const;

/** A request without a fault. */
export function isGood(reply: Reply): boolean {
  switch (reply.operation) {
    case 'list':
      return isDocumented(reply);
    case 'create':
    case 'message':
      return reply.intent === 'valid';
    case 'get':
      return /^\d+$/.test(reply.id) && fitsInt64(BigInt(reply.id));
  }
}

/**
 * Whether the key may be one that is not allowed an operation: 403 came to every good request of it so far, from the first on,
 * while another operation of the animals takes the key. One that worked before, or works now and then, is not that.
 */
export function lacksPermission(log: readonly Reply[], operation: Permitted): boolean {
  const keyed = log.filter(
    ({ answer, outcome }) => answer !== undefined && outcome.ask.credential.kind === 'valid',
  );
  const own = keyed.filter((reply) => reply.operation === operation && isGood(reply));
  const key = own[0]?.outcome.ask.credential.value;
  const isElsewhere = (reply: Reply) =>
    reply.operation !== operation &&
    reply.operation !== 'message' &&
    reply.outcome.ask.credential.value === key;
  return (
    own.length > 0 &&
    own.every(({ answer }) => answer?.status === 403) &&
    keyed.some((reply) => isElsewhere(reply) && isTaken(reply))
  );
}

/** Whether an answer shows that the key was taken: that an animal is not there is told to those alone who may ask. */
function isTaken({ operation, answer }: Reply): boolean {
  return (operation === 'get' && answer?.status === 404) || isSuccess(answer);
}

export function permissionLacking(operation: Permitted) {
  const does = DOES[operation];
  return {
    reason: `the key seems to lack the permission to ${does}: every such request was answered with 403 from the first on, and other operations accept the key`,
    cause: 'configuration' as const,
    next: `Set ${SETTINGS[operation === 'message' ? 'message' : 'animals']} to a key that may ${does} too, then run again.`,
    // The requirement that fails where it is something else.
    because: operation === 'message' ? ('messages.success' as const) : (`${operation}.success` as const),
  };
}
