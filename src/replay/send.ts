import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CredentialForm, CredentialPiece, Exchange } from '../../reports/exchange.ts';
import type { Report } from '../../reports/model.ts';
import { endOf, overlapping, startOf } from '../../reports/requests.ts';
import type { Config } from '../config/types.ts';
import { UsageError } from '../config/usage-error.ts';
import { headerOf } from '../http/content.ts';
import { onConnection } from '../http/connection.ts';
import type { Ask, Client, Credential } from '../http/types.ts';
import { int64 } from '../json/int64.ts';
import type { Json } from '../json/types.ts';
import { validKey } from '../engine/credentials.ts';
import { WIDEST } from '../engine/lists.ts';
import { itemsIn, objectIn } from '../engine/recorded.ts';

/** What of a report says how its requests are put together again. */
type Origin = Pick<Report, 'target' | 'tag'>;

/**
 * Sends requests of a report again, one after another, and side by side where they overlapped, and resolves to what came of
 * each. Animals get fresh names with the tag of that run, since names may have to be unique; what asked for an animal that
 * one of the requests had added asks for the one that it adds now, and once replicas had their time.
 * @param beside what is sent too, at its time, for nothing but being there
 */
export async function sendAgain(
  requests: readonly Exchange[],
  origin: Origin,
  config: Config,
  client: Client,
  beside: readonly Exchange[] = [],
): Promise<readonly Exchange[]> {
  const renamed = renaming(origin.tag);
  const ids = new Map<string, string>();
  const came = new Map<Exchange, Exchange>();
  let before: Exchange | undefined;
  const all = [...requests, ...beside].toSorted((a, b) => startOf(a) - startOf(b));
  for (const group of overlapping(all)) {
    const [first] = group;
    if (first === undefined) continue;
    const isSettling = ids.size > 0 && group.some(({ operation }) => operation !== 'create');
    const gap = before === undefined ? 0 : Math.max(0, startOf(first) - endOf(before));
    await sleep(isSettling ? config.consistencyMs : Math.min(gap, config.consistencyMs));
    await Promise.all(
      group.map(async (exchange, own) => {
        await sleep(startOf(exchange) - startOf(first));
        const ask = askOf(exchange, origin, config, { ids, renamed });
        const last = headerIn(exchange, 'connection') === 'close';
        const { exchange: now } = await onConnection({ own, last }, () => client.send(ask));
        came.set(exchange, now);
        const [old, fresh] = [idIn(exchange), idIn(now)];
        if (exchange.operation === 'create' && old !== undefined && fresh !== undefined) ids.set(old, fresh);
      }),
    );
    before = group.toSorted((a, b) => endOf(a) - endOf(b)).at(-1);
  }
  return requests.flatMap((exchange) => came.get(exchange) ?? []);
}

/** The animals that a target lists, the first hundred; undefined where it lists none. */
export async function heldBy(
  { baseUrl, apiKey }: Config,
  client: Client,
): Promise<readonly Json[] | undefined> {
  const { exchange } = await client.send({
    operation: 'list',
    method: 'GET',
    url: `${baseUrl}/pets?limit=${String(WIDEST)}`,
    credential: validKey(apiKey),
    resend: 'always',
  });
  return itemsIn(exchange);
}

/** How texts of a run are sent again. */
interface Anew {
  /** Ids of animals, each with that of the one that was added in its place. */
  readonly ids: ReadonlyMap<string, string>;
  readonly renamed: (body: string) => string;
}

function askOf(exchange: Exchange, { target }: Origin, config: Config, { ids, renamed }: Anew): Ask {
  const { id, operation, request } = exchange;
  const isMessage = operation === 'message';
  const [from, to, key] = isMessage
    ? [target.messagesUrl ?? '', config.messages?.url ?? '', config.messages?.apiKey ?? '']
    : [target.baseUrl, config.baseUrl, config.apiKey];
  const path = request.url.slice(from.length);
  // `https://pets.example` is the beginning of `https://pets.example.evil` too, which would get the key.
  if (from === '' || !request.url.startsWith(from) || !/^(?:[/?]|$)/u.test(path))
    throw new UsageError([`The address of ${id} is not below that of the report: it cannot be sent again.`]);
  const [, segment = ''] = /^\/pets\/(-?\d+)$/u.exec(path) ?? [];
  const animal = ids.get(segment);
  return {
    operation,
    method: request.method === 'GET' ? 'GET' : 'POST',
    url: to + (animal === undefined ? path : `/pets/${animal}`),
    credential: credentialOf(exchange, key),
    contentType: headerIn(exchange, 'content-type') ?? null,
    body: operation === 'create' && request.body !== null ? renamed(request.body) : request.body,
    resend: request.method === 'GET' ? 'always' : 'refused',
    called: id,
  };
}

export function headerIn({ request }: Exchange, name: string): string | undefined {
  return headerOf(
    request.headers.map(([header, value]) => [header, value]),
    name,
  );
}

/** The credential of a request, as it was put together then, with the key of now. */
export function credentialOf({ id, request: { credential: form } }: Exchange, key: string): Credential {
  if (form === undefined)
    throw new UsageError([
      `The evidence does not say what the Authorization header of ${id} was: an older kit wrote it.`,
    ]);
  return { ...form, value: form.pieces && textOf(form.pieces, key), valid: isValid(form) };
}

function isValid({ kind }: CredentialForm): boolean {
  return kind === 'valid' || kind === 'scheme-case';
}

function textOf(pieces: readonly CredentialPiece[], key: string): string {
  return pieces
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if ('alike' in piece) return piece.alike;
      return 'key' in piece ? key : Buffer.from(textOf(piece.base64, key)).toString('base64');
    })
    .join('');
}

/** The id of the animal in an answer. */
function idIn(exchange: Exchange): string | undefined {
  const isSuccess = exchange.response !== null && exchange.response.status < 300;
  const id = isSuccess ? int64(objectIn(exchange)?.['id']) : undefined;
  return id === undefined ? undefined : String(id);
}

/** Gives the names of a run, three letters before its tag, other letters: the same ones each time, and in the same case. */
function renaming(tag: string | undefined): (body: string) => string {
  if (tag === undefined) return (body) => body;
  const letters = new Map<string, string>();
  const names = new RegExp(`([a-z]{3})(${tag})`, 'giu');
  return (body) =>
    body.replaceAll(names, (_, old: string, rest: string) => {
      const key = old.toLowerCase();
      const fresh = letters.get(key) ?? freshLetters();
      letters.set(key, fresh);
      return `${alikeIn(old, fresh)}${rest}`;
    });
}

/** Three letters that a run comes to only after thousands of animals. */
function freshLetters(): string {
  const letter = (from: number): string => String.fromCharCode(97 + randomInt(from, 26));
  return `${letter(13)}${letter(0)}${letter(0)}`;
}

function alikeIn(old: string, fresh: string): string {
  return Array.from(fresh, (letter, at) =>
    /[A-Z]/u.test(old.charAt(at)) ? letter.toUpperCase() : letter,
  ).join('');
}
