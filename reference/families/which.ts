import { bodyMember, stringOrEmpty } from '../json.ts';
import type { Animal, Call } from '../model.ts';
import type { When } from '../modify.ts';

/** Selects the inputs that one server of a family gets wrong. */
export interface InputSelector {
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
const by =
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

/** Ways to select calls. */
export const callSelectors = {
  /** Selects lists by their `limit` parameter: each server of the family handles other limits from 1 to 100 wrongly. */
  limits: (hits) => {
    const hit = hits.among(1, 100);
    return (call) => hit.has(limitOf(call) ?? 0);
  },
  /** Selects lists with a status filter, by status and limit. */
  filters: by((call) => {
    const status = call.params.get('status') ?? '';
    return status === '' ? undefined : [status, limitOf(call) ?? 'none'];
  }),
  /** Selects calls of steps whose first argument is an animal, by the name of that animal. */
  animals: (hits) => (_, animal) => hits.on((animal as Animal).name),
  /** Selects GETs by the id as written in the path. */
  petIds: by(({ petId }) => [petId]),
  /** Selects creates by the submitted name. */
  names: by(({ body }) => [stringOrEmpty(bodyMember(body, 'name'))]),
  /** Selects calls of steps whose first argument is a category, by the value of that category. */
  categories: (hits) => (_, value) => hits.on(String(value)),
  bodies: by((call) => [bodyOf(call)]),
  /** Selects requests by their content, whatever their credential. */
  requests: by((call) => [requestOf(call)]),
  /** Selects calls at random, with one decision for all steps of a call. */
  chance: (hits) => {
    const decided = new WeakMap<Call, boolean>();
    return (call) => {
      const isHit = decided.get(call) ?? hits.byChance();
      decided.set(call, isHit);
      return isHit;
    };
  },
} satisfies Record<string, CallSelector>;

/** Selects requests of one interface by their content and credential. */
export const byContentAndCredential = (of: When): CallSelector =>
  by((call) => (of(call) ? [call.authorization.join(), requestOf(call)] : undefined));
