import type { CheckContext, ConfirmationResult, Flaw, FlawedReply } from '../src/engine/plan/index.ts';
import {
  type AmbiguousFlaw,
  confirmInEveryRound,
  type ConfirmFlaw,
  type FreshAnimal,
  createFreshAnimal,
  confirmByResending,
} from '../src/engine/verbs/index.ts';
import {
  type CreateReply,
  type ListReply,
  idPositionsOf,
  pause,
  repeatFor,
  type Reply,
  type PetStatus,
  PET_STATUSES,
  isPetStatus,
  withRequestScope,
} from '../src/engine/target/index.ts';
import { writeJson } from '../src/json/json.ts';
import type { JsonObject } from '../src/json/types.ts';
import { animalIn } from './lists.ts';
import { findStoreResetBetween, isTakenSinceReset, runSerially } from './store-loss.ts';

/** How many times in a row, a consistency time apart, GET and list must show the same difference of an animal. */
const ROUNDS = 3;
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
type Read = (fresh: FreshAnimal) => Promise<Reply>;

/** Requests the same list again, then the widest lists; returns the first with the animal, or the last list if none has it. */
export async function findListShowing(
  { api }: CheckContext,
  { id }: { readonly id: bigint },
  { query = {} }: Pick<Partial<ListReply>, 'query'>,
): Promise<ListReply> {
  const queries = [query, { limit: '100' }, ...PET_STATUSES.map((status) => ({ limit: '100', status }))];
  for (const wide of queries.slice(0, -1)) {
    const page = await api.list(wide);
    if (idPositionsOf(page.items).of.has(id)) return page;
  }
  return api.list(queries.at(-1));
}

function statusIn(reply: Reply, id: bigint): PetStatus | undefined {
  return statusOf(animalIn(reply, id));
}

function statusOf(pet: JsonObject | undefined): PetStatus | undefined {
  const status = pet?.['status'];
  return isPetStatus(status) ? status : undefined;
}

/** Confirms that GET and list keep showing different statuses of an animal: a change by another client would show in both. */
async function apartForGood(
  context: CheckContext,
  reply: Reply,
  id: bigint,
  created: PetStatus | undefined,
): Promise<ConfirmationResult | undefined> {
  if (!(await context.baseline.of('get')).usable) return undefined;
  const pairs = new Set<string>();
  const apart = await confirmInEveryRound(ROUNDS, async (round) => {
    if (round > 0) await context.quiet();
    const before = await context.api.get(id);
    const page = await findListShowing(context, { id }, reply.operation === 'list' ? reply : {});
    const after = await context.api.get(id);
    const [got, listed] = [statusIn(before, id), statusIn(page, id)];
    const shown = reply.operation === 'get' ? got : listed;
    if (got === undefined || listed === undefined || shown === created) return undefined;
    if (got === listed || statusIn(after, id) !== got) return undefined;
    pairs.add(`GET shows status ${writeJson(got)}, and lists show status ${writeJson(listed)}`);
    return pairs.size > 1 ? undefined : [before, page];
  });
  return (
    apart && { ...apart, more: `; ${[...pairs].join('')}, ${String(ROUNDS)} of ${String(ROUNDS)} times` }
  );
}

