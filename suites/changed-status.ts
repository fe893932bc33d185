import type { CheckContext, ConfirmationResult, Flaw, FlawedReply } from '../src/engine/plan/index.ts';
import {
  type AmbiguousFlaw,
  confirmInEveryRound,
  type ConfirmFlaw,
  type FreshAnimal,
  confirmByResending,
} from '../src/engine/verbs/index.ts';
import {
  type CreateReply,
  type PetStatus,
  type Reply,
  withRequestScope,
} from '../src/engine/target/index.ts';
import { writeJson } from '../src/json/json.ts';
import { animalIn, findListShowing } from './lists.ts';
import {
  followsTheNext,
  type Read,
  shownAgain,
  statusIn,
  statusOf,
  wrongAtOnce,
} from './status-of-new-animals.ts';
import { findStoreResetBetween, isTakenSinceReset, runSerially } from './store-loss.ts';

/** How many times in a row, a consistency time apart, GET and list must show the same difference of an animal. */
const ROUNDS = 3;
/** Maximum number of reads, after the consistency time, to find a status missing again. */
const REREADS = 3;

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

/** Reads an animal by the operation that showed the wrong status. */
type StatusRead<R extends Reply> = (context: CheckContext, animal: FreshAnimal, flawed: R) => Promise<R>;

/**
 * Confirms that an animal lacks its status after the consistency time too. Reads may lag: the members of an animal that was just
 * created may arrive one after another.
 */
async function missingForGood<R extends Reply>(
  context: CheckContext,
  flawed: FlawedReply<R>,
  made: FreshAnimal,
  read: StatusRead<R>,
  wrongs: (again: R) => readonly Flaw[],
): Promise<ConfirmationResult | AmbiguousFlaw> {
  const settled = new Set<Reply>(context.population.animals().map((animal) => animal.reply));
  await context.settle();
  const oldOnes = (again: R): readonly Flaw[] =>
    wrongs(again).filter(
      ({ isMissing, comparedWith: [old] = [] }) =>
        isMissing === true && old !== undefined && settled.has(old),
    );
  let confirmed: ConfirmationResult = { times: 0, of: 0, replies: [] };
  for (let n = 0; n < REREADS && confirmed.times === 0; n += 1) {
    const again = await confirmByResending(context, flawed, oldOnes, () => read(context, made, flawed.reply));
    confirmed = { ...again, of: confirmed.of + again.of };
  }
  const age = (flawed.reply.answer?.sentAt ?? 0) - (made.answer?.receivedAt ?? 0);
  if (confirmed.times > 0 || age >= context.config.consistencyMs) return confirmed;
  return {
    why: 'Either the status of a new animal can be read later than the animal, or the service loses it at times',
    next: 'If the target is not known to show a status late, run again with a smaller --consistency-ms: a status that is missing later than that is a failure.',
  };
}

/**
 * True if the response shows another animal with the same id, because the store was emptied and ids are assigned again: a newer
 * one, or for the consistency time the older one.
 */
async function isGivenAgain(context: CheckContext, shown: Reply, made: CreateReply): Promise<boolean> {
  if (made.id === undefined) return false;
  const name = animalIn(shown, made.id)?.['name'];
  const other = context.population
    .withId(made.id)
    .find(({ reply, submitted }) => reply !== made && submitted.name === name);
  if (other === undefined) return isTakenSinceReset(context, shown, made);
  const since = made.answer?.receivedAt ?? 0;
  if (other.since > since) return (await findStoreResetBetween(context, made, other.reply)) !== undefined;
  const mayLag = (shown.answer?.sentAt ?? Infinity) < since + context.config.consistencyMs;
  return mayLag && (await findStoreResetBetween(context, other.reply, made)) !== undefined;
}

/** True if another animal of the run has the same name; an update by name may have changed this animal's status. */
function hasNamesake({ population }: CheckContext, { id, submitted }: CreateReply): boolean {
  return population.animals().some((other) => other.id !== id && other.submitted.name === submitted?.name);
}

/**
 * Returns a function that confirms a status that differs from the status in the create request. Other clients may change a
 * status, and a service may move pending animals on; if these explanations cannot be excluded, the result is undecided, and its
 * text names them.
 */
export function petStatusConfirmation<R extends Reply>(read: StatusRead<R>): ConfirmFlaw<R> {
  return async (context, flawed, wrongs) => {
    const { reply, flaw } = flawed;
    const [made] = flaw.comparedWith ?? [];
    if (made?.operation === 'create' && (await isGivenAgain(context, reply, made))) return undefined;
    if (made?.operation !== 'create' || made.id === undefined)
      return confirmByResending(context, flawed, wrongs);
    const { id } = made;
    if (flaw.isMissing === true) return missingForGood(context, flawed, { ...made, id }, read, wrongs);
    if (flaw.mayChange !== true) return confirmByResending(context, flawed, wrongs);
    const readAlike: Read = (fresh) => read(context, fresh, reply);
    const shown = statusOf(made.pet);
    const created = made.submitted?.status ?? shown;
    if (shown === 'pending')
      return (
        (await apartForGood(context, reply, made.id, created)) ??
        (await shownAgain(context, made.submitted?.status, readAlike)) ?? {
          why: 'Either something changes pending animals legitimately, such as a worker or an approval, or the service loses their status',
          next: 'If the service is meant to move pending animals on, this cannot be decided from outside; otherwise find out what changes them.',
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
