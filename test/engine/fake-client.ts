import type { Exchange, NoResponseKind, Header } from '../../reports/exchange.ts';
import { headerOf, mediaTypeOf } from '../../src/http/content.ts';
import { validCredential } from '../../src/engine/target/credentials.ts';
import { parseExactJson } from '../../src/json/json.ts';
import { requestScope } from '../../src/http/request-scope.ts';
import type { OutgoingRequest, Client, NoAnswer, Outcome } from '../../src/http/types.ts';

/** A request with the valid key; a list, where nothing else is said. */
export function askOf(path = '', more: Partial<OutgoingRequest> = {}): OutgoingRequest {
  const url = `http://127.0.0.1:1/v1/pets${path}`;
  const credential = validCredential('pk_0123456789abcdef');
  return { operation: 'list', method: 'GET', url, credential, resend: 'always', ...more };
}

/** What a scripted target says to a request, or why it says nothing. */
export type Script =
  | {
      readonly status: number;
      readonly body?: string;
      /** Default: application/json. */ readonly type?: string;
    }
  | NoAnswer['why']
  /** A request that never reached the target. */
  | 'unsent';

/** A client without a network: each request is answered by a function. */
export interface FakeClient extends Client {
  /** Every request, in the order of sending. */
  readonly asks: readonly OutgoingRequest[];
}

const STATUS_THAT_STAYED: Partial<Record<NoAnswer['why'] | 'unsent', number>> = {
  'rate-limit': 429,
  unavailable: 503,
};

export function fakeClient(script: (ask: OutgoingRequest) => Script | Promise<Script>): FakeClient {
  const asks: OutgoingRequest[] = [];
  const exchanges: Exchange[] = [];
  const traffic = { requests: 0, retried: 0 };
  const listeners: ((exchange: Exchange) => void)[] = [];
  return {
    asks,
    exchanges,
    traffic,
    onExchange: (listener) => {
      listeners.push(listener);
    },
    now: () => performance.now(),
    close: () => Promise.resolve(),
    async send(ask) {
      asks.push(ask);
      traffic.requests += 1;
      const id = `x${String(asks.length)}`;
      const { check } = requestScope();
      const sentAt = performance.now();
      const said = await script(ask);
      const outcome = outcomeOf(ask, id, { check, sentAt }, said);
      exchanges.push(outcome.exchange);
      for (const listener of listeners) listener(outcome.exchange);
      return outcome;
    },
  };
}

function failureOf(said: NoAnswer['why'] | 'unsent'): NoResponseKind {
  return said === 'unsent' || said === 'rate-limit' || said === 'unavailable' ? 'connection' : said;
}

function outcomeOf(
  ask: OutgoingRequest,
  id: string,
  { check, sentAt }: { readonly check: string; readonly sentAt: number },
  said: Script,
): Outcome {
  const status = typeof said === 'string' ? STATUS_THAT_STAYED[said] : said.status;
  const body = typeof said === 'string' ? '' : (said.body ?? '');
  const type = typeof said === 'string' ? undefined : said.type;
  const headers: Header[] = [['Content-Type', type ?? 'application/json']];
  const exchange: Exchange = {
    id,
    check,
    operation: ask.operation,
    startedAt: new Date(Date.UTC(2026, 10, 21) + Number(id.slice(1))).toISOString(),
    sentAt: Number(id.slice(1)),
    ended: Number(id.slice(1)),
    durationMs: 1,
    attempt: 1,
    request: {
      method: ask.method,
      url: ask.url,
      headers: [],
      credential: ask.credential,
      body: ask.body ?? null,
    },
    response: status === undefined ? null : { status, statusText: '', headers, body, bodySize: body.length },
    failure:
      typeof said === 'string' && status === undefined ? { kind: failureOf(said), message: 'refused' } : null,
  };
  if (said === 'unsent') {
    return { kind: 'no-answer', ask, exchange, why: 'connection', message: 'refused', unsent: true };
  }
  if (typeof said === 'string') {
    return { kind: 'no-answer', ask, exchange, why: said, message: `nothing came: ${said}` };
  }
  return {
    kind: 'answer',
    ask,
    exchange,
    status: said.status,
    header: (name) => headerOf(headers, name),
    mediaType: mediaTypeOf(headers),
    body: parseExactJson(body),
    sentAt,
    receivedAt: performance.now(),
  };
}
