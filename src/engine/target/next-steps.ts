import type { Cause } from '../../../reports/model.ts';
import type { RequirementId } from '../../../requirements/index.ts';
import { NEXT_STEP_TOO_LARGE } from '../../http/reasons.ts';
import type { NoAnswer } from '../../http/types.ts';

/** The next step for each cause of a verdict that is not `pass`; for `scope` see NEXT_STEP_WIDEN_SCOPE. */
export const NEXT_STEP_BY_CAUSE = {
  server: 'Fix the server, then run this requirement again.',
  configuration: 'Fix the named setting, then run again.',
  network:
    'See in the server log, by the request id (last word of the User-Agent), why the target did not respond. If the target is only slow, raise --timeout-ms. Then run again.',
  'rate-limit': 'Run again later, with a lower --concurrency, or with a key that has a higher rate limit.',
  'test-data':
    'Set --category-ids to existing categories, add animals to the target, or raise --max-created.',
  scope: undefined,
  kit: 'This is a bug of the kit: please report it with the report attached.',
} as const satisfies Record<Cause, string | undefined>;

/** The next step if only requests that look like attacks get no response. */
export const NEXT_STEP_FIREWALL =
  'A firewall may drop these requests: bypass it, or see in its log why. Then run again.';

/** The next step if only some inputs get a 502, 503 or 504, even when they are resent alone. */
export const NEXT_STEP_UNAVAILABLE_INPUTS =
  'The target answers other requests at once: see in the server log, by the request id (last word of the User-Agent), why it fails for these inputs. Then run again.';

/** Returns the cause of a missing response, and the next step if NEXT_STEP_BY_CAUSE does not fit. */
export function causeOfNoAnswer({ why }: Pick<NoAnswer, 'why'>): {
  readonly cause: Cause;
  readonly next?: string;
} {
  if (why === 'too-large') return { cause: 'network', next: NEXT_STEP_TOO_LARGE };
  return { cause: why === 'rate-limit' ? 'rate-limit' : 'network' };
}

/** The next step if the target refuses every valid animal, for its category or its name. */
export const NEXT_STEP_CREATES_REFUSED =
  'If the category was rejected, set --category-ids to an existing one. If the name was rejected, let the target accept plain words during the run.';

export const NEXT_STEP_KEYS_RATE_LIMITED =
  'Disable the rate limit on requests with a wrong key during the run, then run again.';

export function fixFirstText(id: RequirementId): string {
  return `Fix ${id}, then run again.`;
}

/** The next step if the target gave several animals one id, so that too few are stored: creating more would not help. */
export const NEXT_STEP_FIX_UNIQUE_ID = fixFirstText('create.id.unique');

export const NEXT_STEP_WIDEN_SCOPE = {
  readOnly: 'Run without --read-only, on a target that may be written to.',
  maxCreated: 'Allow more animals with --max-created.',
  only: 'Widen --only, or run without it.',
  messages: 'Name the messages address with --messages-url or PETSTORE_MESSAGES_URL.',
} as const;
