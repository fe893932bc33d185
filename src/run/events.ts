import type { Report } from '../../reports/model.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { Traffic } from '../http/types.ts';
import type { CheckOutcome, CreatedAnimal } from '../engine/plan/index.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Abort } from '../engine/silence/index.ts';

/** The requests so far, and the animals that the target stored or may have stored. */
export type RunTraffic = Traffic & { readonly created: number };

export interface ExpectedCheck {
  readonly id: string;
  readonly title: string;
  /** The requirements that it may say something of. */
  readonly concerns: readonly RequirementId[];
}

/** Plain data that survives structured cloning, and of which the report can be put together at any moment. */
export type RunEvent =
  /** These checks will run; `tag` stands in the name of every animal that they add. */
  | { readonly kind: 'begun'; readonly checks: readonly ExpectedCheck[]; readonly tag: string }
  /** The target is just starting, and is waited for: why it is not there yet. */
  | { readonly kind: 'waiting'; readonly why: string }
  /** The preflight found that no check can run. */
  | { readonly kind: 'refused'; readonly why: Abort }
  | { readonly kind: 'started'; readonly check: string }
  /** A request ended: redacted, its body cut if it is very long. */
  | { readonly kind: 'exchange'; readonly exchange: Exchange; readonly traffic: RunTraffic }
  /** A check ended, with all that it found. */
  | { readonly kind: 'finished'; readonly outcome: CheckOutcome }
  /** From now on nothing is sent, and no further check ends. */
  | { readonly kind: 'cut-off'; readonly why: Abort }
  /** The kit itself failed outside of every check; the text has a stack. */
  | { readonly kind: 'crashed'; readonly error: string }
  /** The last event; `waits` as the report has them. */
  | {
      readonly kind: 'ended';
      readonly traffic: RunTraffic;
      readonly created: readonly CreatedAnimal[];
      readonly waits: NonNullable<Report['waits']>;
    };

/** Is called with the events of a run, and waited for at its end where it returns a promise. */
export type RunListener = (event: RunEvent) => void | Promise<void>;
