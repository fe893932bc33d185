/** Where the messages profile lives; undefined where it is not claimed. */
export interface MessagesTarget {
  /** The whole address that a message is posted to. */
  readonly url: string;
  readonly apiKey: string;
}

/** Everything that a run is told, checked as a whole, and frozen. Plain data that survives structured cloning. */
export interface Config {
  /** Base address without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** True where the target is the reference server that the kit started itself. */
  readonly embedded: boolean;
  readonly messages: MessagesTarget | null;
  /** Category ids that the target knows, exact; never empty. */
  readonly categoryIds: readonly bigint[];
  /** True where a user named the category ids; false where they are the default. */
  readonly categoryIdsGiven: boolean;
  /** Milliseconds that a created animal may take to be readable. */
  readonly consistencyMs: number;
  /** Milliseconds for one request, to its last byte. */
  readonly timeoutMs: number;
  /** Requests under way at once, never more. */
  readonly concurrency: number;
  /** Runs of each property. */
  readonly runs: number;
  /** 32-bit signed integer. */
  readonly seed: number;
  readonly readOnly: boolean;
  /** Animals that the run may create at most. */
  readonly maxCreated: number;
  /** Patterns of requirement ids; empty means all. */
  readonly only: readonly string[];
  /** Extra headers of every request; their values are secrets. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What the kit shows to a target that asks who calls; null where the user named none. */
  readonly clientCertificate: ClientCertificate | null;
  /** Seconds to wait for a target that is just starting. */
  readonly waitReady: number;
  /** Seconds that the run may take once the target is ready. */
  readonly deadline: number;
  /** The day that the target is taken to run on, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly strict: boolean;
  /** Path of the failures that are accepted; absent where there are none. */
  readonly waivers?: string;
  /** Path of the waiver file that the run is to start; absent where it starts none. */
  readonly writeWaivers?: string;
  /** Path of an earlier report that this run is held against. */
  readonly baseline?: string;
  /** Name and version of what is judged; absent where nobody named it. */
  readonly product?: string;
  /** Who answers for what is judged; absent where nobody named them. */
  readonly vendor?: string;
  /** Folder for the report. */
  readonly out: string;
}

/** A client certificate and its private key, which belong together: PEM texts. */
export interface ClientCertificate {
  /** The certificate, with those of its chain below it. */
  readonly cert: string;
  /** Not encrypted. */
  readonly key: string;
}

/**
 * What the user said where no base address was given: the target is the reference server, which the kit has yet to
 * start, with keys of its own.
 */
export interface EmbeddedConfig extends Omit<Config, 'baseUrl' | 'apiKey' | 'embedded' | 'messages'> {
  readonly baseUrl: undefined;
}

/** What the user said, checked; `baseUrl` tells whether the target is somebody's server or the embedded one. */
export type UserConfig = Config | EmbeddedConfig;

/** The addresses and keys of the reference server that the kit started itself. */
export interface EmbeddedAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly messagesUrl: string;
  readonly messagesApiKey: string;
}
