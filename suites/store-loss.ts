import type { CheckContext } from '../src/engine/plan/index.ts';
import { requestOf } from '../src/engine/silence/index.ts';
import {
  type Animal,
  isList,
  now,
  pause,
  type ListReply,
  placesIn,
  type Reply,
  type Status,
} from '../src/engine/target/index.ts';
import type { Api } from '../src/engine/target/index.ts';
import { animalsText, isShort, shownIn } from './lists.ts';

/** A store that holds no more animals of the run than this, and loses one with each create, keeps no promise. */
const FEW = 20;
/** Creates in a row that each have to lose an animal. */
const CREATES = 3;
const NAMED = 3;

/** Animals that a store lost legitimately during the run. */
export interface StoreLoss {
  /** Why what depends on the animals that it lost is left open. */
  readonly why: string;
  readonly next: string;
  /** The moment at which the youngest of them was added, by the clock of the run. */
  readonly upTo: number;
  /** The moment at which the create of the youngest of them was sent. */
  readonly sent: number;
  /** Whether all that was there went at once: then ids may be given again. */
  readonly isReset: boolean;
}

const NEXT = 'Run again at a time when nothing empties or trims the store.';

/** The latest loss that was found of each run, and the look that is under way. */
const losses = new WeakMap<Api, { found?: StoreLoss; looking: Promise<unknown> }>();

/**
 * Whether a store lost an animal as one does that is emptied or trimmed: all that it lost are older than all that remain, gone
 * from list and get alike, and new ones work. Undefined where it lost the animal in another way, or holds it.
 */
export async function lossOf(context: CheckContext, animal: Animal): Promise<StoreLoss | undefined> {
  const state = losses.get(context.api) ?? { looking: Promise.resolve() };
  losses.set(context.api, state);
  // One look after another: they add animals, and see what that does.
  const look = state.looking.then(async () => {
    if (state.found !== undefined && animal.since <= state.found.upTo) return state.found;
    const found = await lookedAt(context, animal);
    if (found !== undefined) state.found = found;
    return found;
  });
  state.looking = look.catch(() => undefined);
  return look;
}

/** How the store was emptied between two animals with one id, where it was: then an id may be given again. */
export async function resetBetween(
  context: CheckContext,
  before: Reply | undefined,
  after: Reply,
): Promise<StoreLoss | undefined> {
  const animals = context.population.animals();
  // A list shows an animal from before the run: all of the run that were lost are younger.
  const first = before?.operation === 'list' ? animals[0] : animals.find(({ reply }) => reply === before);
  const loss = first && (await lossOf(context, first));
  const younger = animals.find(({ reply }) => reply === after);
  if (loss?.isReset !== true || younger === undefined || younger.since <= loss.sent) return undefined;
  return (await see(context, younger)) === 'there' ? loss : undefined;
}

/** How an animal is found now: there, gone, its id given to a younger one of the run, or in no way that tells. */
type Seen = 'there' | 'gone' | 'given' | 'unclear';

/**
 * Looks at an animal: gets it, or, where the operation does not work, finds it on the widest lists.
 * @param lists as they are now, where they are read already
 */
async function see(
  { api, baseline, pages, population }: CheckContext,
  animal: Animal,
  lists?: readonly ListReply[],
): Promise<Seen> {
  const { id, submitted } = animal;
  const isGot = (await baseline.of('get')).usable;
  const replies: readonly Reply[] = isGot ? [await api.get(id)] : (lists ?? (await pages.widest()));
  const names = replies.flatMap((reply) => shownIn(reply, id)?.['name'] ?? []);
  if (names.includes(submitted.name)) return 'there';
  if (population.withId(id).some((other) => other !== animal && names.includes(other.submitted.name)))
    return 'given';
  return names.length === 0 && replies.some((reply) => misses(reply, animal)) ? 'gone' : 'unclear';
}

function sentAt({ reply }: Animal): number {
  return reply.answer?.sentAt ?? 0;
}

