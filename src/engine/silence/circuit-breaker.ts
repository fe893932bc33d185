import { requestScope } from '../../http/request-scope.ts';
import type { OutgoingRequest, Client, NoAnswer, Outcome } from '../../http/types.ts';

/** Requests in a row without a response, after which a read tests whether the target is up. */
const IN_A_ROW = 8;
/** Timeouts of one kind of request without any response, after which the kind is given up. */
const OF_A_KIND = 3;

/** The state of one kind of request. */
const newKind = (words: string) => ({
  /** The kind in words, for a sentence that begins with "every". */
  words,
  answered: 0,
  hung: 0,
  /** True if a request that was sent after a timeout timed out too, since a short stall only affects requests in flight. */
  isLasting: false,
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

  const unanswered = async (
    own: readonly Kind[],
    silence: NoAnswer,
    hadHung: ReadonlySet<Kind>,
  ): Promise<NoAnswer> => {
    if (silence.exchange.response !== null) doubt();
    for (const kind of silence.why === 'timeout' ? own : []) {
      kind.hung += 1;
      kind.isLasting ||= hadHung.has(kind);
    }
    const suspicious = () =>
      own.filter(({ hung, answered, isLasting }) => hung >= OF_A_KIND && answered === 0 && isLasting);
    if (lastRead === undefined || silence.why === 'cancelled') return silence;
    if (givenUp(own) === undefined && (suspicious().length > 0 || asking !== undefined)) {
      const last = await (asking ??= ask(lastRead));
      if (last === undefined) for (const kind of suspicious()) kind.gaveUp ??= silence;
    }
    const kind = givenUp(own);
    return kind === undefined ? silence : { ...silence, message: gaveUpWords(kind, kind.gaveUp) };
  };

  /** The kinds of a request: its operation and whether its key is valid, and the same for its check alone. */
  const kindsOf = (request: OutgoingRequest): readonly Kind[] => {
    const words = `${request.operation} request ${request.credential.valid ? 'with' : 'without'} a valid key`;
    return [words, `${words} of the check ${requestScope().check}`].map((name) => {
      const kind = kinds.get(name) ?? newKind(name);
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
        silent = 0;
        // The target may limit requests without a valid key separately.
        if (request.method === 'GET' && request.credential.valid) lastRead = request;
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
