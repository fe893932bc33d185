import type { CheckContext } from '../src/engine/plan/index.ts';
import { requestLineWithId } from '../src/engine/silence/index.ts';
import {
  type Animal,
  type Api,
  type CreateReply,
  isAuthenticatedList,
  lacksPermission,
  now,
  pause,
  type ListReply,
  idPositionsOf,
  type Reply,
} from '../src/engine/target/index.ts';
import type { Json } from '../src/json/types.ts';
import { animalsText, isBelowLimit, animalIn } from './lists.ts';

/** Up to this many remaining animals, a store that drops one with each create counts as broken, not as trimmed. */
const FEW = 20;
/** Number of creates in a row that must each drop an animal. */
const CREATES = 3;
const NAMED = 3;

/** A legitimate loss of animals: the store was emptied or trimmed during the run. */
export interface StoreLoss {
  /** The reason that undecided checks give for the loss. */
  readonly why: string;
  readonly next: string;
  /** When the response to the create of the youngest lost animal came, by the clock of the run. */
  readonly upTo: number;
  /** When the create request of the youngest lost animal was sent. */
  readonly sent: number;
  /** True if all animals were lost at once; the store may then assign the same ids again. */
  readonly isReset: boolean;
}

/** The latest loss of each run. */
const losses = new WeakMap<Api, StoreLoss>();
/** Runs in which an examination was repeated. */
const repeated = new WeakSet<Api>();
/** The last queued examination of each run. */
const turns = new WeakMap<Api, Promise<unknown>>();

/**
 * Runs the examinations of lost animals one after another: each creates animals, and looks for the effect on the stored ones.
 */
export function runSerially<T>(api: Api, examine: () => Promise<T>): Promise<T> {
  const found = (turns.get(api) ?? Promise.resolve()).then(examine);
  turns.set(
    api,
    found.catch(() => undefined),
  );
  return found;
}

/**
 * Returns the legitimate loss that explains a missing animal: the store was emptied or trimmed, so all lost animals are
 * older than all others, both list and GET miss them (or the one of the two that works), and new ones are stored. Undefined if
 * there is no such loss.
 */
export function findStoreLoss(context: CheckContext, animal: Animal): Promise<StoreLoss | undefined> {
  return runSerially(context.api, async () => {
    const last = losses.get(context.api);
    if (last !== undefined && animal.since <= last.upTo) return last;
    const found = (await lookedAt(context, animal)) ?? (await lookedAtAgain(context, animal));
    if (found !== undefined) losses.set(context.api, found);
    return found;
  });
}

/** The loss by which the run knows that the store is emptied at times: a further one may cut short each examination. */
export function knownReset({ api }: CheckContext): StoreLoss | undefined {
  const last = losses.get(api);
  return last?.isReset === true ? last : undefined;
}

/** If two animals have the same id because the store was emptied between them, returns this loss; otherwise undefined. */
export async function findStoreResetBetween(
  context: CheckContext,
  before: Reply | undefined,
  after: Reply,
): Promise<StoreLoss | undefined> {
  const animals = context.population.animals();
  // If the first animal of the run is lost, an older animal from before the run counts as lost too.
  const first = before?.operation === 'list' ? animals[0] : animals.find(({ reply }) => reply === before);
  const found = first && (await findStoreLoss(context, first));
  const loss = found ?? knownReset(context);
  const younger = animals.find(({ reply }) => reply === after);
  if (first === undefined || loss?.isReset !== true || younger === undefined) return undefined;
  const seen = await see(context, younger);
  if (seen === 'there') return younger.since > loss.sent ? found : undefined;
  // If a later reset took the younger animal too, an earlier one may have taken the first.
  return (seen === 'gone' || seen === 'given') && !isOutlived(context, first, younger) ? loss : undefined;
}

/** True if an animal as old as `first` was shown after `younger` was added: the store was not emptied between them. */
function isOutlived({ api, config, population }: CheckContext, first: Animal, younger: Animal): boolean {
  const isAlone = (one: Animal) =>
    population.withId(one.id).every((other) => other === one || other.submitted.name !== one.submitted.name);
  const old = population.animals().filter((one) => one.since <= first.since && isAlone(one));
  // Lagging replicas may show lost animals for the consistency time.
  const since = younger.since + config.consistencyMs;
  return api.log.some((reply) => (reply.answer?.sentAt ?? 0) > since && old.some((one) => shows(reply, one)));
}

/** State of an animal: stored, missing, its id belongs to a newer animal of the run or to one of another client, or unknown. */
type Seen = 'there' | 'gone' | 'given' | 'taken' | 'unclear';

/**
 * Looks for an animal by GET, or in the widest lists if GET does not work.
 * @param lists the widest lists, if already read
 */
