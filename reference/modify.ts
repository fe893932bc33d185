import { LosslessNumber } from 'lossless-json';
import type { RequirementId } from '../requirements/index.ts';
import type { Patch, Place } from './hooks.ts';
import type { Out, Value } from './json.ts';
import { type Animal, type Call, type Operation, type Reason, Refusal, type Reply } from './model.ts';

/** A rendered Pet or Error, as plain members. */
export type Members = Readonly<Record<string, Out | undefined>>;

/** Whether a call is one of these operations. */
export const isOn =
  (...operations: readonly Operation[]) =>
  (call: Call): boolean =>
    call.operation !== undefined && operations.includes(call.operation);

export function membersOf(value: Out): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/** Changes the Pets shown at some places. */
export function pets(
  places: readonly Place[],
  change: (pet: Members, animal: Animal, position: number, call: Call) => Out,
): Patch {
  return (base) => ({
    renderAnimal(animal, place, position, call) {
      const pet = base.renderAnimal(animal, place, position, call);
      return places.includes(place) ? change(membersOf(pet), animal, position, call) : pet;
    },
  });
}

/** Changes what is stored of an animal; the answer to its create still shows it as it was sent. */
export function storedAs(change: (animal: Animal) => Animal): Patch {
  return (base) => ({ store: (animal, call) => base.store(change(animal), call) });
}

/** Gives some refusals another status; their Error object says the same one. */
export function refusedWith(
  status: number,
  when: (refusal: Refusal, call: Call) => boolean = () => true,
): Patch {
  return (base) => ({
    refuse: (refusal, call) =>
      base.refuse(
        when(refusal, call) ? new Refusal(status, refusal.reason, refusal.message, refusal.headers) : refusal,
        call,
      ),
  });
}

export const because =
  (...reasons: readonly Reason[]) =>
  (refusal: Refusal): boolean =>
    reasons.includes(refusal.reason);

/** Changes some answers as a whole. */
export function replies(
  when: (reply: Reply, call: Call) => boolean,
  change: (reply: Reply, call: Call) => Reply,
): Patch {
  return (base) => ({
    async finish(reply, call) {
      const finished = await base.finish(reply, call);
      return when(finished, call) ? change(finished, call) : finished;
    },
  });
}

/** Fails with a bare exception, as an unguarded program does: it becomes a 500. */
export function crash(): never {
  throw new Refusal(500, 'internal', 'The server failed.');
}

export const isNumber = (value: Value | undefined): value is LosslessNumber =>
  value instanceof LosslessNumber;

/** What may fall where a create is not answered as it should be, though the body was good. */
export const CREATE_REFUSED: readonly RequirementId[] = [
  'create.success',
  'create.status.optional',
  'create.status.values',
];

/** The rows that ask for a 400. */
export const CREATE_400: readonly RequirementId[] = [
  'create.missing.name',
  'create.missing.category',
  'create.invalid.name',
  'create.invalid.category',
  'create.invalid.status',
  'create.invalid.body',
  'create.malformed-json',
];

/** A member that is known to be a string. */
export function textOf(value: Out | undefined): string {
  return typeof value === 'string' ? value : '';
}

export const STATUSES: readonly string[] = ['available', 'pending', 'sold'];

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
