import { sameJson } from '../src/json/json.ts';
import { int64Value } from '../src/json/int64.ts';
import type { Json, JsonObject } from '../src/json/types.ts';
import type { CheckContext } from '../src/engine/plan/index.ts';
import {
  type Animal,
  type CreateReply,
  type GetReply,
  idPositionsOf,
  isAuthenticatedList,
  isClientError,
  isMarked,
  isObject,
  itemId,
  listLength,
  type ListReply,
  PET_STATUSES,
  type PetStatus,
  type Reply,
} from '../src/engine/target/index.ts';
import { animalIn, isBelowLimit } from './lists.ts';

/** If lists are too full, ids between two ids of the run are read, unless the two differ by more than this. */
const GAP = 60n;
const GETS_AT_MOST = 60;
/** Number of animals of the run that a full list must show before it counts as a list of the newest animals. */
const NEWEST = 5;

/** True if a text contains a marker that only this run uses. */
type IsOurs = (text: string) => boolean;

/**
 * True if a stored animal matches a rejected body. The server may have cut the name, but not within the unique part of the
 * marker.
 */
function matchesRejected(item: JsonObject, { marker, sent }: CreateReply, isOurs: IsOurs): boolean {
  const name = item['name'];
  if (marker !== undefined)
    return typeof name === 'string' && (name.includes(marker) || (marker.startsWith(name) && isOurs(name)));
  if (!isObject(sent)) return false;
  const asked = sent['name'];
  if (isMarked(asked)) return name === asked || name === String(asked);
  // If the body had no name, a server may show it as null.
  const isSame = (member: string) => sent[member] === undefined || sameJson(item[member], sent[member]);
  return (asked !== undefined || (name ?? null) === null) && ['name', 'categoryId', 'status'].every(isSame);
}

/** True if the kit could recognize an animal that was stored from this rejected body. */
export function recognisable({ marker, sent }: CreateReply): boolean {
  return marker !== undefined || (isObject(sent) && ['categoryId', 'status'].every((name) => name in sent));
}

/** True if the animal of a rejected create would be in one of these lists, which all show the newest animals. */
export function wouldShow({ sent }: CreateReply, pages: readonly ListReply[]): boolean {
  const status = isObject(sent) ? sent['status'] : undefined;
  return pages.some(({ query }) => query.status === undefined || query.status === status);
}

/** True if a list shows the newest animals: it is not full, or it has every animal of the run that matches its filter. */
export function showsLast(page: ListReply, animals: readonly Animal[]): boolean {
  return page.items !== undefined && (listLength(page) < 100 || hasAllOfRun(page, animals));
}

function hasAllOfRun(page: ListReply, animals: readonly Animal[]): boolean {
  const { status } = page.query;
  const shown = idPositionsOf(page.items).of;
  const matching = animals.filter(({ submitted }) => status === undefined || submitted.status === status);
  return matching.length >= NEWEST && matching.every(({ id }) => shown.has(id));
}

/** True if the list with this filter is not full and lacks one of these animals: then it may lag. */
export function isBehind(
  pages: readonly ListReply[],
  status: PetStatus | undefined,
  ids: readonly bigint[],
): boolean {
  const page = pages.find(({ query }) => query.status === status);
  const shown = idPositionsOf(page?.items).of;
  return page !== undefined && isBelowLimit(page) && !ids.every((id) => shown.has(id));
}

/** Animals that may legitimately be in the store. */
export interface Accounted {
  readonly ids: ReadonlySet<bigint>;
  /** The lists before the creates that had every animal, so that another one in such a list is new. */
  readonly complete: readonly ListReply[];
  /** Names of creates that were not rejected, or got no response. */
  readonly names: ReadonlySet<unknown>;
  /** Names of creates that were not rejected, and whose id is unknown. */
  readonly untold: ReadonlySet<unknown>;
}

/** Accounts for every animal from before the run and every create that was not rejected, even an invalid one. */
export function knownFrom(before: readonly ListReply[], sent: readonly CreateReply[]): Accounted {
  const listed = before.flatMap((page) => [...idPositionsOf(page.items).of.keys()]);
  const letIn = sent.filter(({ answer }) => !isClientError(answer?.status ?? 0));
  const namesOf = (some: readonly CreateReply[]) =>
    new Set(some.flatMap((reply) => (isObject(reply.sent) ? [reply.sent['name']] : [])));
  return {
    complete: before.filter(isBelowLimit),
    ids: new Set([...listed, ...sent.flatMap(({ id }) => id ?? [])]),
    names: namesOf(letIn),
    untold: namesOf(letIn.filter(({ id }) => id === undefined)),
  };
}

