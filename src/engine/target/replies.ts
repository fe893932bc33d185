import type { JsonSpelling } from '../../json/spellings.ts';
import type { Json, JsonObject } from '../../json/types.ts';
import type { Answer, NoAnswer, Outcome } from '../../http/types.ts';
import { int64Value } from '../../json/int64.ts';

export interface ListQuery {
  readonly limit?: string;
  readonly status?: string;
}

export interface SubmittedAnimal {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: PetStatus;
}

export type PetStatus = 'available' | 'pending' | 'sold';
export const PET_STATUSES: readonly PetStatus[] = ['available', 'pending', 'sold'];

interface ReplyBase {
  readonly outcome: Outcome;
  /** The response; undefined if there is none that proves anything. */
  readonly answer: Answer | undefined;
}

export interface ListReply extends ReplyBase {
  readonly operation: 'list';
  readonly query: ListQuery;
  readonly items: readonly Json[] | undefined;
}

/** `valid` must be accepted; `borderline` (unusual) may be refused; `invalid` must be; `unauthenticated` has no valid key. */
export type RequestIntent = 'valid' | 'borderline' | 'invalid' | 'unauthenticated';

export interface CreateReply extends ReplyBase {
  readonly operation: 'create';
  readonly intent: RequestIntent;
  /** The animal in the body, if the body is a valid NewPet. */
  readonly submitted: SubmittedAnimal | undefined;
  /** A name in the body that no other animal has; it finds the stored animal. */
  readonly marker: string | undefined;
  readonly sent: Json | undefined;
  /** How the JSON of the body is written; undefined if it has no known spelling. */
  readonly spelling: JsonSpelling | undefined;
  readonly pet: JsonObject | undefined;
  readonly id: bigint | undefined;
  /** Set if a 200 returned an animal that was known before, with the same values, so that the create added nothing. */
  readonly repeats?: true;
  /** Set if the create was sent before without a response that counts: that attempt may have stored the animal. */
  readonly isResent?: true;
}

export interface GetReply extends ReplyBase {
  readonly operation: 'get';
  readonly id: string;
  readonly segment: string;
  readonly pet: JsonObject | undefined;
}

export interface MessageReply extends ReplyBase {
  readonly operation: 'message';
  readonly body: string | null;
  /** `valid`: every service must accept it; `borderline`: it may be refused; `invalid`: it must be refused. */
  readonly intent: Exclude<RequestIntent, 'unauthenticated'>;
  readonly sent: Json | undefined;
  readonly object: JsonObject | undefined;
}

export type Reply = ListReply | CreateReply | GetReply | MessageReply;

/** True for a get with a valid key. */
export function isAuthenticatedGet(reply: Reply): reply is GetReply {
  return reply.operation === 'get' && reply.outcome.ask.credential.valid;
}

export function isAuthenticatedPetGet(reply: Reply): reply is GetReply {
  return isAuthenticatedGet(reply) && reply.pet !== undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSuccess(answer: Answer | undefined): answer is Answer {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}

/** The text in the body of a message; undefined if the body had none. */
export function messageTextOf(reply: Reply): string | undefined {
  const text = reply.operation === 'message' && isObject(reply.sent) ? reply.sent['message'] : undefined;
  return typeof text === 'string' ? text : undefined;
}

export function objectInSuccessBody(answer: Answer | undefined): JsonObject | undefined {
  if (!isSuccess(answer) || !answer.body.ok) return undefined;
  return isObject(answer.body.value) ? answer.body.value : undefined;
}

export function arrayInSuccessBody(answer: Answer | undefined): readonly Json[] | undefined {
  if (!isSuccess(answer) || !answer.body.ok) return undefined;
  return Array.isArray(answer.body.value) ? (answer.body.value as readonly Json[]) : undefined;
}

export function itemId(item: Json): bigint | undefined {
  return isObject(item) ? int64Value(item['id']) : undefined;
}

export interface IdPositions {
  /** The position of each id in the list: the first position, if the id is repeated. */
  readonly of: ReadonlyMap<bigint, number>;
  /** The first id that is repeated in the list, with the position of its second occurrence. */
  readonly twice: { readonly id: bigint; readonly at: number } | undefined;
}

const NOWHERE: IdPositions = { of: new Map(), twice: undefined };
/** Caches positions by the array of items: lists are long, and equal responses share one array. */
const known = new WeakMap<readonly Json[], IdPositions>();

export function idPositionsOf(items: readonly Json[] | undefined): IdPositions {
  if (items === undefined) return NOWHERE;
  const before = known.get(items);
  if (before !== undefined) return before;
  const of = new Map<bigint, number>();
  let twice: IdPositions['twice'];
  for (const [at, item] of items.entries()) {
    const id = itemId(item);
    if (id === undefined) continue;
    if (of.has(id)) twice ??= { id, at };
    else of.set(id, at);
  }
  const places = { of, twice };
  known.set(items, places);
  return places;
}

/** Why no response proves anything; undefined if the reply has a response. */
export function noAnswerOf(reply: Reply): NoAnswer | undefined {
  return reply.outcome.kind === 'no-answer' ? reply.outcome : undefined;
}
