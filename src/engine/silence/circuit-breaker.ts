import { sendingBy } from '../../http/sending.ts';
import type { Ask, Client, NoAnswer, Outcome } from '../../http/types.ts';
import { int64 } from '../../json/int64.ts';
import { readJson } from '../../json/json.ts';
import type { Json, JsonObject } from '../../json/types.ts';
import { isObject, STATUSES } from '../target/index.ts';

/** Requests in a row that get no answer before the target is asked whether it still answers at all. */
const IN_A_ROW = 8;
/** Requests of one kind that hang, and none that was answered, before the kind is given up. */
const OF_A_KIND = 3;
/** Ids that are kept to tell a known animal from an unknown one. */
const IDS = 2000;

/** The outcome of the requests of one kind. */
interface Kind {
  /** What follows "every". */
  readonly words: string;
  answered: number;
  hung: number;
  /** Requests under way. */
  trying: number;
  /** Lets those go on that wait for the end of one of these. */
  readonly waiting: (() => void)[];
  /** Set once it is given up: the outcome of the first one. */
  gaveUp?: NoAnswer;
}

/**
 * A circuit breaker: a client that does not wait for what does not come. Where this many requests in a row got no answer, or so
 * many of one kind hang, the read that was answered last is sent once more, and nothing else until it ended. If that
 * gets no answer either, the target is gone; if it does, it is the kind that hangs, and no more of it is sent. Until one of a kind
 * is answered, no more of it are under way than it takes to give it up. A run could else wait for each of its requests.
 * @param gone called once, with the outcome of the last try
 */
export function circuitBreaker(client: Client, gone: (silence: NoAnswer) => void): Client {
  const kinds = new Map<string, Kind>();
  const ids = new Set<string>();
  let silent = 0;
  let lastRead: Ask | undefined;
  let asking: Promise<NoAnswer | undefined> | undefined;

  /** The outcome of the read that was answered last when it is sent again, before all others; undefined for an answer. */
  const ask = async (read: Ask): Promise<NoAnswer | undefined> => {
    const outcome = await client.send({ ...read, exclusive: 'retrying' });
    asking = undefined;
    const last = outcome.kind === 'answer' || outcome.why === 'too-large' ? undefined : outcome;
    const enough = silent >= IN_A_ROW;
    if (last === undefined || enough) silent = 0;
    if (last !== undefined && last.why !== 'cancelled' && enough) gone(last);
    return last;
  };
  const doubt = (): void => {
    silent += 1;
    if (silent >= IN_A_ROW && lastRead !== undefined) asking ??= ask(lastRead);
  };
  // Each first attempt: the client may go on trying for long, with all that it has under way.
  client.onExchange(({ attempt, response, failure }) => {
    const kind = failure?.kind;
    if (attempt === 1 && response === null && kind !== 'too-large' && kind !== 'cancelled') doubt();
  });

  const answered = (kind: Kind, request: Ask, found: Outcome): void => {
    kind.answered += 1;
    silent = 0;
    // What is refused for its key may be limited by itself.
    if (request.method === 'GET' && request.credential.valid) lastRead = request;
    const value: Json = found.kind === 'answer' && found.body.ok ? found.body.value : null;
    for (const item of Array.isArray(value) ? (value as readonly Json[]) : [value]) {
      const id = isObject(item) && ids.size < IDS ? int64(item['id']) : undefined;
      if (id !== undefined) ids.add(String(id));
    }
  };

  /** What to tell of a request that got no answer. */
  const unanswered = async (kind: Kind, silence: NoAnswer): Promise<NoAnswer> => {
    if (silence.exchange.response !== null) doubt();
    if (silence.why === 'timeout') kind.hung += 1;
    const suspicious = kind.hung >= OF_A_KIND && kind.answered === 0;
    if (lastRead === undefined || silence.why === 'cancelled') return silence;
    if (kind.gaveUp === undefined && (suspicious || asking !== undefined)) {
      const last = await (asking ??= ask(lastRead));
      if (last === undefined && suspicious && kind.answered === 0) kind.gaveUp ??= silence;
    }
    return kind.gaveUp === undefined ? silence : { ...silence, message: gaveUpWords(kind, kind.gaveUp) };
  };

  return sendingBy(client, async (request) => {
    const words = kindOf(request, (id) => ids.has(id));
    const kind = kinds.get(words) ?? { words, answered: 0, hung: 0, trying: 0, waiting: [] };
    kinds.set(words, kind);
    while (isOpen(kind)) await new Promise<void>((resolve) => kind.waiting.push(resolve));
    if (kind.gaveUp !== undefined) {
      const message = gaveUpWords(kind, kind.gaveUp);
      return { ...kind.gaveUp, ask: request, message, unsent: true };
    }
    kind.trying += 1;
    try {
      // One that hangs as the others do is not waited for twice.
      const hangs = kind.hung > 0 && kind.answered === 0;
      const found = await client.send(hangs ? { ...request, resend: 'refused' } : request);
      const isThere = found.kind === 'answer' || found.why === 'too-large';
      if (isThere) answered(kind, request, found);
      return { ...(isThere ? found : await unanswered(kind, found)), ask: request };
    } finally {
      kind.trying -= 1;
      for (const go of kind.waiting.splice(0)) go();
    }
  });
}

/** Whether as many of a kind hang, or may do so, as it takes to give it up, and none was answered. */
function isOpen({ gaveUp, answered, trying, hung }: Kind): boolean {
  return gaveUp === undefined && answered === 0 && trying > 0 && trying + hung >= OF_A_KIND;
}

function gaveUpWords({ words }: Kind, { message }: NoAnswer): string {
  return `every ${words} hangs, while others are answered: ${message}, and no more of them are sent`;
}

/**
 * What a request is one of, in words that follow "every": a server that answers one kind never, and the others well, is
 * told by it. Computed from the request alone, and from what animals are known.
 * @param isKnown whether an animal of that id was seen, the id as it stands in the path
 */
export function kindOf(ask: Ask, isKnown: (id: string) => boolean): string {
  const message = ask.operation === 'message';
  if (!ask.credential.valid) return message ? 'message without a valid key' : 'request without a valid key';
  switch (ask.operation) {
    case 'message':
      return typeof bodyOf(ask)['message'] === 'string' ? 'valid message' : 'faulty message';
    case 'create':
      return isNewPet(ask) ? 'valid request to add an animal' : 'faulty request to add an animal';
    case 'list':
      return isDocumentedQuery(ask) ? 'valid request for a list' : 'request for a list with an odd query';
    case 'get':
      return isKnown(ask.url.slice(ask.url.lastIndexOf('/') + 1))
        ? 'request for a known animal'
        : 'request for an unknown animal';
  }
}

function bodyOf({ body, contentType }: Ask): JsonObject {
  const read = typeof body === 'string' && contentType === 'application/json' ? readJson(body) : undefined;
  return read?.ok === true && isObject(read.value) ? read.value : {};
}

function isNewPet(ask: Ask): boolean {
  const { name, categoryId, status } = bodyOf(ask);
  return typeof name === 'string' && int64(categoryId) !== undefined && isDocumentedStatus(status);
}

function isDocumentedQuery({ url }: Ask): boolean {
  const { limit = '1', status } = Object.fromEntries(new URL(url).searchParams);
  return /^\d{1,3}$/u.test(limit) && Number(limit) >= 1 && Number(limit) <= 100 && isDocumentedStatus(status);
}

function isDocumentedStatus(value: Json | undefined): boolean {
  return value === undefined || STATUSES.some((one) => one === value);
}
