import { member, parseJsonObject } from '../json.ts';
import type { Animal, Call } from '../model.ts';
import { stringOrEmpty } from '../values.ts';

/** Selects the inputs that one server of a family gets wrong. */
export interface InputSelector {
  /** The share: one in this many inputs. */
  readonly oneIn: number;
  /** True if this input is selected; always the same for the same server and input. */
  on(...input: readonly (bigint | number | string)[]): boolean;
  /** The selected integers of a range: as many as the share gives, at least one. */
  among(first: number, last: number): ReadonlySet<number>;
  /** True at random, with the probability of the share. */
  byChance(): boolean;
}

/** Decides whether a fault affects a call; `given` is the first argument of the patched step. */
export type CallSelector = (hits: InputSelector) => (call: Call, given: unknown) => boolean;

/** Selects calls by a part of the request; calls for which `input` returns undefined are never selected. */
const selectBy =
  (input: (call: Call) => readonly (bigint | number | string)[] | undefined): CallSelector =>
  (hits) =>
  (call) => {
    const parts = input(call);
    return parts !== undefined && hits.on(...parts);
  };

/** The `limit` parameter of a list; undefined if absent. */
const limitOf = (call: Call): number | undefined =>
  call.params.has('limit') ? Number(call.params.get('limit')) : undefined;

const bodyOf = ({ body }: Call): string => body.toString('latin1');

/** Identifies a request by method, address, content type and body, without its credential. */
const requestOf = (call: Call): string =>
  `${call.method} ${call.path}?${call.params.toString()} ${call.headers['content-type'] ?? ''} ${bodyOf(call)}`;

/** The text of a member in the body; empty if it has none. */
const textIn = ({ body }: Call, name: string): string =>
  stringOrEmpty(member(parseJsonObject(body) ?? {}, name) ?? null);

/** Selects lists by their `limit` parameter: each server gets another share of the limits from 1 to 100 wrong. */
export const byLimit: CallSelector = (hits) => {
  const some = hits.among(1, 100);
  return (call) => some.has(limitOf(call) ?? 0);
};
/** Selects lists with a status filter, by status and limit. */
export const byFilter = selectBy((call) => {
  const status = call.params.get('status') ?? '';
  return status === '' ? undefined : [status, limitOf(call) ?? 'none'];
});
/** Selects animals by name, in steps whose first argument is an animal. */
export const byAnimal: CallSelector = (hits) => (_, animal) => hits.on((animal as Animal).name);
/** Selects GETs by the id as written in the path. */
export const byPetId = selectBy(({ petId }) => [petId]);
/** Selects creates by the submitted name. */
export const byName = selectBy((call) => [textIn(call, 'name')]);
/** Selects categories by value, in steps whose first argument is a category. */
export const byCategory: CallSelector = (hits) => (_, value) => hits.on(String(value));
export const byBody = selectBy((call) => [bodyOf(call)]);
/** Selects requests by their content, whatever the credential. */
export const byRequest = selectBy((call) => [requestOf(call)]);
/** Selects requests of one interface by their content and credential. */
export const byCredential = (isOn: (call: Call) => boolean): CallSelector =>
  selectBy((call) => (isOn(call) ? [call.authorization.join(), requestOf(call)] : undefined));
/** Selects calls at random; the decision is made once for each call. */
export const atRandom: CallSelector = (hits) => {
  const decided = new WeakMap<Call, boolean>();
  return (call) => {
    const isHit = decided.get(call) ?? hits.byChance();
    decided.set(call, isHit);
    return isHit;
  };
};
