import type { Exchange } from '../../reports/exchange.ts';
import type { Config } from '../config/types.ts';
import { MAX_LIST_LENGTH, validCredential } from '../engine/target/index.ts';
import type { Client } from '../http/types.ts';

/** Whether a list showed animals of the session, and the URL at which the target showed one of them. */
export interface AnimalVisibility {
  readonly listed: boolean;
  readonly address?: string;
}

/** Returns where responses of a round showed animals of the session, whose names contain the letters `tag`. */
export function visibilityOfAnimals(evidence: readonly Exchange[], tag: string): AnimalVisibility {
  const showing = evidence.filter((exchange) => shows(exchange, tag));
  const read = showing.findLast(({ operation }) => operation === 'get');
  return {
    listed: showing.some(({ operation }) => operation === 'list'),
    ...(read && { address: read.request.url }),
  };
}

/**
 * True if the target lost the session's animals: it showed them in a list and by id before, and shows neither now.
 * False if unsure: after an error, for a list of 100 or more, or if the animals never were in a list or at their URL.
 */
export async function areAnimalsGone(
  client: Client,
  { baseUrl, apiKey }: Config,
  tag: string,
  { listed, address }: AnimalVisibility,
): Promise<boolean> {
  if (!listed || address === undefined) return false;
  const ask = (operation: 'list' | 'get', url: string) =>
    client.send({ operation, method: 'GET', url, credential: validCredential(apiKey), resend: 'always' });
  const [list, get] = await Promise.all([
    ask('list', `${baseUrl}/pets?limit=${String(MAX_LIST_LENGTH)}`),
    ask('get', address),
  ]);
  if (list.kind === 'no-answer' || get.kind === 'no-answer') return false;
  const items = list.status === 200 && list.body.ok ? list.body.value : undefined;
  const isWhole = Array.isArray(items) && items.length < MAX_LIST_LENGTH;
  const isRead = get.status === 200 || get.status === 404;
  return isWhole && isRead && ![list, get].some(({ exchange }) => shows(exchange, tag));
}

function shows({ response }: Exchange, tag: string): boolean {
  return response?.status === 200 && response.body.toLowerCase().includes(tag);
}