async function lookedAt(context: CheckContext, animal: Animal): Promise<StoreLoss | undefined> {
  const { pages, population } = context;
  const isLost = (seen: Seen): boolean => seen === 'gone' || seen === 'given';
  const lists = await pages.widest();
  if (!isLost(await see(context, animal, lists))) return undefined;
  // The youngest first: what is trimmed in the meantime is older than what was seen.
  const others = population
    .animals()
    .filter((other) => other !== animal)
    .toReversed();
  const looked = await Promise.all(
    others.map(async (one) => ({ one, seen: await see(context, one, lists) })),
  );
  const lost = [animal, ...looked.filter(({ seen }) => isLost(seen)).map(({ one }) => one)];
  const held = looked.filter(({ seen }) => seen === 'there').map(({ one }) => one);
  const last = Math.max(...lost.map(sentAt));
  // One among others is lost.
  if (looked.some(({ seen }) => seen === 'unclear') || held.some(({ since }) => since < last))
    return undefined;
  const left =
    held.length > 0 ? held.toSorted((a, b) => a.since - b.since) : [(await added(context)) ?? []].flat();
  const newest = left.at(-1);
  if (newest === undefined || (await see(context, newest)) !== 'there') return undefined;
  // Get and list have to tell the same.
  const after = await pages.widest();
  if (after.some((page) => page.items === undefined || lost.some((one) => shows(page, one))))
    return undefined;
  if (left.length <= FEW && (await losesOneEach(context, left))) return undefined;
  return told(context, animal, lost, left);
}

/** An animal that is added now; undefined where none may be, or it was not accepted. */
async function added({ creates, population }: CheckContext): Promise<Animal | undefined> {
  const reply = await creates.plain();
  return population.animals().findLast((animal) => animal.reply === reply);
}

function shows(reply: Reply, { id, submitted }: Animal): boolean {
  return shownIn(reply, id)?.['name'] === submitted.name;
}

/**
 * Whether each create pushes the oldest animal out that the store still holds, three times in a row. Where one goes in such a
 * time without a create too, it is time that takes them.
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

function told(
  context: CheckContext,
  animal: Animal,
  lost: readonly Animal[],
  left: readonly Animal[],
): StoreLoss {
  const { log } = context.api;
  const first = Math.min(...left.map(({ since }) => since));
  // What lags may show for a while what is gone.
  const isReset = !log.some(
    (reply) =>
      (reply.answer?.sentAt ?? 0) > first + context.config.consistencyMs &&
      lost.some((one) => shows(reply, one)),
  );
  const upTo = Math.max(...lost.map(({ since }) => since));
  const gone = context.population.animals().filter(({ since }) => since <= upTo).length;
  const what = isReset ? 'emptied during the run' : 'trimmed to its newest animals during the run';
  const count = `${animalsText(gone)} of the run ${gone === 1 ? 'is' : 'are'} gone from list and get alike, older than the ${String(left.length)} that remain, and new ones work`;
  return {
    why: `The store looks ${what}${whenOf(log, animal)}; ${count}`,
    next: NEXT,
    upTo,
    sent: Math.max(...lost.map(sentAt)),
    isReset,
  };
}

/** Between which requests an animal went, with those just before the one that missed it. */
function whenOf(log: readonly Reply[], animal: Animal): string {
  const inOrder = log
    .filter(({ answer }) => answer !== undefined)
    .toSorted((one, other) => (one.answer?.sentAt ?? 0) - (other.answer?.sentAt ?? 0));
  const isThere = (reply: Reply): boolean => reply === animal.reply || shows(reply, animal);
  const seen = inOrder.findLastIndex(isThere);
  const missed = inOrder.findIndex((reply, at) => at > seen && misses(reply, animal));
  const [there, gone] = [inOrder[seen], inOrder[missed]];
  if (there === undefined || gone === undefined) return '';
  const before = inOrder.slice(Math.max(seen + 1, missed - NAMED), missed);
  const names = before.map(({ outcome }) => requestOf(outcome.exchange)).join(', ');
  const just = names === '' ? '' : `, right after ${names}`;
  return `${just}, between ${there.outcome.exchange.id}, the last to show animal ${String(animal.id)}, and ${gone.outcome.exchange.id}`;
}

/** Whether an answer shows that there is no such animal: a get, or a list that is not full and would show it. */
function misses(reply: Reply, { id, submitted }: Animal): boolean {
  if (reply.operation === 'get')
    return reply.id === String(id) && [404, 410].includes(reply.answer?.status ?? 0);
  if (!isList(reply) || !isShort(reply)) return false;
  const isMeant = [undefined, submitted.status].includes(reply.query.status as Status | undefined);
  return isMeant && !placesIn(reply.items).of.has(id);
}
