import type { CheckContext } from '../src/engine/plan/index.ts';
import {
  type Confirm,
  type Confirmed,
  type Flawed,
  type Fresh,
  onFreshAnimals,
  sentAgain,
} from '../src/engine/verbs/index.ts';
import {
  type CreateReply,
  type GetReply,
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

/** Reads an animal in the way in which the flawed answer was read. */
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
  const replies: (GetReply | ListReply)[] = [];
  const pairs = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await context.quiet();
    const before = await context.api.get(id);
    const page = await listThatShows(context, { id }, reply.operation === 'list' ? reply : {});
    const after = await context.api.get(id);
    const [got, listed] = [statusIn(before, id), statusIn(page, id)];
    const shown = reply.operation === 'get' ? got : listed;
    if (got === undefined || listed === undefined || shown === created) return undefined;
    if (got === listed || statusIn(after, id) !== got) return undefined;
    pairs.add(`getting it shows status ${writeJson(got)}, and lists show status ${writeJson(listed)}`);
    if (pairs.size > 1) return undefined;
    replies.push(before, page);
  }
  const more = `; ${[...pairs].join('')}, each of ${String(ROUNDS)} times`;
  return { times: ROUNDS, of: ROUNDS, replies: replies.slice(-2), more };
}

/** Whether pending animals, three fresh ones each, are shown as pending again after they had moved on: no work undoes itself. */
async function shownAgain<R extends Reply>(
  context: CheckContext,
  { reply }: Flawed<R>,
  status: Status | undefined,
  read: Read<R>,
): Promise<Confirmed | undefined> {
  const moved: Fresh[] = [];
  for (let round = 0; round < FRESH; round += 1) {
    const made = await context.creates.plain(status);
    if (made?.id === undefined || made.pet?.['status'] !== 'pending') return undefined;
    const fresh = { ...made, id: made.id };
    for (let turn = 0; turn < READS && moved.length === round; turn += 1) {
      const seen = statusIn(await read(context, fresh, reply), fresh.id);
      if (seen !== undefined && seen !== 'pending') moved.push(fresh);
    }
    if (moved.length === round) return undefined;
  }
  // What lags shows by then how they had moved on.
  await context.quiet();
  let last: Reply | undefined;
  for (const fresh of moved) {
    const ways = [
      () => read(context, fresh, reply),
      () => context.api.get(fresh.id),
      () => listThatShows(context, fresh, {}),
      () => read(context, fresh, reply),
    ];
    let again: Reply | undefined;
    for (const way of ways) {
      const seen = await way();
      if (statusIn(seen, fresh.id) === 'pending') again = seen;
      if (again !== undefined) break;
    }
    if (again === undefined) return undefined;
    last = again;
  }
  const more = `; ${String(FRESH)} fresh pending animals were shown as pending again after that`;
  return { times: FRESH, of: FRESH, replies: [last ?? []].flat(), more };
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

/** Animals that have to take the status of the next one. */
const FOLLOWERS = 3;

/**
 * Whether an animal takes the status of the one that is added after it, and keeps its own until then: as by an update without
 * its WHERE. Nobody else changes three animals so, each just when another is added.
 */
async function followsTheNext<R extends Reply>(
  context: CheckContext,
  { reply }: Flawed<R>,
  [own, next]: readonly [own: Status | undefined, next: Status | undefined],
  read: Read<R>,
): Promise<Confirmed | undefined> {
  if (own === undefined || next === undefined) return undefined;
  const replies: Reply[] = [];
  for (let round = 0; round < FOLLOWERS; round += 1) {
    const made = await context.creates.plain(own);
    if (made?.id === undefined) return undefined;
    const fresh = { ...made, id: made.id };
    // As much time without another animal as with one.
    for (let turn = 0; turn < 2; turn += 1)
      if (statusIn(await read(context, fresh, reply), fresh.id) !== own) return undefined;
    if ((await context.creates.plain(next))?.id === undefined) return undefined;
    const after = await read(context, fresh, reply);
    if (statusIn(after, fresh.id) !== next) return undefined;
    replies.push(after);
  }
  const more = `; ${String(FOLLOWERS)} fresh animals kept their status until the next one was added, and then had that one's`;
  return { times: FOLLOWERS, of: FOLLOWERS, replies: replies.slice(-1), more };
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
          why: 'Either pending animals are moved on legitimately, as a worker or an approval does, or the service loses their status',
          final: true,
        }
      );
    const statuses = [created, statusIn(flawed.reply, made.id)] as const;
    return (
      (await onFresh(context, flawed, wrongs)) ??
      (await inTurn(context, () => followsTheNext(context, flawed, statuses, read))) ??
      (await apartForGood(context, flawed, made.id, created)) ?? {
        why: 'Either somebody else changed a status, as others may, or the service shows another one, which fresh animals, read at once, did not confirm',
      }
    );
  };
}