/** A rejected create, and the animal that was stored nevertheless. */
export interface Found {
  readonly refused: CreateReply;
  readonly where: Reply;
  readonly id: bigint;
  readonly pointer: string;
}

/** True if another animal of the same name is older, as a complete list before the rejected create shows. */
function isLater(
  item: JsonObject,
  id: bigint,
  { answer }: CreateReply,
  lists: readonly ListReply[],
): boolean {
  const isOther = (one: Json) => isObject(one) && one['name'] === item['name'] && itemId(one) !== id;
  return lists.some(
    (page) =>
      (page.answer?.receivedAt ?? Infinity) < (answer?.sentAt ?? 0) &&
      isBelowLimit(page) &&
      (page.query.status ?? item['status']) === item['status'] &&
      page.items?.some(isOther) === true &&
      !idPositionsOf(page.items).of.has(id),
  );
}

export function onPages(
  { api, names: { isOurs }, population }: CheckContext,
  told: readonly CreateReply[],
  pages: readonly ListReply[],
  { complete, ids, names, untold }: Accounted,
): readonly Found[] {
  const found = new Map<bigint, Found>();
  const lists = api.log.filter(isAuthenticatedList);
  const matches = (item: JsonObject, id: bigint, one: CreateReply): boolean =>
    matchesRejected(item, one, isOurs) && (!names.has(item['name']) || isLater(item, id, one, lists));
  const isComplete = (status: PetStatus | undefined) => complete.some(({ query }) => query.status === status);
  const isAllKnown = isComplete(undefined) || PET_STATUSES.every(isComplete);
  for (const page of pages) {
    // Another client may change the status of an old animal, so that a filtered list shows it only now.
    const isNew = isAllKnown || (page.query.status === undefined && hasAllOfRun(page, population.animals()));
    // An old animal without a marker may come into a full list only now.
    const some = told.filter(
      ({ marker, sent }) => isNew || marker !== undefined || (isObject(sent) && isMarked(sent['name'])),
    );
    for (const [at, item] of (page.items ?? []).entries()) {
      const id = itemId(item);
      if (!isObject(item) || id === undefined || ids.has(id) || untold.has(item['name']) || found.has(id))
        continue;
      const refused = some.find((one) => matches(item, id, one));
      if (refused) found.set(id, { refused, where: page, id, pointer: `/${String(at)}` });
    }
  }
  return [...found.values()];
}

/** The animals of rejected creates in replies to gets. */
export function onGets(
  context: CheckContext,
  told: readonly CreateReply[],
  gets: readonly GetReply[],
  { ids, names }: Accounted,
): readonly Found[] {
  return gets.flatMap((where): readonly Found[] => {
    const { pet } = where;
    const id = int64Value(pet?.['id']);
    if (pet === undefined || id === undefined || ids.has(id) || names.has(pet['name'])) return [];
    const refused = told.find((one) => matchesRejected(pet, one, context.names.isOurs));
    return refused === undefined ? [] : [{ refused, where, id, pointer: '' }];
  });
}

/** Gets all ids between ids of the run's animals; `conclusive` if a stored animal can have no other id. */
export async function inGaps(
  context: CheckContext,
  told: readonly CreateReply[],
  accounted: Accounted,
): Promise<{ readonly found: readonly Found[]; readonly conclusive: boolean }> {
  if (!(await context.baseline.of('get')).usable) return { found: [], conclusive: false };
  const made = context.population.animals().map(({ id }) => id);
  const sorted = made.toSorted((a, b) => (a < b ? -1 : 1));
  const steps = sorted.slice(1).map((next, at) => ({ next, id: sorted[at] ?? next }));
  const narrow = steps.filter(({ next, id }) => next - id <= GAP);
  const between = narrow.flatMap(({ next, id }) =>
    Array.from({ length: Math.max(0, Number(next - id) - 1) }, (_, n) => id + BigInt(n + 1)),
  );
  const known = context.population.knownIds();
  const ids = between.filter((id) => !known.has(id)).slice(0, GETS_AT_MOST);
  const replies = await Promise.all(ids.map((id) => context.api.get(id)));
  const found = onGets(context, told, replies, accounted);
  const isDense = steps.length > 0 && narrow.length === steps.length;
  return { found, conclusive: found.length > 0 || (isDense && ids.length < GETS_AT_MOST) };
}

/** True if a repeated response shows the stored animal again. */
export function shows(again: Reply, { id, refused }: Found, isOurs: IsOurs): boolean {
  const item = animalIn(again, id);
  return item !== undefined && matchesRejected(item, refused, isOurs);
}
