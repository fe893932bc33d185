import type { Profile, Requirement, RequirementId } from '../requirements/index.ts';
import type { Operation } from './exchange.ts';

export type Verdict = 'pass' | 'fail' | 'warn' | 'inconclusive' | 'not-tested' | 'waived';

export type RunVerdict = 'conformant' | 'partial' | 'inconclusive' | 'non-conformant';

/** Who has to act when the verdict is not `pass`. */
export type Cause = 'server' | 'configuration' | 'network' | 'rate-limit' | 'test-data' | 'scope' | 'kit';

/** A part of an exchange that shows a failure. Pointers are JSON Pointers (RFC 6901); the empty one is the whole body. */
export type ExchangePart =
  | { readonly part: 'status' }
  | { readonly part: 'header'; readonly name: string }
  | { readonly part: 'body'; readonly pointer: string }
  /** The URL of the request. */
  | { readonly part: 'url' };

export interface FailingResponseCount {
  readonly operation: Operation;
  readonly status: number;
  readonly count: number;
}

/** Coverage of a property: the input classes that got a usable response, and the others. */
export interface ClassCoverage {
  readonly property: string;
  readonly inputs: number;
  /** Names of the input classes that were covered: a request with an input of the class got a usable response. */
  readonly classes: readonly string[];
  /** Number of classes in total. */
  readonly of: number;
  /** Classes that were not met: no response, only 5xx, or not sent, for lack of animals or because of an option. */
  readonly missed?: readonly {
    readonly class: string;
    readonly why: 'unanswered' | 'broke-down' | 'not-sent';
  }[];
}

export type CheckCoverage = ClassCoverage & { readonly check: string };

/** A known and accepted failure; schemas/waivers.schema.json describes the file. */
export interface Waiver {
  readonly requirement: RequirementId;
  /** The check whose failure is accepted; absent: any check. */
  readonly check?: string;
  /** Only for an invariant: the operations where its failure is accepted; absent: all. */
  readonly operations?: readonly Operation[];
  readonly reason: string;
  readonly owner?: string;
  readonly link?: string;
  /** The last day (UTC) of its validity, `YYYY-MM-DD`; absent: no end. */
  readonly expires?: string;
}

/**
 * State of a waiver in a run. `applied`: the waiver covered a failure. `expired`: the requirement failed after its last day.
 * `outgrown`: the check failed at more operations than the waiver names. `unneeded`: the check passed, so that the waiver
 * covers nothing.
 */
export type WaiverState = 'applied' | 'expired' | 'outgrown' | 'unneeded';

export interface WaiverUse extends Waiver {
  readonly state: WaiverState;
}

/** A setting of a run. Texts are not escaped; a label such as `${PETSTORE_API_KEY}` replaces a secret. */
export type RecordedValue = string | number | boolean | readonly string[];

export type RecordedSettings = { readonly [option: string]: RecordedValue };

export type VerdictChange =
  | 'new-failure'
  /** The requirement was decided in the earlier report, but not in the later one. */
  | 'lost-coverage'
  | 'new-warning'
  | 'newly-waived'
  | 'fixed'
  | 'newly-decided'
  | 'warning-gone'
  | 'same';

