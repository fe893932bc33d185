import type { CheckContext, ConfirmationResult } from '../src/engine/plan/index.ts';
import {
  isPetStatus,
  pause,
  type CreateReply,
  PET_STATUSES,
  type PetStatus,
  repeatFor,
  type Reply,
} from '../src/engine/target/index.ts';
import { confirmInEveryRound, createFreshAnimal, type FreshAnimal } from '../src/engine/verbs/index.ts';
import type { JsonObject } from '../src/json/types.ts';
import { animalIn, findListShowing, isFullAtMaxLimit } from './lists.ts';

/** Number of new animals that must show a wrong status, each in the same way. */
const FRESH = 3;
/** Number of new animals of which one must be read at once, since the target or a busy machine may delay a read. */
const TRIES = 4;
/** Maximum number of lists that are sent during a create. */
const DURING = 4;
/** Maximum milliseconds between a 201 and a read that counts as sent at once. */
const AT_ONCE_MS = 25;
/** How much longer an animal must keep its status if no animal is created after it. */
const LONGER = 3;

/** Reads a fresh animal in the way in which the wrong status was shown. */
export type Read = (fresh: FreshAnimal) => Promise<Reply>;

export function statusIn(reply: Reply, id: bigint): PetStatus | undefined {
  return statusOf(animalIn(reply, id));
}

export function statusOf(pet: JsonObject | undefined): PetStatus | undefined {
  const status = pet?.['status'];
  return isPetStatus(status) ? status : undefined;
}

/** Confirms a wrong status: three new pending animals must show it, and then `pending` again, which no workflow causes. */
export async function shownAgain(
  context: CheckContext,
  status: PetStatus | undefined,
  read: Read,
): Promise<ConfirmationResult | undefined> {
  const animals: FreshAnimal[] = [];
  const moved = await confirmInEveryRound(FRESH, async () => {
    const fresh = await createFreshAnimal(context, status);
    if (fresh?.pet?.['status'] !== 'pending') return undefined;
    animals.push(fresh);
    return firstShowing(context, fresh, (seen) => seen !== 'pending', [read]);
  });
  if (moved === undefined) return undefined;
  // Lagging replicas show the new status after the consistency time.
  await context.quiet();
  const again = await confirmInEveryRound(FRESH, async (n) => {
    const fresh = animals[n];
    const get: Read = ({ id }) => context.api.get(id);
    const list: Read = (animal) => findListShowing(context, animal, {});
    return fresh && firstShowing(context, fresh, (seen) => seen === 'pending', [read, get, list, read]);
  });
  const more = `; ${String(FRESH)} new pending animals also got another status, and were pending again later`;
  return again && { ...again, more };
}

/** Repeats the reads for the consistency time, as a status may change with it; returns the first response that matches. */
async function firstShowing(
  { config }: CheckContext,
  fresh: FreshAnimal,
  isMeant: (status: PetStatus) => boolean,
  reads: readonly Read[],
): Promise<readonly Reply[] | undefined> {
  const readAll = async () => {
    let sentAt: number | undefined;
    for (const read of reads) {
      const seen = await read(fresh);
      sentAt ??= seen.answer?.sentAt;
      const status = statusIn(seen, fresh.id);
      if (status !== undefined && isMeant(status)) return { found: [seen], sentAt };
    }
    return { found: undefined, sentAt };
  };
  const { found } = await repeatFor(
    config.consistencyMs,
    readAll,
    (round) => round.found !== undefined,
    (round) => round.sentAt,
  );
  return found;
}

function durationOf({ answer }: Reply): number {
  return answer === undefined ? Infinity : answer.receivedAt - answer.sentAt;
}

/**
 * Confirms a wrong status on new animals, read at once. A status may also change with time, soon after the create: an animal
 * that is shown as it was created, by the first GET or by a list sent during its create, confirms nothing.
 */
