import type { Profile, Requirement, RequirementId } from '../requirements/index.ts';
import type { Operation } from './exchange.ts';

/** The verdict on one requirement, or on what one check found out about it. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'inconclusive' | 'not-tested' | 'waived';

/** The verdict on a profile, or on the whole run. */
export type RunVerdict = 'conformant' | 'partial' | 'inconclusive' | 'non-conformant';

/** Whose turn it is when a verdict is not `pass`. */
export type Cause = 'server' | 'configuration' | 'network' | 'rate-limit' | 'test-data' | 'scope' | 'kit';

/** A place in an exchange that shows what is wrong. Pointers are JSON Pointers (RFC 6901); the empty one is the whole. */
export type Place =
  | { readonly part: 'status' }
  | { readonly part: 'header'; readonly name: string }
  | { readonly part: 'body'; readonly pointer: string }
  /** The address that was asked for, or one parameter of its query. */
  | { readonly part: 'url'; readonly parameter?: string }
  | { readonly part: 'request-body'; readonly pointer: string };

/** How many answers of one kind show the same. */
export interface Spread {
  readonly operation: Operation;
  readonly status: number;
  readonly count: number;
}

/** How much of what can be drawn for a property the run has met. */
export interface Covered {
  /** What was drawn, such as `limits from 1 to 100`. */
  readonly property: string;
  readonly inputs: number;
  /** Names of the classes that were met: some request of each got an answer that counts. */
  readonly classes: readonly string[];
  /** Classes that there are. */
  readonly of: number;
  /** Those that were not met, and why: no answer, only 5xx, or nothing sent, for want of animals or by an option of the run. */
  readonly missed?: readonly {
    readonly class: string;
    readonly why: 'unanswered' | 'broke-down' | 'not-sent';
  }[];
}

/** The same of a check, by its id. */
export type CheckCoverage = Covered & { readonly check: string };

/** One failure that is known and accepted; schemas/waivers.schema.json describes the file that it comes from. */
export interface Waiver {
  readonly requirement: RequirementId;
  /** The one check whose failure is accepted; absent, whatever finds it. */
  readonly check?: string;
  /** Only with a check that looks at every answer: the operations at which it is accepted; absent, each. */
  readonly operations?: readonly Operation[];
  readonly reason: string;
  readonly owner?: string;
  /** An http or https address. */
  readonly link?: string;
  /** The last day in UTC on which it holds, `YYYY-MM-DD`; absent, for good. */
  readonly expires?: string;
}

/**
 * The state of a waiver in a run: it was `applied`; it had `expired`, and what it names failed all the same; it was
 * `outgrown`, since that failed at more operations than it names; or it was `unneeded`, since what it names is met.
 */
export type WaiverState = 'applied' | 'expired' | 'outgrown' | 'unneeded';

export interface WaiverUse extends Waiver {
  readonly state: WaiverState;
}

/** A setting of a run; texts are raw, and a label such as `${PETSTORE_API_KEY}` stands for a secret. */
export type RecordedValue = string | number | boolean | readonly string[];

/** The settings of a run by option name: each that differs from its default. */
export type RecordedSettings = { readonly [option: string]: RecordedValue };

export type Change =
  | 'new-failure'
  /** Decided before, and not any more. */
  | 'lost-coverage'
  | 'new-warning'
  | 'newly-waived'
  | 'fixed'
  | 'newly-decided'
  | 'warning-gone'
  | 'same';