export interface NamedDifference {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export interface FindingEvidence {
  /** One sentence: what happened. */
  readonly message: string;
  /** Ids of entries in evidence.har, the decisive one last. */
  readonly exchanges: readonly string[];
  /** The exchange that shows the failure; absent: the last of `exchanges`. */
  readonly proof?: string;
  /** The exchange that the proof is compared with. */
  readonly comparison?: string;
  /** All requests needed to show the failure again, with the proof; absent: the proof alone. */
  readonly requests?: readonly string[];
  /** Parts of the proof that show the failure; absent: unknown. */
  readonly places?: readonly ExchangePart[];
  /** Responses that show the failure, by operation and status; only for invariants. */
  readonly spread?: readonly FailingResponseCount[];
  /** How often the failure was reproduced when its requests were sent again. */
  readonly reproduced?: { readonly times: number; readonly of: number };
}

/** The result of one check for one requirement. Texts may contain hostile text of the server. */
export interface CheckReport extends FindingEvidence {
  readonly name: string;
  readonly verdict: Verdict;
  readonly operation?: Operation;
  readonly expected?: string;
  readonly actual?: string;
  /** The input that shows the failure, shrunk; plain JSON, with integers beyond 2^53 as strings. */
  readonly counterexample?: unknown;
  /** Only with `not-tested`: false if the document removed the operation, so that the omission does not limit the verdict. */
  readonly gap?: false;
}

export interface RequirementReport extends Pick<
  Requirement,
  'id' | 'profile' | 'level' | 'area' | 'statement'
> {
  /** Section titles of the document, joined with `, `; empty if the document is silent. */
  readonly section: string;
  readonly verdict: Verdict;
  /** One sentence that a server author can act on. For `pass`: what was tested. */
  readonly reason: string;
  /** Who has to act; with every verdict except `pass`. */
  readonly cause?: Cause;
  /** The next step; only with `cause`. */
  readonly next?: string;
  /** Only with `inconclusive`: the failed requirement that must be fixed first. */
  readonly because?: RequirementId;
  /** Only with `fail` and `warn`: the failed requirement that is the root cause of this failure. */
  readonly follows?: RequirementId;
  readonly waivers?: readonly WaiverUse[];
  /** Change and earlier verdict since the baseline; absent without a baseline, or if it lacks the requirement. */
  readonly baseline?: {
    readonly change: VerdictChange;
    readonly verdict: Verdict;
    /** A detail of the change, such as another check that failed; not a whole sentence. */
    readonly note?: string;
  };
  readonly checks: readonly CheckReport[];
}

/** A run in a history. `rows`: a letter for each requirement, in the order of its catalogue. */
export interface HistoryEntry {
  readonly id: string;
  readonly date: string;
  /** The judged commit; empty if unknown. */
  readonly commit: string;
  readonly verdict: RunVerdict;
  readonly rows: string;
}

/** report.json; see schemas/report.schema.json. */
export interface Report {
  readonly schemaVersion: '1';
  readonly tool: {
    readonly name: 'petstore-conformance';
    readonly version: string;
    readonly digest: string;
  };
  readonly catalogue: { readonly version: string; readonly digest: string };
  readonly specification: {
    readonly name: string;
    readonly version: string;
    /** SHA-256 of the document's text, as `sha256:` and 64 hexadecimal digits. */
    readonly digest: string;
  };
  readonly target: {
    readonly baseUrl: string;
    readonly messagesUrl: string | null;
    readonly embedded: boolean;
  };
  /** The judged product, as the options name it; absent if they do not. */
  readonly product?: {
    readonly name?: string;
    readonly vendor?: string;
  };
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
  readonly seed: number;
  readonly scope: {
    readonly readOnly: boolean;
    readonly strict: boolean;
    readonly only: readonly string[];
    readonly profiles: readonly Profile[];
    readonly asOf: string;
    readonly runs: number;
    readonly maxCreated: number;
    /** The text of a certifier from which seed and tag are derived. */
    readonly challenge?: string;
    /** Ids in decimal digits; absent if the user did not set them. */
    readonly categoryIds?: readonly string[];
  };
  readonly settings: RecordedSettings;
  /** Sentences that a reader must know in addition to the verdicts; absent if none. */
  readonly notes?: readonly string[];
  readonly verdict: RunVerdict;
  /** Only if the run was not completed: why, and what to do. */
  readonly aborted?: { readonly cause: Cause; readonly message: string };
  readonly profiles: Partial<Record<Profile, RunVerdict>>;
  readonly totals: Record<Verdict, number>;
  readonly traffic: {
    readonly requests: number;
    readonly created: number;
    readonly retried: number;
    readonly unanswered: number;
  };
  /** Labels of wrong tokens that cannot be made from a short or uniform key, by profile; absent if all were made. */
  readonly keysLack?: { readonly [P in Profile]?: readonly string[] };
  /** Six letters in the name of every animal of the run; absent if the run did not start. */
  readonly tag?: string;
  /**
   * For each timer, in the order in which they fired: its number, and how many exchanges had ended before. A replay fires its
   * timers in the same order. Absent if the run has not ended.
   */
  readonly waits?: readonly (readonly [what: number | string, ended: number])[];
  /** Animals that the run left on the target: the API cannot delete. */
  readonly created: readonly { readonly id: string; readonly name: string }[];
  /** The earlier report that this report was compared with, and the differences of the catalogues. */
  readonly baseline?: {
    readonly startedAt: string;
    readonly baseUrl: string;
    readonly verdict: RunVerdict;
    readonly catalogue: Report['catalogue'];
    /** Ids only in this catalogue; ids only in the earlier one; ids with another level or statement. */
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly reworded: readonly string[];
    /** Lost coverage that is not about a single requirement; absent if there is none. */
    readonly lost?: readonly NamedDifference[];
  };
  /** The judged commit, from a CI system, without credentials; absent outside of CI. */
  readonly context?: { readonly commit?: string; readonly branch?: string; readonly job?: string };
  /** Earlier runs in the file of --history, the oldest first; absent without the option. */
  readonly history?: readonly HistoryEntry[];
  readonly coverage?: readonly CheckCoverage[];
  readonly requirements: readonly RequirementReport[];
}
