import { currentCheckId } from '../../http/attribution.ts';
import type { OutgoingRequest, Client, NoAnswer, Outcome } from '../../http/types.ts';
import { int64Value } from '../../json/int64.ts';
import { parseExactJson } from '../../json/json.ts';
import type { Json, JsonObject } from '../../json/types.ts';
import { hasDocumentedQuery, isObject, isPetStatus, itemId } from '../target/index.ts';

/** Requests in a row without a response, after which a read tests whether the target is up. */
const IN_A_ROW = 8;
/** Timeouts of one kind of request without any response, after which the kind is given up. */
const OF_A_KIND = 3;
/** The maximum number of ids that are kept to tell a known animal from an unknown one. */
const IDS = 2000;

/** The state of one kind of request. */
const newKind = (words: string, isLasting: boolean) => ({
  /** The kind in words, for a sentence that begins with "every". */
  words,
  answered: 0,
  hung: 0,
  /** True if a request that was sent after a timeout timed out too, since a short stall only affects requests in flight. */
  isLasting,
  /** Limits of the lists that hung: if all these lists had the same limit, the limit may be the cause. */
  limits: new Set<string | null>(),
  trying: 0,
  /** Callbacks that resume waiting requests of this kind, when another request of the kind has ended. */
  waiting: [] as (() => void)[],
  /** Set once this kind of request is no longer sent: the missing response that led to the decision. */
  gaveUp: undefined as NoAnswer | undefined,
});
type Kind = ReturnType<typeof newKind>;

/**
 * Stops waiting for responses that never come. After IN_A_ROW requests without a response, or OF_A_KIND timeouts of one kind,
 * resends the last answered read alone. If the read gets no response, the target is down (calls `onTargetDown` after IN_A_ROW
 * requests); otherwise that kind of request is no longer sent.
 */
export function withCircuitBreaker(client: Client, onTargetDown: (silence: NoAnswer) => void): Client {
  const kinds = new Map<string, Kind>();
  const ids = new Set<string>();
  let silent = 0;
  let lastRead: OutgoingRequest | undefined;
  let asking: Promise<NoAnswer | undefined> | undefined;

  /** Resends the last answered read before all other requests; returns undefined if the read is answered. */
  const ask = async (read: OutgoingRequest): Promise<NoAnswer | undefined> => {
    const outcome = await client.send({ ...read, exclusive: 'retrying' });
    asking = undefined;
    const last = outcome.kind === 'answer' || outcome.why === 'too-large' ? undefined : outcome;
    const enough = silent >= IN_A_ROW;
    if (last === undefined || enough) silent = 0;
    if (last !== undefined && last.why !== 'cancelled' && enough) onTargetDown(last);
    return last;
  };
  const doubt = (): void => {
    silent += 1;
    if (silent >= IN_A_ROW && lastRead !== undefined) asking ??= ask(lastRead);
  };
  // Only first attempts count, because the client may retry the requests in flight for a long time.
  client.onExchange(({ attempt, response, failure }) => {
    const kind = failure?.kind;
    if (attempt === 1 && response === null && kind !== 'too-large' && kind !== 'cancelled') doubt();
  });

  const answered = (request: OutgoingRequest, found: Outcome): void => {
    silent = 0;
    // The target may limit requests without a valid key separately.
    if (request.method === 'GET' && request.credential.valid) lastRead = request;
    const value: Json = found.kind === 'answer' && found.body.ok ? found.body.value : null;
    for (const item of Array.isArray(value) ? (value as readonly Json[]) : [value]) {
      const id = itemId(item);
      if (id !== undefined && ids.size < IDS) ids.add(String(id));
    }
  };

  const unanswered = async (
    own: readonly Kind[],
    silence: NoAnswer,
    hadHung: ReadonlySet<Kind>,
  ): Promise<NoAnswer> => {
    if (silence.exchange.response !== null) doubt();
    for (const kind of silence.why === 'timeout' ? own : []) {
      kind.hung += 1;
      kind.isLasting ||= hadHung.has(kind);
      kind.limits.add(new URL(silence.ask.url).searchParams.get('limit'));
    }
    const suspicious = () =>
      own.filter(
        ({ words, hung, answered: there, isLasting, limits }) =>
          hung >= OF_A_KIND &&
          there === 0 &&
          isLasting &&
          (limits.size > 1 || !words.includes('with status=')),
      );
    if (lastRead === undefined || silence.why === 'cancelled') return silence;
    if (givenUp(own) === undefined && (suspicious().length > 0 || asking !== undefined)) {
      const last = await (asking ??= ask(lastRead));
      if (last === undefined) for (const kind of suspicious()) kind.gaveUp ??= silence;
    }
    const kind = givenUp(own);
    return kind === undefined ? silence : { ...silence, message: gaveUpWords(kind, kind.gaveUp) };
  };

  /** Returns the kind of a request, and narrower kinds by its parts and check, since a target may hang only for these. */
  const kindsOf = (request: OutgoingRequest): readonly Kind[] => {
    const words = requestKindText(request, (id) => ids.has(id));
    const parts = [...partsOf(request), `of ${currentCheckId()}`].map((part) => `${words} ${part}`);
    return [words, ...parts].map((name) => {
      const kind = kinds.get(name) ?? newKind(name, name === words);
      kinds.set(name, kind);
      return kind;
    });
  };

  const send = async (request: OutgoingRequest): Promise<Outcome> => {
    const own = kindsOf(request);
    // An exclusive request must not wait here, because the waiting requests wait for its end.
    while (request.exclusive === undefined) {
      const open = own.find(isOpen);
      if (open === undefined) break;
      await new Promise<void>((resolve) => open.waiting.push(resolve));
    }
    const hung = givenUp(own);
    if (hung !== undefined) {
      return { ...hung.gaveUp, ask: request, message: gaveUpWords(hung, hung.gaveUp), unsent: true };
    }
    for (const kind of own) kind.trying += 1;
    try {
      // A request of a kind that hangs is not retried.
      const hadHung = new Set(own.filter((kind) => kind.hung > 0));
      const hangs = own.some((kind) => hadHung.has(kind) && kind.answered === 0);
      const found = await client.send(hangs ? { ...request, resend: 'refused' } : request);
      const isThere = found.kind === 'answer' || found.why === 'too-large';
      if (isThere) {
        for (const kind of own) kind.answered += 1;
        answered(request, found);
      }
      return { ...(isThere ? found : await unanswered(own, found, hadHung)), ask: request };
    } finally {
      for (const kind of own) kind.trying -= 1;
      for (const go of own.flatMap((kind) => kind.waiting.splice(0))) go();
    }
  };
  return { ...client, send };
}