async function see(
  { api, baseline, pages, population }: CheckContext,
  animal: Animal,
  lists?: readonly ListReply[],
): Promise<Seen> {
  const { id, submitted } = animal;
  const isGot = (await baseline.of('get')).usable;
  const replies: readonly Reply[] = isGot ? [await api.get(id)] : (lists ?? (await pages.widest()));
  const names = replies.flatMap((reply) => animalIn(reply, id)?.['name'] ?? []);
  if (names.includes(submitted.name)) return 'there';
  const isGiven = population.withId(id).some((other) => names.includes(other.submitted.name));
  const isGone = names.length === 0 && replies.some((reply) => misses(reply, animal));
  if (isGiven || isGone) return isGiven ? 'given' : 'gone';
  return names.length > 0 && names.every((name) => isOfOthers(population, name)) ? 'taken' : 'unclear';
}

/** True if no animal of the run has this name. */
function isOfOthers(population: CheckContext['population'], name: Json | undefined): boolean {
  return population.animals().every(({ submitted }) => submitted.name !== name);
}

/** True if a response shows another client's animal with the id of an animal that was lost when the store was emptied. */
export async function isTakenSinceReset(
  context: CheckContext,
  shown: Reply,
  made: CreateReply,
): Promise<boolean> {
  const animal = context.population.animals().find(({ reply }) => reply === made);
  const name = animal && animalIn(shown, animal.id)?.['name'];
  if (animal === undefined || !isOfOthers(context.population, name)) return false;
  return (await findStoreLoss(context, animal))?.isReset === true;
}

function sentAt({ reply }: Animal): number {
  return reply.answer?.sentAt ?? 0;
}

async function lookedAt(context: CheckContext, animal: Animal): Promise<StoreLoss | undefined> {
  const { pages, population } = context;
  const lists = await pages.widest();
  const own = await see(context, animal, lists);
  if (own === 'there' || own === 'unclear') return undefined;
  // Reads the youngest animal first, because a store that trims during these reads drops the oldest ones.
  const others = population
    .animals()
    .filter((other) => other !== animal)
    .toReversed();
  const looked = await Promise.all(
    others.map(async (one) => ({ one, seen: await see(context, one, lists) })),
  );
  looked.push({ one: animal, seen: own });
  const seenAs = (...wanted: readonly Seen[]) =>
    looked.filter(({ seen }) => wanted.includes(seen)).map(({ one }) => one);
  const [lost, held] = [seenAs('gone', 'given', 'taken'), seenAs('there')];
  // If other clients have the ids of all lost animals, the ids may be given again without a loss, unless one was missing before.
  const { log } = context.api;
  const ofAll = log.filter((reply) => reply.operation !== 'list' || reply.query.status === undefined);
  const wasMissing = (one: Animal) =>
    ofAll.some((reply) => (reply.answer?.sentAt ?? 0) > one.since && misses(reply, one));
  if (seenAs('taken').length > 0 && seenAs('gone').length === 0 && !lost.some(wasMissing)) return undefined;
  const last = Math.max(...lost.map(sentAt));
  // If an older animal remains while a younger one is lost, the store was neither emptied nor trimmed.
  if (seenAs('unclear').length > 0 || held.some(({ since }) => since < last)) return undefined;
  const left =
    held.length > 0 ? held.toSorted((a, b) => a.since - b.since) : [(await added(context)) ?? []].flat();
  const newest = left.at(-1);
  // If no further animal may be created, that earlier responses showed lost animals must do.
  const isOver = newest === undefined && context.api.budget.left <= 0;
  const works = isOver
    ? log.some((reply) => lost.some((one) => shows(reply, one)))
    : newest !== undefined && (await see(context, newest)) === 'there';
  if (!works) return undefined;
  // A loss requires that the lists omit the same animals as the GETs, unless the key may not list.
  const isListed = !lacksPermission(log, 'list');
  const after = await pages.widest();
  if (isListed && after.some((page) => page.items === undefined || lost.some((one) => shows(page, one))))
    return undefined;
  if (!isOver && left.length <= FEW && (await losesOneEach(context, left))) return undefined;
  if (await isLostByLists(context)) return undefined;
  if (population.hasDuplicateIds && (await givesIdsInUse(context, left))) return undefined;
  const isGot = (await context.baseline.of('get')).usable;
  const where =
    isGot && isListed
      ? 'list and get alike'
      : isGot
        ? 'get alone, since the key may not list'
        : 'list alone, since get does not work';
  return told(context, animal, { lost, left, where });
}

/** Examines a second time, once per run: if animals expire by time, the first examination may have seen some of them go. */
async function lookedAtAgain(context: CheckContext, animal: Animal): Promise<StoreLoss | undefined> {
  if (repeated.has(context.api)) return undefined;
  repeated.add(context.api);
  await context.quiet();
  return lookedAt(context, animal);
}

/** Creates an animal; undefined if the budget is used up or the create is rejected. */
async function added({ creates, population }: CheckContext): Promise<Animal | undefined> {
  const reply = await creates.plain();
  return population.animals().findLast((animal) => animal.reply === reply);
}

function shows(reply: Reply, { id, submitted }: Animal): boolean {
  return animalIn(reply, id)?.['name'] === submitted.name;
}

/**
 * True if each of three creates drops the oldest remaining animal. If an animal disappears without a create, animals expire by
 * time, and the result is false.
 */