export function wrongAtOnce(
  context: CheckContext,
  flawed: Reply,
  made: FreshAnimal,
  read: Read,
): Promise<ConfirmationResult | undefined> {
  const { api } = context;
  const status = made.submitted?.status;
  const query = { limit: '100', ...(status !== undefined && { status }) };
  // The shortest time of a create: a later list might arrive only after the status has changed.
  const creating = Math.min(
    ...[made, ...context.population.animals().map((animal) => animal.reply)].map(durationOf),
  );
  // More lists than the run may send beside the create would delay the read after it.
  const most = Math.min(DURING, context.config.concurrency - 1);
  const tryOnce = async (lists: number): Promise<'late' | 'full' | readonly Reply[] | undefined> => {
    const isListed = flawed.operation === 'list' && !(await context.baseline.of('get')).usable;
    const making = createFreshAnimal(context, status);
    const during = Array.from({ length: lists }, async (_, part) => {
      await pause((creating * part) / lists);
      return api.list(query);
    });
    const fresh = await making;
    const first = fresh && (await (isListed ? api.list(flawed.query) : api.get(fresh.id)));
    const others = await Promise.all(during);
    if (fresh === undefined || first === undefined) return undefined;
    const created = status ?? statusOf(fresh.pet);
    const seen = [first, ...others].map((reply) => statusIn(reply, fresh.id));
    if (seen[0] === undefined || seen.includes(created)) return undefined;
    // Full lists that do not show the animal may be what makes a service move it on.
    if (lists > 0 && others.every((page, n) => isFullAtMaxLimit(page) && seen[n + 1] === undefined))
      return 'full';
    if (!isAtOnce(first, fresh)) return 'late';
    const again = first.operation === flawed.operation ? first : await read(fresh);
    const shown = statusIn(again, fresh.id);
    return shown === statusIn(flawed, made.id) && shown !== statusOf(fresh.pet) ? [again] : undefined;
  };
  return confirmInEveryRound(FRESH, async () => {
    let lists = most;
    for (let n = 0; n < TRIES; n += 1) {
      const found = await tryOnce(lists);
      if (found === 'full') lists = 0;
      else if (found !== 'late') return found;
    }
    return undefined;
  });
}

/** True if the read was sent right after the 201, and not again, as after 429: that would give a worker time in between. */
function isAtOnce({ answer, outcome }: Reply, made: CreateReply): boolean {
  const wait = (answer?.sentAt ?? Infinity) - (made.answer?.receivedAt ?? 0);
  return outcome.exchange.attempt === 1 && wait <= AT_ONCE_MS;
}

/**
 * Confirms that an animal takes the status of the next created animal, but not before; as after an UPDATE without WHERE, or an
 * UPDATE by name. Another client would hardly change three animals at exactly these moments, and a status that changes with time
 * would change without a next animal too.
 * @param isOfOneName true if the next animal gets the same name as the first
 */
export async function followsTheNext(
  context: CheckContext,
  [own, next]: readonly [own: PetStatus | undefined, next: PetStatus | undefined],
  read: Read,
  isOfOneName: boolean,
): Promise<ConfirmationResult | undefined> {
  if (own === undefined || next === undefined) return undefined;
  /** Reads a new animal until this many milliseconds after its create; undefined if it does not keep its status. */
  const kept = async (ms: number): Promise<FreshAnimal | undefined> => {
    const fresh = await createFreshAnimal(context, own);
    if (fresh === undefined) return undefined;
    const end = (fresh.answer?.receivedAt ?? 0) + ms;
    for (let sentAt = -Infinity; sentAt < end;) {
      const seen = await read(fresh);
      if (statusIn(seen, fresh.id) !== own) return undefined;
      sentAt = seen.answer?.sentAt ?? end;
    }
    return fresh;
  };
  const third = PET_STATUSES.find((status) => status !== own && status !== next);
  /** Adds an animal and a next one with this status, and reads the first; undefined if it does not keep its status until then. */
  const following = async (status: PetStatus | undefined) => {
    const fresh = await kept(0);
    const name = fresh?.submitted?.name;
    if (fresh === undefined || name === undefined || status === undefined) return undefined;
    const another = isOfOneName
      ? await context.creates.borderline({ name: () => name, status })
      : await createFreshAnimal(context, status);
    if (another?.id === undefined) return undefined;
    const after = await read(fresh);
    return { fresh, after, seen: statusIn(after, fresh.id) };
  };
  const followed = await confirmInEveryRound(FRESH, async () => {
    const one = await following(next);
    if (one?.seen !== next) return undefined;
    const other = (await following(third))?.seen;
    // If only a sold arrival makes others sold, no workflow explains it.
    if (other !== third && !(next === 'sold' && other === own)) return undefined;
    const took = (one.after.answer?.receivedAt ?? 0) - (one.fresh.answer?.sentAt ?? 0);
    return (await kept(took * LONGER)) && [one.after];
  });
  const who = isOfOneName ? 'another animal of their name' : 'the next animal';
  const more = `; ${String(FRESH)} new animals kept their status until ${who} was added, and then had the status of that animal`;
  return followed && { ...followed, more };
}
