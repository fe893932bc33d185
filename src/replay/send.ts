import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { invalidKeys } from '../../generators/credentials.ts';
import type { CredentialForm, CredentialPiece, Exchange } from '../../reports/exchange.ts';
import type { Report } from '../../reports/model.ts';
import { endOf, overlapping, startOf } from '../../reports/requests.ts';
import type { Config } from '../config/types.ts';
import { UsageError } from '../config/usage-error.ts';
import { headerOf } from '../http/content.ts';
import { onConnection } from '../http/connection.ts';
import type { Ask, Client, Credential } from '../http/types.ts';
import { validKey } from '../engine/credentials.ts';
import { WIDEST_QUERIES } from '../engine/lists.ts';
import { itemsIn } from '../engine/recorded.ts';
import { animalsIn, broughtIn, idIn, idOf } from './state.ts';

/** What of a report says how its requests are put together again. */
type Origin = Pick<Report, 'target' | 'tag'>;

/**
 * Sends requests of a report again, one after another, and side by side where they overlapped, and resolves to what came of
 * each. Animals get fresh names with the tag of that run, since names may have to be unique, and so do ids in bodies; what
 * asked for an animal that one of the requests had added asks for the one that it adds now, and once replicas had their time;
 * what asked for it before that asks for the id that comes next.
 */
