import type { ServerResponse } from 'node:http';
import type { Out, Value } from './json.ts';
import type { Animal, Call, Draft, HeaderLine, Refusal, Reply, Wire, World } from './model.ts';

/** Where an animal is shown. */
export type Place = 'list' | 'create' | 'get';

/**
 * The steps of an answer, in the order in which they happen. The conformant server is one value of this; a fault or a
 * variant replaces one or two steps. Steps refuse a request by throwing a Refusal.
 */
export interface Hooks {
  /** The whole way from a request to its answer; it never throws. */
  answer(call: Call): Promise<Reply>;

  /** Throws a 401 unless the request carries a valid key. */
  authenticate(call: Call): void | Promise<void>;
  /** The bearer token of the request. */
  readToken(call: Call): string;
  isKey(token: string, call: Call): boolean;

  list(call: Call): Reply | Promise<Reply>;
  readLimit(texts: readonly string[], call: Call): number;
  readStatusFilter(texts: readonly string[], call: Call): string | undefined;
  /** The animals to show, before filter and page, in the order of the list. */
  stored(call: Call): readonly Animal[];
  filter(animals: readonly Animal[], status: string | undefined, call: Call): readonly Animal[];
  page(animals: readonly Animal[], limit: number, call: Call): readonly Animal[];

  create(call: Call): Reply | Promise<Reply>;
  checkMediaType(call: Call): void;
  parseBody(call: Call): Value;
  readDraft(value: Value, call: Call): Draft;
  readName(value: Value | undefined, call: Call): string;
  readCategory(value: Value | undefined, call: Call): bigint;
  readStatus(value: Value | undefined, call: Call): string | undefined;
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
  readMessage(value: Value, call: Call): string;
  renderMessage(message: string, call: Call): Out;

  /** The Pet that stands for an animal; `position` is its place in a list, from 0. */
  renderAnimal(animal: Animal, place: Place, position: number, call: Call): Out;
  refuse(refusal: Refusal, call: Call): Reply;
  renderError(refusal: Refusal, call: Call): Out;
  challenge(refusal: Refusal, call: Call): string | undefined;

  /** The last change to an answer, good or bad. */
  finish(reply: Reply, call: Call): Reply | Promise<Reply>;
  contentType(reply: Reply, call: Call): string | undefined;
  write(reply: Reply, call: Call): string | Buffer;
  /** Puts the answer on the wire. */
  send(wire: Wire, response: ServerResponse, call: Call): void | Promise<void>;
}

/** Replaces steps: it is given the steps as they were and what the server remembers. */
export type Patch = (base: Readonly<Hooks>, world: World) => Partial<Hooks>;

/** One share of the conformant steps. `hooks` is the finished whole: a step calls its neighbours through it. */
export type Part = (hooks: Readonly<Hooks>, world: World) => Partial<Hooks>;
