import type { IncomingHttpHeaders } from 'node:http';
import type { WritableJson } from './json.ts';

/** The operations of the document. */
export type Operation = 'list' | 'create' | 'get' | 'message';

export const STATUSES: readonly string[] = ['available', 'pending', 'sold'];

/** A stored animal. */
export interface Animal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  /** Undefined if none was submitted. */
  readonly status?: string | undefined;
}

/** An animal without an id. */
export type AnimalDraft = Omit<Animal, 'id'>;

/** A request with its whole body. */
export interface Call {
  readonly method: string;
  /** Path without the query, with percent-escapes. */
  readonly path: string;
  /** True if the request line has the absolute address. */
  readonly isAbsolute: boolean;
  /** The query string as sent, with percent-escapes. */
  readonly query: string;
  readonly params: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Header names as sent. */
  readonly names: readonly string[];
  /** Every value of the Authorization header. */
  readonly authorization: readonly string[];
  readonly body: Buffer;
  /** Number of chunks in which the body was read. */
  readonly pieces: number;
  /** True if the body exceeds the server's limit; `body` is then truncated. */
  readonly tooLarge: boolean;
  /** The resource of the path, for any method. */
  readonly resource: 'pets' | 'pet' | 'messages' | 'none';
  /** The requested operation; undefined if the document has none for this path and method. */
  readonly operation: Operation | undefined;
  /** The decoded last segment of `/pets/{petId}`; empty for other paths. */
  readonly petId: string;
  /** Number of the call on this server, from 1. */
  readonly number: number;
  /** Number of its connection, from 1. */
  readonly connection: number;
}

export type HeaderLine = readonly [name: string, value: string];

/** A response before its body is serialised. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly value: WritableJson;
}

/** A response with its serialised body. */
export interface SerializedReply {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly payload: Buffer;
}

/** The reason of a rejection; also the `code` of its Error object. */
export type RefusalReason =
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

/** A rejected request. Thrown by a step; `refuse` turns it into the error response. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: number;
  readonly reason: RefusalReason;
  readonly headers: readonly HeaderLine[];

  constructor(status: number, reason: RefusalReason, message: string, headers: readonly HeaderLine[] = []) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.headers = headers;
  }
}

/** Options of the reference server. */
export interface ReferenceOptions {
  /** Default: 0, a free port. */
  readonly port?: number;
  /** Default: the loopback address. */
  readonly host?: string;
  /** API key of the animals. Default: random. */
  readonly key?: string;
  /** API key of the messages. Default: that of the animals. */
  readonly messagesKey?: string;
  /** Ids of the faults to enable. */
  readonly faults?: readonly string[];
  /** Ids of the lawful variants to enable. */
  readonly variants?: readonly string[];
  /** Number of animals in the store at the start. */
  readonly seedAnimals?: number;
  /** The server's current day, `YYYY-MM-DD`. Default: today. */
  readonly asOf?: string;
  /** Id of the first animal; each next id is one higher. Default: 1. */
  readonly firstId?: bigint;
  /** If true, unknown categories are accepted. */
  readonly anyCategory?: boolean;
  /** Version prefix of the base address. Default: `/v1`. */
  readonly prefix?: string;
  /** Value of the Server header (RFC 9110, section 10.2.4). Default: no header. */
  readonly name?: string;
}

/** The state of a server. */
export interface ServerState {
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
