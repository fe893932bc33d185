import type { CheckContext } from '../src/engine/plan/index.ts';
import {
  eachTime,
  type Confirm,
  type Fresh,
  freshAnimal,
  onFreshAnimals,
  sentAgain,
  type Confirmed,
  type Flawed,
} from '../src/engine/verbs/index.ts';
import {
  type CreateReply,
  type ListReply,
  placesIn,
  type Reply,
  type Status,
  STATUSES,
} from '../src/engine/target/index.ts';
import { writeJson } from '../src/json/json.ts';
import type { JsonObject } from '../src/json/types.ts';
import { isStatus, shownIn } from './lists.ts';
import { resetBetween } from './store-loss.ts';

/** Times that get and list have to differ about one animal in the same way, the consistency time apart. */
const ROUNDS = 3;
/** Pending animals that have to be shown as pending again after they were shown otherwise. */
const FRESH = 3;
/** Reads until a fresh animal is shown otherwise. */
const READS = 3;

type Read<R extends Reply> = Parameters<typeof onFreshAnimals<R>>[0];

/** The list that was wrong, or the first of the widest ones, that shows an animal. */
export async function listThatShows(
  { api }: CheckContext,
  { id }: { readonly id: bigint },
  { query = {} }: Pick<Partial<ListReply>, 'query'>,
): Promise<ListReply> {
  const queries = [query, { limit: '100' }, ...STATUSES.map((status) => ({ limit: '100', status }))];
  for (const wide of queries.slice(0, -1)) {
    const page = await api.list(wide);
    if (placesIn(page.items).of.has(id)) return page;
  }
  return api.list(queries.at(-1));
}

function statusIn(reply: Reply, id: bigint): Status | undefined {
  return statusOf(shownIn(reply, id));
}

function statusOf(pet: JsonObject | undefined): Status | undefined {
  const status = pet?.['status'];
  return typeof status === 'string' && isStatus(status) ? status : undefined;
}

/** Whether get and list show an animal differently for good: nobody who changes a status does that. */
async function apartForGood<R extends Reply>(
  context: CheckContext,
  { reply }: Flawed<R>,
  id: bigint,
  created: Status | undefined,
): Promise<Confirmed | undefined> {
  if (!(await context.baseline.of('get')).usable) return undefined;
  const pairs = new Set<string>();
  const apart = await eachTime(ROUNDS, async (round) => {
    if (round > 0) await context.quiet();
    const before = await context.api.get(id);
    const page = await listThatShows(context, { id }, reply.operation === 'list' ? reply : {});
    const after = await context.api.get(id);
    const [got, listed] = [statusIn(before, id), statusIn(page, id)];
    const shown = reply.operation === 'get' ? got : listed;
    if (got === undefined || listed === undefined || shown === created) return undefined;
    if (got === listed || statusIn(after, id) !== got) return undefined;
    pairs.add(`getting it shows status ${writeJson(got)}, and lists show status ${writeJson(listed)}`);
    return pairs.size > 1 ? undefined : [before, page];
  });
  return apart && { ...apart, more: `; ${[...pairs].join('')}, each of ${String(ROUNDS)} times` };
}

/** Whether pending animals, three fresh ones, are shown as pending again after they had moved on: no work undoes itself. */
async function shownAgain<R extends Reply>(
  context: CheckContext,
  { reply }: Flawed<R>,
  status: Status | undefined,
  read: Read<R>,
): Promise<Confirmed | undefined> {
  const animals: Fresh[] = [];
  const moved = await eachTime(FRESH, async () => {
    const fresh = await freshAnimal(context, status);
    if (fresh?.pet?.['status'] !== 'pending') return undefined;
    animals.push(fresh);
    return firstShowing(
      fresh,
      (seen) => seen !== 'pending',
      Array(READS).fill(() => read(context, fresh, reply)),
    );
  });
  if (moved === undefined) return undefined;
  // What lags shows by then how they had moved on.
  await context.quiet();
  const again = await eachTime(FRESH, async (n) => {
    const fresh = animals[n];
    return (
      fresh &&
      firstShowing(fresh, (seen) => seen === 'pending', [
        () => read(context, fresh, reply),
        () => context.api.get(fresh.id),
        () => listThatShows(context, fresh, {}),
        () => read(context, fresh, reply),
      ])
    );
  });
  return (
    again && {
      ...again,
      more: `; ${String(FRESH)} fresh pending animals were shown as pending again after that`,
    }
  );
}

