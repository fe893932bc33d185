import type { Api } from './api.ts';
import { pause } from './clock.ts';
import { isAuthenticatedList } from './lists.ts';
import { idPositionsOf, type GetReply, type ListReply } from './replies.ts';

/** Number of rounds of list, get and list for an animal that is in lists, although a get does not find it. */
const ROUNDS = 2;

function shows({ items }: ListReply, id: string): boolean {
  return /^-?\d+$/u.test(id) && idPositionsOf(items).of.has(BigInt(id));
}

/** Returns the last list, received before the time `before`, that shows the animal. */
export function lastListShowing({ log }: Api, id: string, before = Infinity): ListReply | undefined {
  return log
    .filter(isAuthenticatedList)
    .findLast((page) => (page.answer?.receivedAt ?? before) < before && shows(page, id));
}

/**
 * Repeats the get of an animal of another client, who may delete it: each round waits for the consistency time, and reads a
 * list before and after the get. Undefined if a list no longer shows the animal.
 */
export async function repeatGetWhileListed(
  api: Api,
  id: string,
): Promise<readonly { readonly list: ListReply; readonly get: GetReply }[] | undefined> {
  const shown = lastListShowing(api, id);
  if (shown === undefined) return undefined;
  const rounds: { readonly list: ListReply; readonly get: GetReply }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(api.config.consistencyMs);
    const list = await api.list(shown.query);
    const get = await api.get(id);
    if (!shows(list, id) || !shows(await api.list(shown.query), id)) return undefined;
    rounds.push({ list, get });
  }
  return rounds;
}
