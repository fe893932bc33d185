import { member, objectIn } from '../json.ts';
import type { Animal, Call } from '../model.ts';
import { textOf } from '../values.ts';

/** A part of what may be put in, which one server of a family gets wrong. */
export interface Hits {
  /** One in this many. */
  readonly oneIn: number;
  /** Whether this input is among them: always the same for the same server and the same input. */
  on(...input: readonly (bigint | number | string)[]): boolean;
  /** The members of a small range that are among them: as many as the share says, and one at least. */
  among(first: number, last: number): ReadonlySet<number>;
  /** By chance, whatever the input: another answer each time. */
  byChance(): boolean;
}

/** What is hit: the call at which a step is at work, and what the step is given first. */
export type Which = (hits: Hits) => (call: Call, given: unknown) => boolean;

/** Of the calls that are like this, those that are hit by something of theirs. */
const by =
  (input: (call: Call) => readonly (bigint | number | string)[] | undefined): Which =>
  (hits) =>
  (call) => {
    const parts = input(call);
    return parts !== undefined && hits.on(...parts);
  };

/** The limit that a list was asked for. */
const limitOf = (call: Call): number | undefined =>
  call.params.has('limit') ? Number(call.params.get('limit')) : undefined;

const bodyOf = ({ body }: Call): string => body.toString('latin1');

/** The whole request, its credential left out. */
const requestOf = (call: Call): string =>
  `${call.method} ${call.path}?${call.params.toString()} ${call.headers['content-type'] ?? ''} ${bodyOf(call)}`;

/** The text of a member of the body, empty where it has none. */
const textIn = ({ body }: Call, name: string): string => textOf(member(objectIn(body) ?? {}, name) ?? null);

/** Some of the limits from 1 to 100, where they are given. */
export const limits: Which = (hits) => {
  const some = hits.among(1, 100);
  return (call) => some.has(limitOf(call) ?? 0);
};
/** Pairs of a status and a limit, or of a status and none. */
export const filters = by((call) => {
  const status = call.params.get('status') ?? '';
  return status === '' ? undefined : [status, limitOf(call) ?? 'none'];
});
/** Animals by their names, in a step that is given one: always the same ones. */
export const animals: Which = (hits) => (_, animal) => hits.on((animal as Animal).name);
/** Ids that are asked for, as they are written. */
export const petIds = by(({ petId }) => [petId]);
/** Names that are submitted. */
export const names = by((call) => [textIn(call, 'name')]);
/** Categories, in a step that is given one. */
export const categories: Which = (hits) => (_, value) => hits.on(String(value));
export const bodies = by((call) => [bodyOf(call)]);
/** Requests, whatever their credential. */
export const requests = by((call) => [requestOf(call)]);
/** Requests to one interface, with their credential. */
export const withKey = (isOn: (call: Call) => boolean): Which =>
  by((call) => (isOn(call) ? [call.authorization.join(), requestOf(call)] : undefined));
/** Answers, whatever the request: decided once for each. */
export const answers: Which = (hits) => {
  const decided = new WeakMap<Call, boolean>();
  return (call) => {
    const isHit = decided.get(call) ?? hits.byChance();
    decided.set(call, isHit);
    return isHit;
  };
};
