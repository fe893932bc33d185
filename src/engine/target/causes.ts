import type { Cause } from '../../../reports/model.ts';
import type { RequirementId } from '../../../requirements/index.ts';

/**
 * The next step for each cause: what the reader can do about a verdict that is not `pass`. Scope has none of its own: what
 * is left out says what would bring it in, where anything would.
 */
export const NEXT_STEP = {
  server: 'Correct the server, then run this requirement again.',
  configuration: 'Correct the setting that is named, then run again.',
  network:
    'Find out why the target leaves requests without a usable answer: its log has the id of each at the end of the User-Agent. If it only takes longer, allow more with --timeout-ms. Then run again.',
  'rate-limit': 'Run again later, with a lower --concurrency, or with a key that may send more.',
  'test-data':
    'Give the run what it needs: category ids that the target knows (--category-ids), animals that it can read, or permission to create some (--max-created).',
  scope: undefined,
  kit: 'This is a bug of the kit: please report it with the report attached.',
} as const satisfies Record<Cause, string | undefined>;

/** The next step where no more than what firewalls look for is hung up on. */
export const NEXT_FIREWALL =
  'A firewall may hang up on these requests: let the run reach the service past it, or see in its log what it takes them for. Then run again.';

/** The next step where some requests stay without an answer, however often, while others are answered. */
export const NEXT_SILENT =
  'Find out why the target does not answer these requests while it answers others: its log has the id of each at the end of the User-Agent. If it only takes longer, allow more with --timeout-ms. Then run again.';

/** The next step where requests without a valid key are refused for their rate. */
export const NEXT_KEYS_LIMITED =
  'Lift the limit on requests that are refused for their key as long as the run lasts, then run again.';

/** The next step where another failure comes first. */
export function correctFirst(id: RequirementId): string {
  return `Correct what ${id} names first, then run again.`;
}

/** The next step where animals are too few because several got one id: more of them would change nothing. */
export const ONE_ID = correctFirst('create.id.unique');

/** The next step for each part of the scope that left something out. */
export const WIDEN = {
  readOnly: 'Run without --read-only, on a target that may be written to.',
  maxCreated: 'Allow more animals with --max-created.',
  only: 'Widen --only, or run without it.',
  messages: 'Name the messages address with --messages-url or PETSTORE_MESSAGES_URL.',
} as const;