/** The first of several reads that shows an animal with such a status. */
async function firstShowing(
  { id }: Fresh,
  isMeant: (status: Status) => boolean,
  reads: readonly (() => Promise<Reply>)[],
): Promise<readonly Reply[] | undefined> {
  for (const read of reads) {
    const seen = await read();
    const status = statusIn(seen, id);
    if (status !== undefined && isMeant(status)) return [seen];
  }
  return undefined;
}

/** Whether an answer shows a younger animal, which got the id of one that was lost when the store was emptied. */
async function isGivenAgain(context: CheckContext, shown: Reply, made: CreateReply): Promise<boolean> {
  if (made.id === undefined) return false;
  const name = shownIn(shown, made.id)?.['name'];
  const younger = context.population
    .withId(made.id)
    .find(({ reply, submitted }) => reply !== made && submitted.name === name);
  return younger !== undefined && (await resetBetween(context, made, younger.reply)) !== undefined;
}

/** The last of those that have to go one after another in a run: what one adds would come between the animals of another. */
const turns = new WeakMap<CheckContext['api'], Promise<unknown>>();

function inTurn<T>({ api }: CheckContext, fn: () => Promise<T>): Promise<T> {
  const found = (turns.get(api) ?? Promise.resolve()).then(fn);
  turns.set(
    api,
    found.catch(() => undefined),
  );
  return found;
}

/** Whether another animal of the run has the name of this one: then that may be which it takes the status of. */
function hasNamesake({ population }: CheckContext, { id, submitted }: CreateReply): boolean {
  return population.animals().some((other) => other.id !== id && other.submitted.name === submitted?.name);
}

/** Animals that have to take the status of the next one. */
const FOLLOWERS = 3;

/**
 * Whether an animal takes the status of the one that is added after it, and keeps its own until then: as by an update without
 * its WHERE, or by name. Nobody else changes three animals so, each just when another is added.
 * @param isOfOneName whether the one after it has its name
 */
async function followsTheNext<R extends Reply>(
  context: CheckContext,
  { reply }: Flawed<R>,
  [own, next]: readonly [own: Status | undefined, next: Status | undefined],
  read: Read<R>,
  isOfOneName: boolean,
): Promise<Confirmed | undefined> {
  if (own === undefined || next === undefined) return undefined;
  const followed = await eachTime(FOLLOWERS, async () => {
    const fresh = await freshAnimal(context, own);
    const name = fresh?.submitted?.name;
    if (fresh === undefined || name === undefined) return undefined;
    // As much time without another animal as with one.
    for (let turn = 0; turn < 2; turn += 1)
      if (statusIn(await read(context, fresh, reply), fresh.id) !== own) return undefined;
    const another = isOfOneName
      ? await context.creates.borderline({ name: () => name, status: next })
      : await freshAnimal(context, next);
    if (another?.id === undefined) return undefined;
    const after = await read(context, fresh, reply);
    return statusIn(after, fresh.id) === next ? [after] : undefined;
  });
  const who = isOfOneName ? 'another one of their name' : 'the next one';
  const more = `; ${String(FOLLOWERS)} fresh animals kept their status until ${who} was added, and then had that one's`;
  return followed && { ...followed, more };
}

/**
 * Whether a status that is shown otherwise than it was created counts: others may change one, and a service may move pending
 * animals on by itself. Where neither can be told from a fault, both readings are told.
 */
export function unlessChanged<R extends Reply>(read: Read<R>): Confirm<R> {
  const onFresh = onFreshAnimals(read);
  return async (context, flawed, wrongs) => {
    const [made] = flawed.flaw.comparedWith ?? [];
    if (made?.operation === 'create' && (await isGivenAgain(context, flawed.reply, made))) return undefined;
    if (flawed.flaw.mayChange !== true || made?.operation !== 'create' || made.id === undefined)
      return sentAgain(context, flawed, wrongs);
    const shown = statusOf(made.pet);
    const created = made.submitted?.status ?? shown;
    if (shown === 'pending')
      return (
        (await apartForGood(context, flawed, made.id, created)) ??
        (await shownAgain(context, flawed, made.submitted?.status, read)) ?? {
          why: 'Either something changes pending animals legitimately, such as a worker or an approval, or the service loses their status',
          final: true,
        }
      );
    const statuses = [created, statusIn(flawed.reply, made.id)] as const;
    return (
      (await onFresh(context, flawed, wrongs)) ??
      (await inTurn(context, () =>
        followsTheNext(context, flawed, statuses, read, hasNamesake(context, made)),
      )) ??
      (await apartForGood(context, flawed, made.id, created)) ?? {
        why: 'Either another client changed a status, or the service shows a wrong one, which new animals, read at once, did not confirm',
      }
    );
  };
}
