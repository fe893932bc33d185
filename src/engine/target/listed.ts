import type { Api } from './api.ts';
import { pause } from './clock.ts';
import { isList } from './lists.ts';
import { placesIn, type GetReply, type ListReply } from './replies.ts';

/** Looks at an animal that lists show although it cannot be got. */
const ROUNDS = 2;

function shows({ items }: ListReply, id: string): boolean {
  return /^-?\d+$/u.test(id) && placesIn(items).of.has(BigInt(id));
}

/** The last list that shows an animal, of those whose answers had come by then. */
export function listShowing({ log }: Api, id: string, by = Infinity): ListReply | undefined {
  return log.filter(isList).findLast((page) => (page.answer?.receivedAt ?? by) < by && shows(page, id));
}

/**
 * Gets an animal of somebody else again, which may be gone legitimately: once every replica has had its time, and each time
 * between two lists. Undefined where a list does not show it any more.
 */
export async function whileListed(
  api: Api,
  id: string,
): Promise<readonly { readonly list: ListReply; readonly get: GetReply }[] | undefined> {
  const shown = listShowing(api, id);
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
