import type { CheckContext } from '../src/engine/plan/index.ts';
import {
  confirmInEveryRound,
  type ConfirmFlaw,
  type FreshAnimal,
  createFreshAnimal,
  confirmOnFreshAnimals,
  confirmByResending,
  type ConfirmationResult,
} from '../src/engine/verbs/index.ts';
import {
  type CreateReply,
  type ListReply,
  idPositionsOf,
  now,
  repeatUntil,
  type Reply,
  type PetStatus,
  PET_STATUSES,
  isPetStatus,
} from '../src/engine/target/index.ts';
import { writeJson } from '../src/json/json.ts';
import type { JsonObject } from '../src/json/types.ts';
import { animalIn } from './lists.ts';
import { findStoreResetBetween, runSerially } from './store-loss.ts';

/** How many times in a row, a consistency time apart, GET and list must show the same difference of an animal. */
const ROUNDS = 3;
/** Number of new pending animals that must return to `pending` after another status was shown. */
const FRESH = 3;

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

/**
 * Repeats the reads in order for the consistency time, because a status may also change with time; returns the first response in
 * which the status of the animal matches.
 */
function firstShowing(
  { config }: CheckContext,
  fresh: FreshAnimal,
  isMeant: (status: PetStatus) => boolean,
  reads: readonly Read[],
): Promise<readonly Reply[] | undefined> {
  const readAll = async () => {
    for (const read of reads) {
      const seen = await read(fresh);
      const status = statusIn(seen, fresh.id);
      if (status !== undefined && isMeant(status)) return [seen];
    }
    return undefined;
  };
  return repeatUntil(now() + config.consistencyMs, readAll, (found) => found !== undefined);
}

/** True if the response shows a newer animal with the same id, because the store was emptied and ids are assigned again. */
async function isGivenAgain(context: CheckContext, shown: Reply, made: CreateReply): Promise<boolean> {
  if (made.id === undefined) return false;
  const name = animalIn(shown, made.id)?.['name'];
  const younger = context.population
    .withId(made.id)
    .find(({ reply, submitted }) => reply !== made && submitted.name === name);
  return younger !== undefined && (await findStoreResetBetween(context, made, younger.reply)) !== undefined;
}

/** True if another animal of the run has the same name; an update by name may have changed this animal's status. */
function hasNamesake({ population }: CheckContext, { id, submitted }: CreateReply): boolean {
  return population.animals().some((other) => other.id !== id && other.submitted.name === submitted?.name);
}

/** How many new animals must take over the status of the next created animal, to confirm the flaw. */
const FOLLOWERS = 3;

/**
 * Confirms that an animal takes the status of the next created animal, but not before; as after an UPDATE without WHERE, or an
 * UPDATE by name. Another client would hardly change three animals at exactly these moments.
 * @param isOfOneName true if the next animal gets the same name as the first
 */
async function followsTheNext(
  context: CheckContext,
  [own, next]: readonly [own: PetStatus | undefined, next: PetStatus | undefined],
  read: Read,
  isOfOneName: boolean,
): Promise<ConfirmationResult | undefined> {
  if (own === undefined || next === undefined) return undefined;
  const followed = await confirmInEveryRound(FOLLOWERS, async () => {
    const fresh = await createFreshAnimal(context, own);
    const name = fresh?.submitted?.name;
    if (fresh === undefined || name === undefined) return undefined;
    // Two reads take as long as the next create and its read, so a change by time alone would show here.
    for (let turn = 0; turn < 2; turn += 1)
      if (statusIn(await read(fresh), fresh.id) !== own) return undefined;
    const another = isOfOneName
      ? await context.creates.borderline({ name: () => name, status: next })
      : await createFreshAnimal(context, next);
    if (another?.id === undefined) return undefined;
    const after = await read(fresh);
    return statusIn(after, fresh.id) === next ? [after] : undefined;
  });
  const who = isOfOneName ? 'another animal of their name' : 'the next animal';
  const more = `; ${String(FOLLOWERS)} new animals kept their status until ${who} was added, and then had the status of that animal`;
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
  const onFresh = confirmOnFreshAnimals(read);
  return async (context, flawed, wrongs) => {
    const { reply, flaw } = flawed;
    const [made] = flaw.comparedWith ?? [];
    if (made?.operation === 'create' && (await isGivenAgain(context, reply, made))) return undefined;
    if (flaw.mayChange !== true || made?.operation !== 'create' || made.id === undefined)
      return confirmByResending(context, flawed, wrongs);
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
    const statuses = [created, statusIn(reply, made.id)] as const;
    return (
      (await onFresh(context, flawed, wrongs)) ??
      (await runSerially(context.api, () =>
        followsTheNext(context, statuses, readAlike, hasNamesake(context, made)),
      )) ??
      (await apartForGood(context, reply, made.id, created)) ?? {
        why: 'Either another client changed a status, or the service shows a wrong status, which new animals, read at once, did not confirm',
      }
    );
  };
}
