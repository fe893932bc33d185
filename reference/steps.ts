import type { ServerResponse } from 'node:http';
import type { WritableJson, ParsedJson } from './json.ts';
import type {
  Animal,
  Call,
  AnimalDraft,
  HeaderLine,
  Operation,
  RefusedRequest,
  Reply,
  SerializedReply,
  ServerState,
} from './model.ts';

/** The operation whose response shows an animal. */
export type AnimalOperation = Exclude<Operation, 'message'>;

/**
 * The steps that produce a response, in order. The conformant server implements all steps; a fault or variant replaces some of
 * them. A step rejects a request by throwing a RefusedRequest.
 */
export interface ServerSteps {
  /** Produces the response to a request; never throws. */
  answer(call: Call): Reply | Promise<Reply>;

  /** Throws a 401 RefusedRequest if the request has no valid key. */
  authenticate(call: Call): void | Promise<void>;
  /** Returns the bearer token of the request. */
  readToken(call: Call): string;
  isKey(token: string, call: Call): boolean;

  list(call: Call): Reply | Promise<Reply>;
  readLimit(texts: readonly string[], call: Call): number;
  readStatusFilter(texts: readonly string[], call: Call): string | undefined;
  /** Returns the animals in list order, before filter and limit. */
  stored(call: Call): readonly Animal[];
  filter(animals: readonly Animal[], status: string | undefined, call: Call): readonly Animal[];
  page(animals: readonly Animal[], limit: number, call: Call): readonly Animal[];

  create(call: Call): Reply | Promise<Reply>;
  checkMediaType(call: Call): void;
  parseBody(call: Call): ParsedJson;
  readDraft(value: ParsedJson, call: Call): AnimalDraft;
  readName(value: ParsedJson | undefined, call: Call): string;
  readCategory(value: ParsedJson | undefined, call: Call): bigint;
  readStatus(value: ParsedJson | undefined, call: Call): string | undefined;
  checkCategory(id: bigint, call: Call): void;
  allocate(call: Call): bigint | Promise<bigint>;
  store(animal: Animal, call: Call): void | Promise<void>;

  get(call: Call): Reply | Promise<Reply>;
  isRemoved(call: Call): boolean;
  readId(text: string, call: Call): bigint;
  find(id: bigint, call: Call): Animal | undefined;
  deprecation(call: Call): readonly HeaderLine[];

  message(call: Call): Reply | Promise<Reply>;
  checkMessageMediaType(call: Call): void;
  readMessage(value: ParsedJson, call: Call): string;
  renderMessage(message: string, call: Call): WritableJson;

  /** Renders an animal as a Pet. */
  renderAnimal(animal: Animal, place: AnimalOperation, call: Call): WritableJson;
  refuse(refusal: RefusedRequest, call: Call): Reply;
  renderError(refusal: RefusedRequest, call: Call): WritableJson;
  challenge(refusal: RefusedRequest, call: Call): string | undefined;

  /** Makes final changes to a response, success or error. */
  finish(reply: Reply, call: Call): Reply | Promise<Reply>;
  contentType(reply: Reply, call: Call): string | undefined;
  write(reply: Reply, call: Call): string | Buffer;
  /** Sends the response to the client. */
  send(wire: SerializedReply, response: ServerResponse, call: Call): void | Promise<void>;
}

/** Overrides steps. `base` has the steps before this patch; `world` is the server's state. */
export type Patch = (base: Readonly<ServerSteps>, world: ServerState) => Partial<ServerSteps>;

/** Implements some of the steps. A step calls others through `steps`, which contains the patches. */
export type PartialServerSteps = (steps: Readonly<ServerSteps>, world: ServerState) => Partial<ServerSteps>;
