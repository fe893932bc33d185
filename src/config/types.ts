import type { SettingValues } from './settings.ts';

/** Address and key of the messages API. */
export interface MessagesTarget {
  /** URL that messages are posted to. */
  readonly url: string;
  readonly apiKey: string;
}

/** A client certificate and its private key, as PEM. */
export interface ClientCertificate {
  /** The certificate, with its chain below it. */
  readonly cert: string;
  /** The private key, not encrypted. */
  readonly key: string;
}

/** The configuration without a base address: the target is the reference server, which is not started yet. */
export interface ReferenceTargetConfig extends SettingValues {
  readonly baseUrl: undefined;
  /** True if the user named the category ids; false for the default. */
  readonly categoryIdsGiven: boolean;
  /** The TLS client certificate; null if none is given. */
  readonly clientCertificate: ClientCertificate | null;
}

/** All settings of a run, validated and frozen. Plain data that survives structured cloning. */
export interface Config extends Omit<ReferenceTargetConfig, 'baseUrl'> {
  /** Base address, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** True if the target is the reference server that the kit started. */
  readonly embedded: boolean;
  /** Address and key of the messages API; null if the messages profile is not claimed. */
  readonly messages: MessagesTarget | null;
}

/** The user's validated settings; without `baseUrl` the target is the embedded server. */
export type ConfigBeforeStart = Config | ReferenceTargetConfig;