type GivenUp = Kind & { readonly gaveUp: NoAnswer };

function givenUp(kinds: readonly Kind[]): GivenUp | undefined {
  return kinds.find((kind): kind is GivenUp => kind.gaveUp !== undefined);
}

function isOpen({ gaveUp, answered, trying, hung }: Kind): boolean {
  return gaveUp === undefined && answered === 0 && trying > 0 && trying + hung >= OF_A_KIND;
}

function gaveUpWords({ words }: Pick<Kind, 'words'>, { message }: NoAnswer): string {
  return `every ${words} hangs, while other requests are answered: ${message}, and no more of them are sent`;
}

/** Returns the kind of a request as words that can follow "every". `isKnown`: true for the id of a known animal. */
export function requestKindText(ask: OutgoingRequest, isKnown: (id: string) => boolean): string {
  const message = ask.operation === 'message';
  if (!ask.credential.valid) return message ? 'message without a valid key' : 'request without a valid key';
  switch (ask.operation) {
    case 'message':
      return typeof bodyOf(ask)['message'] === 'string' ? 'valid message' : 'faulty message';
    case 'create':
      return isNewPet(ask) ? 'valid request to add an animal' : 'faulty request to add an animal';
    case 'list':
      return hasDocumentedQuery({ query: Object.fromEntries(new URL(ask.url).searchParams) })
        ? 'valid request for a list'
        : 'request for a list with an odd query';
    case 'get':
      return isKnown(ask.url.slice(ask.url.lastIndexOf('/') + 1))
        ? 'request for a known animal'
        : 'request for an unknown animal';
  }
}

function partsOf({ operation, url, credential, body }: OutgoingRequest): readonly string[] {
  const { pathname, search, searchParams } = new URL(url);
  const { value } = credential;
  const scheme = /^[\w-]*/u.exec(value ?? '')?.[0] ?? '';
  const key = value === null ? 'without an Authorization header' : `with "${scheme}" in the header`;
  const own = credential.valid ? '' : `${key} `;
  const parts = credential.valid ? [] : [`to ${operation} ${key}`];
  if (operation === 'list') {
    const status = searchParams.get('status');
    if (status !== null) parts.push(`${own}with status=${status.slice(0, 40)}`);
    parts.push(`${own}(${pathname}${search.slice(0, 80)})`);
  }
  if (typeof body === 'string' && !parseExactJson(body).ok) parts.push(`${own}with a body that is not JSON`);
  return parts;
}

function bodyOf({ body, contentType }: OutgoingRequest): JsonObject {
  const read =
    typeof body === 'string' && contentType === 'application/json' ? parseExactJson(body) : undefined;
  return read?.ok === true && isObject(read.value) ? read.value : {};
}

function isNewPet(ask: OutgoingRequest): boolean {
  const { name, categoryId, status = 'sold' } = bodyOf(ask);
  const isStatus = typeof status === 'string' && isPetStatus(status);
  return typeof name === 'string' && int64Value(categoryId) !== undefined && isStatus;
}
