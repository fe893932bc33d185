import type { ProxyEnvironment } from '../client/proxies.ts';
import type { Client } from '../client/types.ts';
import type { Config } from '../config/types.ts';
import type { Check } from '../kit/check.ts';
import type { CheckOutcome } from '../kit/finding.ts';
import type { Judgement } from '../kit/judgement.ts';
import type { Names } from '../kit/names.ts';
import type { Abort } from '../kit/preflight.ts';
import type { Exchange } from '../../reports/exchange.ts';
import type { Waiver } from '../../reports/model.ts';
import type { RunListener } from './events.ts';
import type { Run } from './ledger.ts';

/** What a run is given besides its configuration. */
export interface RunHooks {
  /** Cuts the run off: what was decided until then is in its report. */
  readonly signal?: AbortSignal | undefined;
  /** Hears each event when it happens. What it throws cuts the run off, and is thrown where the run is closed. */
  readonly onEvent?: RunListener | undefined;
  /** The variables that name proxies; absent, connections are direct. */
  readonly env?: ProxyEnvironment | undefined;
  /** The checks that run; by default all that the configuration asks for. */
  readonly checks?: readonly Check[];
  /** Failures that are known and accepted. */
  readonly waivers?: readonly Waiver[];
  /** What requests are sent by, in the place of a client of its own: for tests, and to go through a run again. */
  readonly client?: Client;
  /** What the animals are called; fresh names where absent. */
  readonly names?: Names;
  /** When the run began, in the place of now: to go through it again, on whatever day. */
  readonly startedAt?: Date;
}

/** What became of a check, or why it did not come to its end. */
export type Ending = { readonly outcome: CheckOutcome } | { readonly abort: Abort };

/** A run under way against one target. */
export interface OpenRun {
  readonly config: Config;
  readonly waivers: readonly Waiver[];
  /** Those that run, in the order in which reports show them. */
  readonly checks: readonly Check[];
  /** What was sent until now, in the order of the answers. */
  readonly evidence: readonly Exchange[];
  /** What nothing that is still to come can change: of the requirements all of whose checks came to their end. */
  decided(): readonly Judgement[];
  /**
   * Animals that the target holds because of this run, or that nobody could prove it does not: what is kept of the budget.
   * It settles once the run is closed.
   */
  readonly kept: number;
  /** Runs a check at the first call, once every check of the stages before its own is done. */
  outcome(check: Check): Promise<Ending>;
  /** Ends whatever is under way. */
  close(): Promise<void>;
  /** Runs every check, closes, and resolves to what came of it. */
  finish(): Promise<Run>;
}
