import type { Values } from './settings.ts';

/** Where the messages profile lives. */
export interface MessagesTarget {
  /** The whole address that a message is posted to. */
  readonly url: string;
  readonly apiKey: string;
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
export interface EmbeddedConfig extends Values {
  readonly baseUrl: undefined;
  /** True where a user named the category ids; false where they are the default. */
  readonly categoryIdsGiven: boolean;
  /** The TLS client certificate; null if the user named none. */
  readonly clientCertificate: ClientCertificate | null;
}

/**
 * All settings of a run, checked as a whole, and frozen: by the names of their table, and what follows from them. Plain data that survives structured cloning.
 */
export interface Config extends Omit<EmbeddedConfig, 'baseUrl'> {
  /** Base address without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** True where the target is the reference server that the kit started itself. */
  readonly embedded: boolean;
  /** The address and key of messages, which its settings or the embedded server name; null where it is not claimed. */
  readonly messages: MessagesTarget | null;
}

/** The validated settings of the user; without `baseUrl` the target is the embedded server. */
export type UserConfig = Config | EmbeddedConfig;
