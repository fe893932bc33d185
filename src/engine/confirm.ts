import { writeJson } from '../json/json.ts';
import { subject, type Confirmed, type Flaw, type Flawed } from './flaw.ts';
import type { Lab } from './lab.ts';
import { isSuccess, type CreateReply, type Reply } from './replies.ts';
import { isRepeatable } from './witness.ts';

/**
 * Looks at a flaw again; undefined where it may have been somebody else, or nothing at all.
 * @param wrongs what is wrong with another answer in the same way
 */
export type Confirm<R extends Reply> = (
  lab: Lab,
  flawed: Flawed<R>,
  wrongs: (again: R) => readonly Flaw[],
) => Promise<Confirmed | undefined>;

/** Witnesses of one flaw that are looked at again, until one shows it again. */
export const ATTEMPTS = 3;
/** Fresh animals on which another status has to show again at once. */
const FRESH = 3;

/**
 * Puts the same request to the target once more, on its own. An animal or a message that every target has to accept goes
 * out under a fresh name, since names may have to be unique. Undefined where the budget for animals is used up.
 */
export async function askAgain(
  { api, creates, names }: Pick<Lab, 'api' | 'creates' | 'names'>,
  reply: Reply,
): Promise<Reply | undefined> {
  const { credential, body = null, contentType = null } = reply.outcome.ask;
  switch (reply.operation) {
    case 'list':
      return api.list(reply.query, { credential });
    case 'get':
      return api.get(reply.id, { credential, segment: reply.segment });
    case 'create': {
      const { intent, submitted, spelling, marker = null, sent } = reply;
      return intent === 'plain'
        ? creates.plain(submitted?.status, { spelling })
        : api.create(body, { intent, submitted, marker, sent, credential, contentType });
    }
    case 'message': {
      const { intent, sent } = reply;
      const text = sent?.['message'];
      const fresh =
        intent === 'plain' && typeof text === 'string' ? { message: names.renewed(text) } : undefined;
      const again = fresh === undefined ? reply.body : writeJson(fresh);
      return api.message(again, { intent, sent: fresh ?? sent, credential, contentType });
    }
  }
}

/**
 * The same request once more, on its own. What does not come again is a counterexample all the same, and it is not said to
 * be unsteady where the request may mean something else by now.
 */
export async function sentAgain<R extends Reply>(
  lab: Lab,
  { reply }: Flawed<R>,
  wrongs: (again: R) => readonly Flaw[],
): Promise<Confirmed> {
  const again = await askAgain(lab, reply);
  if (again?.answer === undefined) return { times: 0, of: 0, replies: [] };
  // It is the reply to the same request, so it is of the same kind.
  const isAgain = wrongs(again as R).length > 0;
  const tells = isAgain || (isRepeatable(reply) && !isFilled(reply, again));
  return { times: isAgain ? 1 : 0, of: tells ? 1 : 0, replies: isAgain ? [again] : [] };
}

/** Whether a list showed nothing, and shows animals by now. */
function isFilled(before: Reply, now: Reply): boolean {
  return isSuccess(before.answer) && itemsOf(before).length === 0 && itemsOf(now).length > 0;
}

function itemsOf(reply: Reply): readonly unknown[] {
  return (reply.operation === 'list' && reply.items) || [];
}

/**
 * What somebody else may have changed by right counts only if it shows on fresh animals too that are read at once.
 * @param read reads a fresh animal in the way in which the flawed answer was read
 */
export function onFreshAnimals<R extends Reply>(
  read: (lab: Lab, fresh: CreateReply & { readonly id: bigint }, flawed: R) => Promise<R>,
): Confirm<R> {
  return async (lab, flawed, wrongs) => {
    if (flawed.flaw.mayChange !== true) return sentAgain(lab, flawed, wrongs);
    const [made] = flawed.flaw.beside ?? [];
    const status = made?.operation === 'create' ? made.submitted?.status : undefined;
    const replies: Reply[] = [];
    for (let round = 0; round < FRESH; round += 1) {
      const fresh = await lab.creates.plain(status);
      if (fresh?.id === undefined || fresh.answer === undefined) return undefined;
      const again = await read(lab, { ...fresh, id: fresh.id }, flawed.reply);
      const animal = subject.animal(fresh.id);
      const shows = wrongs(again).some(
        ({ about, actual }) => about?.includes(animal) === true && actual === flawed.flaw.actual,
      );
      if (!shows) return undefined;
      replies.push(again);
    }
    return { times: FRESH, of: FRESH, replies: replies.slice(-1) };
  };
}
