import type { RequirementId } from '../../requirements/index.ts';

/** One failure that is known and accepted; schemas/waivers.schema.json describes the file that it comes from. */
export interface Waiver {
  readonly requirement: RequirementId;
  /** The one check whose failure is accepted; absent, whatever finds it. */
  readonly check?: string;
  readonly reason: string;
  readonly owner?: string;
  /** An http or https address. */
  readonly link?: string;
  /** The last day in UTC on which it holds, `YYYY-MM-DD`; absent, for good. */
  readonly expires?: string;
}

/**
 * What became of a waiver in a run: it was `applied`; it had `expired`, and what it names failed all the same; or it was
 * `unneeded`, since what it names is met.
 */
export type WaiverState = 'applied' | 'expired' | 'unneeded';

/** A waiver that had a bearing on a requirement. */
export interface WaiverUse extends Waiver {
  readonly state: WaiverState;
}