async function losesOneEach(context: CheckContext, remaining: readonly Animal[]): Promise<boolean> {
  const left = [...remaining];
  const oldest = async (): Promise<Animal | undefined> => {
    for (;;) {
      const one = left.shift();
      if (one === undefined || (await see(context, one)) === 'there') return one;
    }
  };
  const began = now();
  for (let round = 0; round < CREATES; round += 1) {
    const one = await oldest();
    const made = one && (await added(context));
    if (one === undefined || made === undefined) return false;
    left.push(made);
    if ((await see(context, one)) === 'there') return false;
  }
  const next = await oldest();
  if (next === undefined) return true;
  await pause((now() - began) * 2);
  return (await see(context, next)) === 'there';
}

/** True if each of three new animals, which GET shows, is gone as soon as lists were read: the lists remove what they show. */
async function isLostByLists(context: CheckContext): Promise<boolean> {
  if (!(await context.baseline.of('get')).usable) return false;
  for (let round = 0; round < CREATES; round += 1) {
    const made = await added(context);
    if (made === undefined || (await see(context, made)) !== 'there') return false;
    const lists = await context.pages.widest();
    if (!lists.some((list) => shows(list, made)) || (await see(context, made)) !== 'gone') return false;
  }
  return true;
}

/** True if each of three creates gets the id of an animal that is there: a list shows it, or it is one of `left`. */
async function givesIdsInUse(context: CheckContext, left: readonly Animal[]): Promise<boolean> {
  for (let round = 0; round < CREATES; round += 1) {
    // Right after a reset, lagging lists may show lost animals for the consistency time.
    if (round > 0) await context.quiet();
    const lists = await context.pages.widest();
    const made = await added(context);
    if (made === undefined) return false;
    if (lists.some(({ items }) => idPositionsOf(items).of.has(made.id))) continue;
    const others = left.filter(({ id }) => id !== made.id);
    const newest = others.at(-1);
    // If the store was emptied meanwhile, the others are gone too.
    if (others.length === left.length || !newest || (await see(context, newest)) !== 'there') return false;
  }
  return true;
}

function told(
  context: CheckContext,
  animal: Animal,
  { lost, left, where }: Readonly<Record<'lost' | 'left', readonly Animal[]>> & { readonly where: string },
): StoreLoss {
  const { log } = context.api;
  const first = Math.min(...left.map(({ since }) => since));
  // Lagging replicas may show lost animals for the consistency time.
  const isReset = !log.some(
    (reply) =>
      (reply.answer?.sentAt ?? 0) > first + context.config.consistencyMs &&
      lost.some((one) => shows(reply, one)),
  );
  const upTo = Math.max(...lost.map(({ since }) => since));
  const gone = context.population.animals().filter(({ since }) => since <= upTo).length;
  // A trim of many animals at once looks the same.
  const what = isReset ? 'emptied or trimmed during the run' : 'trimmed to its newest animals during the run';
  const rest =
    left.length === 0
      ? 'and --max-created allows no new one'
      : `older than the ${String(left.length)} that remain, and new ones work`;
  const count = `${animalsText(gone)} of the run ${gone === 1 ? 'is' : 'are'} gone from ${where}, ${rest}`;
  return {
    why: `The store looks ${what}${whenOf(context, animal)}; ${count}`,
    next: 'Run again at a time when nothing empties or trims the store.',
    upTo,
    sent: Math.max(...lost.map(sentAt)),
    isReset,
  };
}

/** Returns a text with the exchanges between which an animal was lost, and the requests just before it was missed. */
function whenOf({ api, config }: CheckContext, animal: Animal): string {
  const inOrder = api.log
    .filter(({ answer }) => answer !== undefined)
    .toSorted((one, other) => (one.answer?.sentAt ?? 0) - (other.answer?.sentAt ?? 0));
  const isThere = (reply: Reply): boolean => reply === animal.reply || shows(reply, animal);
  const seen = inOrder.findLastIndex(isThere);
  // A replica may not have had the animal yet.
  const settled = animal.since + config.consistencyMs;
  const missed = inOrder.findIndex(
    (reply, at) => at > seen && (reply.answer?.sentAt ?? 0) >= settled && misses(reply, animal),
  );
  const [there, gone] = [inOrder[seen], inOrder[missed]];
  if (there === undefined || gone === undefined) return '';
  const before = inOrder.slice(Math.max(seen + 1, missed - NAMED), missed);
  const names = before.map(({ outcome }) => requestLineWithId(outcome.exchange)).join(', ');
  const just = names === '' ? '' : `, seen right after ${names}`;
  return `${just}, between ${there.outcome.exchange.id}, the last to show animal ${String(animal.id)}, and ${gone.outcome.exchange.id}`;
}

/** True if a response shows that the animal is missing: a 404 or 410, or a list that must be complete. */
function misses(reply: Reply, { id, submitted }: Animal): boolean {
  if (reply.operation === 'get')
    return reply.id === String(id) && [404, 410].includes(reply.answer?.status ?? 0);
  if (!isAuthenticatedList(reply) || !isBelowLimit(reply)) return false;
  const { status = submitted.status } = reply.query;
  return status === submitted.status && !idPositionsOf(reply.items).of.has(id);
}
