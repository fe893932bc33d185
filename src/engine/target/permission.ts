import type { Operation } from '../../../reports/exchange.ts';
import { fitsInt64 } from '../../json/int64.ts';
import { hasDocumentedQuery } from './lists.ts';
import { isSuccess, type Reply } from './replies.ts';

const DOES: Readonly<Record<Operation, string>> = {
  list: 'list animals',
  create: 'add animals',
  get: 'get an animal',
  message: 'send messages',
};

const SETTINGS = {
  animals: '--api-key or PETSTORE_API_KEY',
  message: '--messages-api-key or PETSTORE_MESSAGES_API_KEY',
} as const;

/** True if the request is valid, apart from its key. */
export function isValidExceptKey(reply: Reply): boolean {
  switch (reply.operation) {
    case 'list':
      return hasDocumentedQuery(reply);
    case 'create':
    case 'message':
      return reply.intent === 'valid';
    case 'get':
      return /^\d+$/.test(reply.id) && fitsInt64(BigInt(reply.id));
  }
}

/** True if every valid request for an operation so far got a 403, while another operation on animals accepts the key. */
export function lacksPermission(log: readonly Reply[], operation: Operation): boolean {
  const keyed = log.filter(
    ({ answer, outcome }) => answer !== undefined && outcome.ask.credential.kind === 'valid',
  );
  const own = keyed.filter((reply) => reply.operation === operation && isValidExceptKey(reply));
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

/** True if a response shows that the key was accepted: a success, or a 404 to a get. */
function isTaken({ operation, answer }: Reply): boolean {
  return (operation === 'get' && answer?.status === 404) || isSuccess(answer);
}

export function permissionProblem(operation: Operation) {
  const does = DOES[operation];
  return {
    reason: `the key seems to lack the permission to ${does}: all valid requests to ${does} were answered with 403, and other operations accept the key`,
    cause: 'configuration' as const,
    next: `Set ${SETTINGS[operation === 'message' ? 'message' : 'animals']} to a key that may ${does} too, then run again.`,
    // The requirement that would fail if the key had the permission.
    because: operation === 'message' ? ('messages.success' as const) : (`${operation}.success` as const),
  };
}
