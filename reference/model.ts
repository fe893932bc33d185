import type { IncomingHttpHeaders } from 'node:http';
import type { Out } from './json.ts';

/** The operations of the document. */
export type Operation = 'list' | 'create' | 'get' | 'message';

/** An animal as it is stored. */
export interface Animal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  /** Absent where none was submitted. */
  readonly status?: string | undefined;
}

/** An animal that has no id yet. */
export type Draft = Omit<Animal, 'id'>;

/** One request, with its body read to the end. */
export interface Call {
  readonly method: string;
  /** Path without the query, percent-escapes kept. */
  readonly path: string;
  /** Whether the whole address came on the request line. */
  readonly isAbsolute: boolean;
  readonly params: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Names of its headers as they were written. */
  readonly names: readonly string[];
  /** Every value of the Authorization header. */
  readonly authorization: readonly string[];
  readonly body: Buffer;
  /** Pieces in which the body came. */
  readonly pieces: number;
  /** True where the body was longer than the server takes; `body` is then cut. */
  readonly tooLarge: boolean;
  /** Where the path leads, whatever the method. */
  readonly resource: 'pets' | 'pet' | 'messages' | 'none';
  /** The operation asked for; undefined where the path or its method is not of the document. */
  readonly operation: Operation | undefined;
  /** The last segment of `/pets/{petId}`, decoded; empty elsewhere. */
  readonly petId: string;
  /** Counts the calls of this server from 1. */
  readonly number: number;
  /** Counts its connections from 1. */
  readonly connection: number;
}

export type HeaderLine = readonly [name: string, value: string];

/** An answer before it is written. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly value: Out;
}

/** An answer as it goes out. */
export interface Wire {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly payload: Buffer;
}

/** Why a request is refused: also the `code` of its Error object. */
export type Reason =
  | 'missing_key'
  | 'invalid_key'
  | 'malformed_authorization'
  | 'unknown_path'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'invalid_limit'
  | 'unknown_status_filter'
  | 'malformed_json'
  | 'invalid_body'
  | 'missing_name'
  | 'invalid_name'
  | 'refused_name'
  | 'missing_category'
  | 'invalid_category'
  | 'unknown_category'
  | 'invalid_status'
  | 'missing_message'
  | 'invalid_message'
  | 'invalid_id'
  | 'not_found'
  | 'removed'
  | 'internal';

/** A request that gets an error answer. Thrown by a step, turned into the answer by `refuse`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly reason: Reason;
  readonly headers: readonly HeaderLine[];

  constructor(status: number, reason: Reason, message: string, headers: readonly HeaderLine[] = []) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.headers = headers;
  }
}

/** How a reference server is started. Every member has a default. */
export interface ReferenceOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** Loopback by default. */
  readonly host?: string;
  /** The API key of the animals; drawn afresh by default. */
  readonly key?: string;
  /** The API key of the messages; by default that of the animals. */
  readonly messagesKey?: string;
  /** Ids of faults to show. */
  readonly faults?: readonly string[];
  /** Ids of lawful variants to show. */
  readonly variants?: readonly string[];
  /** Animals that are there from the start. */
  readonly seedAnimals?: number;
  /** The day that the server runs on, `YYYY-MM-DD`; today by default. */
  readonly asOf?: string;
  /** The id of the first animal; each next one is one higher. 1 by default. */
  readonly firstId?: bigint;
  /** Whether a category that the server does not know is accepted. */
  readonly anyCategory?: boolean;
  /** The version prefix of the base address, `/v1` by default. */
  readonly prefix?: string;
  /** What each answer names as its server (RFC 9110, section 10.2.4); nothing by default. */
  readonly name?: string;
}

/** What a server remembers. */
export interface World {
  readonly key: string;
  readonly messagesKey: string;
  readonly asOf: string;
  readonly anyCategory: boolean;
  readonly prefix: string;
  /** In the order of insertion. */
  readonly animals: Map<bigint, Animal>;
  nextId: bigint;
  nextMessage: number;
}