/** Confirms a wrong status: three new pending animals must show it, and then `pending` again, which no workflow causes. */
async function shownAgain(
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

/**
 * Confirms that an animal lacks its status after the consistency time too. Reads may lag: the members of an animal that was just
 * created may arrive one after another.
 */
async function missingForGood<R extends Reply>(
  context: CheckContext,
  flawed: FlawedReply<R>,
  wrongs: (again: R) => readonly Flaw[],
): Promise<ConfirmationResult | AmbiguousFlaw> {
  const settled = new Set<Reply>(context.population.animals().map((animal) => animal.reply));
  await context.settle();
  const oldOnes = (again: R): readonly Flaw[] =>
    wrongs(again).filter(({ comparedWith: [made] = [] }) => made !== undefined && settled.has(made));
  let confirmed = await confirmByResending(context, flawed, oldOnes);
  for (let n = 1; n < ROUNDS && confirmed.times === 0; n += 1)
    confirmed = await confirmByResending(context, flawed, oldOnes);
  const [made] = flawed.flaw.comparedWith ?? [];
  const age = (flawed.reply.answer?.sentAt ?? 0) - (made?.answer?.receivedAt ?? 0);
  return confirmed.times === 0 && age < context.config.consistencyMs
    ? {
        why: 'Either the status of a new animal can be read later than the animal, or the service loses it at times',
      }
    : confirmed;
}

/** True if the response shows a newer animal with the same id, because the store was emptied and ids are assigned again. */
async function isGivenAgain(context: CheckContext, shown: Reply, made: CreateReply): Promise<boolean> {
  if (made.id === undefined) return false;
  const name = animalIn(shown, made.id)?.['name'];
  const younger = context.population
    .withId(made.id)
    .find(({ reply, submitted }) => reply !== made && submitted.name === name);
  if (younger === undefined) return isTakenSinceReset(context, shown, made);
  return (await findStoreResetBetween(context, made, younger.reply)) !== undefined;
}

/** True if another animal of the run has the same name; an update by name may have changed this animal's status. */
function hasNamesake({ population }: CheckContext, { id, submitted }: CreateReply): boolean {
  return population.animals().some((other) => other.id !== id && other.submitted.name === submitted?.name);
}

function durationOf({ answer }: Reply): number {
  return answer === undefined ? Infinity : answer.receivedAt - answer.sentAt;
}

/**
 * Confirms a wrong status on new animals, read at once. A status may also change with time, soon after the create: an animal
 * that is shown as it was created, by the first GET or by a list sent during its create, confirms nothing.
 */
function wrongAtOnce(
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
  const lists = Math.min(DURING, context.config.concurrency - 1);
  const tryOnce = async (): Promise<'late' | readonly Reply[] | undefined> => {
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
    if (!isAtOnce(first, fresh)) return 'late';
    const again = first.operation === flawed.operation ? first : await read(fresh);
    const shown = statusIn(again, fresh.id);
    return shown === statusIn(flawed, made.id) && shown !== statusOf(fresh.pet) ? [again] : undefined;
  };
  return confirmInEveryRound(FRESH, async () => {
    for (let n = 0; n < TRIES; n += 1) {
      const found = await tryOnce();
      if (found !== 'late') return found;
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
async function followsTheNext(
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

/**
 * Returns a function that confirms a status that differs from the status in the create request. Other clients may change a
 * status, and a service may move pending animals on; if these explanations cannot be excluded, the result is undecided, and its
 * text names them.
 */
export function petStatusConfirmation<R extends Reply>(
  read: (context: CheckContext, fresh: FreshAnimal, flawed: R) => Promise<R>,
): ConfirmFlaw<R> {
  return async (context, flawed, wrongs) => {
    const { reply, flaw } = flawed;
    const [made] = flaw.comparedWith ?? [];
    if (made?.operation === 'create' && (await isGivenAgain(context, reply, made))) return undefined;
    if (flaw.isMissing === true) return missingForGood(context, flawed, wrongs);
    if (flaw.mayChange !== true || made?.operation !== 'create' || made.id === undefined)
      return confirmByResending(context, flawed, wrongs);
    const { id } = made;
    const readAlike: Read = (fresh) => read(context, fresh, reply);
    const shown = statusOf(made.pet);
    const created = made.submitted?.status ?? shown;
    if (shown === 'pending')
      return (
        (await apartForGood(context, reply, made.id, created)) ??
        (await shownAgain(context, made.submitted?.status, readAlike)) ?? {
          why: 'Either something changes pending animals legitimately, such as a worker or an approval, or the service loses their status',
          final: true,
        }
      );
    const statuses = [created, statusIn(reply, id)] as const;
    const isOfOneName = hasNamesake(context, made);
    const onNewAnimals = async (): Promise<ConfirmationResult | undefined> =>
      (await wrongAtOnce(context, reply, { ...made, id }, readAlike)) ??
      followsTheNext(context, statuses, readAlike, isOfOneName);
    return (
      // Other requests would delay the reads, and a status that changes with time would look wrong from the start.
      (await runSerially(context.api, () => withRequestScope({ exclusive: 'retrying' }, onNewAnimals))) ??
      (await apartForGood(context, reply, made.id, created)) ?? {
        why: 'Either another client or the service itself changed a status, or the service shows a wrong status, which new animals, read at once, did not confirm',
      }
    );
  };
}