/** One thing that is otherwise in a later report; texts as people read them. */
export interface Difference {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** How something that a check found shows. */
export interface Shown {
  /** One sentence: what happened. */
  readonly message: string;
  /** Ids of entries in evidence.har, the decisive one of a failure last. */
  readonly exchanges: readonly string[];
  /** The one that shows the failure; the last where absent. */
  readonly proof?: string;
  /** The one that the proof is compared with. */
  readonly comparison?: string;
  /** All that it takes to show it again, the proof among them; the proof alone where absent. */
  readonly requests?: readonly string[];
  /** Where in the proof the failure shows; unknown where absent. */
  readonly places?: readonly Place[];
  /** Answers of the run that show it, by what was asked and what came; only of checks that look at every answer. */
  readonly spread?: readonly Spread[];
  /** How often the failure was reproduced when its requests were sent again. */
  readonly reproduced?: { readonly times: number; readonly of: number };
}

/** The result of one check for one requirement. Texts may contain hostile text of the server. */
export interface CheckReport extends Shown {
  /** Stable id of the check: `area/what-it-tries`. */
  readonly name: string;
  readonly verdict: Verdict;
  /** The request of the proof; only with a failure. */
  readonly operation?: Operation;
  /** The expected value in this exchange; only with `fail` and `warn`. */
  readonly expected?: string;
  /** The received value; only with `fail` and `warn`. */
  readonly actual?: string;
  /** The input that shows it, shrunk; plain JSON (integers beyond 2^53 as strings). */
  readonly counterexample?: unknown;
  /** Only with `not-tested`: false where that is no gap of the run, since the document took the operation away. */
  readonly gap?: false;
}

export interface RequirementReport extends Pick<
  Requirement,
  'id' | 'profile' | 'level' | 'area' | 'statement'
> {
  /** Section titles of the document, joined with `, `; empty where it is silent. */
  readonly section: string;
  readonly verdict: Verdict;
  /** One sentence that a server author can act on. For `pass`: what was tested. */
  readonly reason: string;
  /** With every verdict other than pass. */
  readonly cause?: Cause;
  /** With `cause`: the next step. */
  readonly next?: string;
  /** Only with `inconclusive`: the requirement whose failure has to be fixed before it can be decided. */
  readonly because?: RequirementId;
  /** Only with `fail` and `warn`: the requirement whose failure is the cause of this one; that one follows nothing. */
  readonly follows?: RequirementId;
  /** The waivers that had a bearing on it; only where there were some. */
  readonly waivers?: readonly WaiverUse[];
  /** Its change since the baseline, and its verdict there; only with a baseline that has it. */
  readonly baseline?: {
    readonly change: Change;
    readonly verdict: Verdict;
    /** A detail of the change, such as the further check that failed, as a part of a sentence. */
    readonly note?: string;
  };
  readonly checks: readonly CheckReport[];
}

/** One run in a history; `rows` has a letter for each requirement of its catalogue, in that order. */
export interface HistoryEntry {
  readonly id: string;
  /** When it began. */
  readonly date: string;
  /** Empty where nothing said it. */
  readonly commit: string;
  readonly verdict: RunVerdict;
  readonly rows: string;
}

/** report.json, described by schemas/report.schema.json. */
export interface Report {
  readonly schemaVersion: '1';
  readonly tool: {
    readonly name: 'petstore-conformance';
    readonly version: string;
    readonly digest: string;
  };
  readonly catalogue: { readonly version: string; readonly digest: string };
  /** The document's own version, from its Versioning section. */
  readonly specification: {
    readonly name: string;
    readonly version: string;
    /** SHA-256 of its text, as `sha256:` and 64 hexadecimal digits. */
    readonly digest: string;
  };
  readonly target: {
    readonly baseUrl: string;
    readonly messagesUrl: string | null;
    readonly embedded: boolean;
  };
  /** The product that was judged, as the options of the run name it; absent if they do not. */
  readonly product?: {
    /** Name and version. */
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
    /** A certifier's, which seed and tag follow from. */
    readonly challenge?: string;
    /** Decimal texts; only where the user named them. */
    readonly categoryIds?: readonly string[];
  };
  readonly settings: RecordedSettings;
  /** Sentences that a reader has to know besides the verdicts; absent where there are none. */
  readonly notes?: readonly string[];
  readonly verdict: RunVerdict;
  /** Only with a run that was not carried through: the sentence that says why, and what to do. */
  readonly aborted?: { readonly cause: Cause; readonly message: string };
  /** Claimed profiles only. */
  readonly profiles: Partial<Record<Profile, RunVerdict>>;
  readonly totals: Record<Verdict, number>;
  readonly traffic: {
    readonly requests: number;
    readonly created: number;
    readonly retried: number;
    /** Requests of which no attempt got an answer that counts. */
    readonly unanswered: number;
  };
  /**
   * Labels of the wrong tokens that could not be made of a key, which is short or of few letters, by the interface that it
   * opens; absent if all could be made.
   */
  readonly keysLack?: { readonly [P in Profile]?: readonly string[] };
  /** Six letters in the name of every animal that the run added; absent if it did not begin. */
  readonly tag?: string;
  /**
   * The timers of the kit, in the order in which they fired: the number of the timer, and the number of exchanges that had
   * ended by then. A replay goes by them. Absent if the run was cut off.
   */
  readonly waits?: readonly (readonly [what: number | string, ended: number])[];
  /** Animals that the run left on the target: the API cannot delete. */
  readonly created: readonly { readonly id: string; readonly name: string }[];
  /** The earlier report that this one was compared with, and where the two catalogues differ. */
  readonly baseline?: {
    readonly startedAt: string;
    readonly baseUrl: string;
    readonly verdict: RunVerdict;
    readonly catalogue: Report['catalogue'];
    /** Ids that this catalogue alone has, that the other alone has, and whose level or statement is another one. */
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly reworded: readonly string[];
    /** Lost coverage, besides single requirements; absent if none. */
    readonly lost?: readonly Difference[];
  };
  /** What a CI system says of what was judged; no credentials. Absent outside one. */
  readonly context?: { readonly commit?: string; readonly branch?: string; readonly job?: string };
  /** The runs before this one, the oldest first, of the file that --history names; absent without it. */
  readonly history?: readonly HistoryEntry[];
  /** The coverage of the run's properties; absent if there was none. */
  readonly coverage?: readonly CheckCoverage[];
  readonly requirements: readonly RequirementReport[];
}
