import type { RequirementId } from '../../requirements/index.ts';
import { given } from '../base/given.ts';
import type { Counterexample } from './finding.ts';
import { requestText } from './expect.ts';
import type { Lab } from './lab.ts';
import type { Reply } from './replies.ts';
import { burdenOf } from './witness.ts';

/** What is wrong with an answer. */
export interface Flaw extends Pick<
  Counterexample,
  'expected' | 'asked' | 'actual' | 'input' | 'places' | 'about' | 'explainedBy'
> {
  /** A sentence that a server author can act on. Default: the request, what came, and what was expected. */
  readonly message?: string;
  /** The requirement that it breaks, where a check decides several. Default: the first that the check decides. */
  readonly requirement?: RequirementId;
  /** Flaws of one kind are told once. Default: all flaws of a requirement are of one kind. */
  readonly kind?: string;
  /** What all that show it have in common, where the message is about one animal: `an id twice`, behind "show". Default: it. */
  readonly such?: string;
  /** Of the flaws with the same words here only the latest is looked at again. Default: of those with the same input the first. */
  readonly alike?: string;
  /** What the answer is compared with. */
  readonly beside?: readonly Reply[];
  /** Somebody else may have changed what was read, by right: it counts only if it shows on fresh animals too. */
  readonly mayChange?: true;
}

/** An answer, and what is wrong with it. */
export interface Flawed<R extends Reply = Reply> {
  readonly reply: R;
  readonly flaw: Flaw;
}

/** What is wrong, in a sentence. */
export function messageOf({ reply, flaw: { message, actual, expected } }: Flawed): string {
  return message ?? `${requestText(reply)}: ${actual}, expected ${expected}`;
}

/** What looking again came to: how often of how many times it showed, and the replies that show it. */
export interface Confirmed {
  readonly times: number;
  readonly of: number;
  readonly replies: readonly Reply[];
}

/**
 * Reports a flaw: its answer is the proof, and what that is held beside the comparison.
 * @param others replies that show the same
 * @param more what is said otherwise than in the flaw, and the requests that have to come before, where only an order shows it
 */
export function report(
  lab: Lab,
  requirement: RequirementId,
  { reply, flaw }: Flawed,
  { times, of, replies }: Confirmed,
  others: readonly Reply[] = [],
  { steps, ...more }: Partial<Counterexample> & { readonly steps?: readonly Reply[] } = {},
): void {
  const { expected, asked, actual, input, places, explainedBy, beside = [], about = [] } = flaw;
  const proof = reply.outcome.exchange.id;
  const comparison = beside[0]?.outcome.exchange.id;
  const reproduced = of > 0 ? { times, of } : undefined;
  const needed = new Set([...(steps ?? []), ...beside, reply].map(({ outcome }) => outcome.exchange));
  const shown = [...beside, reply, ...replies];
  const exchanges = [...others.filter((other) => !shown.includes(other)), ...shown];
  lab.violation(requirement, {
    message: messageOf({ reply, flaw }),
    ...given({ expected, asked, actual, input, places, explainedBy, proof, comparison, reproduced }),
    about: [...new Set([proof, ...about])],
    burden: burdenOf(reply),
    ...more,
    ...(needed.size > 1 && { requests: [...needed].map(({ id }) => id) }),
    exchanges: [...new Set(exchanges.map(({ outcome }) => outcome.exchange))],
  });
}

/** A thing that flaws can be about: the word under which those that share it find each other. */
export const subject = {
  animal: (id: bigint | string | undefined): string => `animal ${String(id ?? 'without id')}`,
  parameter: (name: 'limit' | 'status', value?: string): string =>
    value === undefined ? name : `${name}=${value}`,
  credential: (operation: string, label: string): string => `${operation} with ${label}`,
  member: (operation: string, name: string): string => `${name} shown by ${operation}`,
  answer: (operation: string, code: number): string => `${operation} answered ${String(code)}`,
};
