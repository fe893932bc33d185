import type { Report } from '../../reports/model.ts';
import type { RequirementId } from '../../requirements/index.ts';
import type { RequestCounts } from '../http/types.ts';
import type { CheckOutcome, CreatedAnimal } from '../engine/plan/index.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { AbortReason } from '../engine/silence/index.ts';

/** Counts of requests, and of animals that the target stored or may have stored. */
export type RunCounts = RequestCounts & { readonly created: number };

export interface PlannedCheck {
  readonly id: string;
  readonly title: string;
  /** Requirements that the check may report on. */
  readonly concerns: readonly RequirementId[];
}

/** An event of a run: plain data that survives structured cloning. The events so far suffice to make a report at any moment. */
export type RunEvent =
  /** The checks that will run; `tag` is in the name of every animal that they create. */
  | { readonly kind: 'begun'; readonly checks: readonly PlannedCheck[]; readonly tag: string }
  /** The target is not ready yet, and why. */
  | { readonly kind: 'waiting'; readonly why: string }
  | { readonly kind: 'started'; readonly check: string }
  /** A request ended. The exchange is redacted, and a very long body is cut. */
  | { readonly kind: 'exchange'; readonly exchange: Exchange; readonly traffic: RunCounts }
  /** A check ended, with its findings. */
  | { readonly kind: 'finished'; readonly outcome: CheckOutcome }
  /**
   * The preflight found that no check can run, or the run was aborted: it sends no more requests, and emits no more `finished`
   * events.
   */
  | { readonly kind: 'cut-off'; readonly why: AbortReason }
  /** The kit failed outside of the checks; `error` has the stack. */
  | { readonly kind: 'crashed'; readonly error: string }
  /** The last event; `waits` becomes the member `waits` of the report. */
  | {
      readonly kind: 'ended';
      readonly traffic: RunCounts;
      readonly created: readonly CreatedAnimal[];
      readonly waits: NonNullable<Report['waits']>;
    };

/** Called with the events of a run. At its end, the run waits for the promises that the listener returned. */
export type RunListener = (event: RunEvent) => void | Promise<void>;