export async function sendAgain(
  requests: readonly Exchange[],
  origin: Origin,
  config: Config,
  client: Client,
  { beside = [], held = [] }: Around = {},
): Promise<readonly Exchange[]> {
  const renamed = renaming(origin.tag);
  const ids = new Map<string, string>();
  const made = new Set(requests.filter(({ operation }) => operation === 'create').map(idIn));
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
        const next = (): string => nextId([...held, ...came.values()]);
        const idFor = (old: string): string =>
          ids.get(old) ?? neighbour(old, ids) ?? (made.has(old) ? next() : old);
        const ask = askOf(exchange, origin, config, { ids, idFor, renamed });
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

/** What there is around requests that are sent again. */
interface Around {
  /** What is sent too, at its time, for nothing but being there. */
  readonly beside?: readonly Exchange[];
  /** What the target held before. */
  readonly held?: readonly Exchange[];
}

/** The id that follows the highest one that some answers show. */
function nextId(exchanges: readonly Exchange[]): string {
  const all = exchanges.flatMap(animalsIn).map((one) => BigInt(idOf(one) ?? 0));
  return String(all.reduce((most, one) => (one > most ? one : most), 0n) + 1n);
}

/** As far from the animal of now as an id was from that of then, where a narrower number takes both for one. */
function neighbour(asked: string, ids: ReadonlyMap<string, string>): string | undefined {
  for (const [old, fresh] of ids) {
    const gap = BigInt(asked) - BigInt(old);
    if (gap !== 0n && gap % 2n ** 31n === 0n) return String(BigInt(fresh) + gap);
  }
  return undefined;
}

/**
 * What a target holds, as far as its widest lists tell, or the first of them alone. They go out on the connection that is the
 * first to be used again: what a run sends goes out on connections that a good key came on before, and where a server goes by
 * that, it shows.
 */
export async function heldBy(
  { baseUrl, apiKey }: Config,
  client: Client,
  most?: number,
): Promise<readonly Exchange[]> {
  const ask = { operation: 'list', method: 'GET', credential: validKey(apiKey), resend: 'always' } as const;
  const lists = onConnection({ own: 0, last: false }, () =>
    WIDEST_PAGES.slice(0, most).map((path) => client.send({ ...ask, url: baseUrl + path })),
  );
  return (await Promise.all(lists)).map(({ exchange }) => exchange);
}

/** The widest lists of a run that came last before an exchange. */
export function heldThen(
  evidence: readonly Exchange[],
  proof: Exchange,
  { target }: Report,
): readonly Exchange[] {
  const before = evidence.filter((one) => one !== proof && endOf(one) <= startOf(proof));
  return WIDEST_PAGES.flatMap(
    (path) => before.findLast((one) => itemsIn(one) && one.request.url === target.baseUrl + path) ?? [],
  );
}

const WIDEST_PAGES = WIDEST_QUERIES.map((query) => `/pets?${new URLSearchParams({ ...query }).toString()}`);

/** How texts of a run are sent again. */
interface Anew {
  /** Ids of animals, each with that of the one that was added in its place. */
  readonly ids: ReadonlyMap<string, string>;
  /** The id to ask for in place of another. */
  readonly idFor: (old: string) => string;
  readonly renamed: (body: string) => string;
}

/**
 * What follows the address of the report in that of a request.
 * @throws UsageError where it is another address
 */
export function pathIn({ id, operation, request: { url } }: Exchange, { target }: Origin): string {
  const from = (operation === 'message' ? target.messagesUrl : target.baseUrl) ?? '';
  const path = url.slice(from.length);
  // `https://pets.example` is the beginning of `https://pets.example.evil` too, which would get the key.
  if (from === '' || !url.startsWith(from) || !/^(?:[/?]|$)/u.test(path))
    throw new UsageError([`The address of ${id} is not below that of the report: it cannot be sent again.`]);
  return path;
}

function askOf(exchange: Exchange, origin: Origin, config: Config, { ids, idFor, renamed }: Anew): Ask {
  const { id, operation, request } = exchange;
  const { url: to = '', apiKey: key = '' } =
    operation === 'message' ? (config.messages ?? {}) : { url: config.baseUrl, apiKey: config.apiKey };
  const path = pathIn(exchange, origin);
  const [, segment] = /^\/pets\/(-?\d+)$/u.exec(path) ?? [];
  return {
    operation,
    method: request.method === 'GET' ? 'GET' : 'POST',
    url: to + (segment === undefined ? path : `/pets/${idFor(segment)}`),
    credential: credentialOf(exchange, key),
    contentType: headerIn(exchange, 'content-type') ?? null,
    body: operation === 'create' && request.body !== null ? withId(renamed(request.body), ids) : request.body,
    resend: request.method === 'GET' ? 'always' : 'refused',
    called: id,
  };
}

/** The id in the body of a create: that of an animal in its place, else a free one of as many bits and the same type. */
function withId(body: string, ids: ReadonlyMap<string, string>): string {
  const old = broughtIn(body);
  if (old === undefined) return body;
  const free = old.length < 8 ? old : String(BigInt(old) ^ BigInt(randomInt(1, 2 ** 20)));
  const again = new RegExp(`("id":"?)${old}\\b`, 'u');
  return body.replace(again, (_, before: string) => before + (ids.get(old) ?? free));
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
  // A token that is not kept is made of the key again, as far as it was made of it.
  const made = form.pieces?.some((piece) => 'alike' in piece)
    ? invalidKeys(key).flatMap(({ values = [] }) => values.filter(({ label }) => label === form.label))
    : [];
  const value = made[0]?.value ?? (form.pieces && textOf(form.pieces, key));
  return { ...form, value, valid: isValid(form) };
}

/** Whether a credential is one that has to be taken. */
export function isValid({ kind }: CredentialForm): boolean {
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

/** Finds the names of a run in a body, whatever is escaped there: three letters, and its tag. */
export function namesOf(tag: string): RegExp {
  return new RegExp(`((?:\\\\u00[0-9a-f]{2}|[a-z]){3})(${tag})`, 'giu');
}

/**
 * Gives the names of a run, three letters before its tag, letters that a run comes to only after thousands of animals: those
 * so many places on in the alphabet, in the same case, and escaped where those are.
 */
function renaming(tag: string | undefined): (body: string) => string {
  if (tag === undefined) return (body) => body;
  const places = [randomInt(13, 26), randomInt(26), randomInt(26)];
  return (body) =>
    body.replaceAll(namesOf(tag), (_, old: string, rest: string) => {
      let at = 0;
      const fresh = old.replaceAll(/\\u00(..)|[a-z]/giu, (unit, escaped?: string) => {
        const code = escaped === undefined ? unit.charCodeAt(0) : Number.parseInt(escaped, 16);
        const first = code < 97 ? 65 : 97;
        const letter = first + ((code - first + (places[at++] ?? 0)) % 26);
        return escaped === undefined ? String.fromCharCode(letter) : `\\u00${letter.toString(16)}`;
      });
      return `${fresh}${rest}`;
    });
}
