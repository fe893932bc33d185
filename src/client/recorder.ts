import type { CredentialForm, Exchange, Header, SentHeader } from '../../reports/exchange.ts';
import type { Content } from './content.ts';
import { currentCheck } from './attribution.ts';
import type { Failure } from './failures.ts';
import { presentMoment } from './instant.ts';
import type { Redactor } from './redact.ts';
import { rememberLast } from './remember.ts';
import { shownHeaders } from './request.ts';
import type { WireRequest, WireResponse } from './transport.ts';
import type { Ask } from './types.ts';

/** One attempt on its way. */
export interface OpenRecord {
  /** `performance.now()` when it was sent. */
  readonly sentAt: number;
  /** Ends the record with the answer and the text of its body, or with the failure; to be called once. */
  end(
    result: { response: WireResponse; content: Content; receivedAt: number } | { failure: Failure },
  ): Exchange;
}

/** Characters of a body that are kept: of each one, and of all together before only the beginning of each is kept. */
const MOST = { each: 1024 * 1024, all: 32 * 1024 * 1024, beginning: 2048 };

/**
 * Keeps the evidence: every attempt, redacted before anybody sees it, and bounded: a target that answers everything with
 * megabytes must not make a report that nobody can write or open.
 */
export interface Recorder {
  /** In the order of sending. */
  readonly exchanges: readonly Exchange[];
  /** @param repeats the exchange that it tries again */
  begin(ask: Ask, request: WireRequest, attempt: number, repeats?: string): OpenRecord;
  onExchange(listener: (exchange: Exchange) => void): void;
}

export function createRecorder(redactor: Redactor): Recorder {
  const exchanges: Exchange[] = [];
  const places: number[] = [];
  const listeners: ((exchange: Exchange) => void)[] = [];
  let begun = 0;
  let ended = 0;
  const origin = performance.now();
  let kept = 0;
  const cut = rememberLast(beginning, (one, other) => one.most === other.most && one.body === other.body, 1);
  const bounded = (response: Exchange['response']): Exchange['response'] => {
    const most = kept > MOST.all ? MOST.beginning : MOST.each;
    const isLong = response !== null && response.body.length > most;
    const shown = isLong
      ? { ...response, body: cut({ body: response.body, most }), cut: true as const }
      : response;
    kept += shown?.body.length ?? 0;
    return shown;
  };

  const keep = (exchange: Exchange, number: number): void => {
    // Answers come out of order, though never far out.
    let at = places.length;
    while (at > 0 && (places[at - 1] ?? 0) > number) at -= 1;
    places.splice(at, 0, number);
    exchanges.splice(at, 0, exchange);
    for (const listener of listeners) listener(exchange);
  };

  return {
    exchanges,
    begin: (ask, request, attempt, repeats) => {
      begun += 1;
      const number = begun;
      const check = currentCheck();
      const startedAt = presentMoment().toISOString();
      const sentAt = performance.now();
      return {
        sentAt,
        end: (result) => {
          ended += 1;
          const receivedAt = 'receivedAt' in result ? result.receivedAt : performance.now();
          const exchange: Exchange = {
            id: `x${number}`,
            check,
            operation: ask.operation,
            startedAt,
            durationMs: thousandth(receivedAt - sentAt),
            sentAt: thousandth(sentAt - origin),
            ended,
            attempt,
            ...(repeats === undefined ? {} : { repeats }),
            request: {
              method: ask.method,
              url: redactor.whole(ask.url),
              headers: shownHeaders(request, ask).map(([name, value, ...variable]): SentHeader => [
                name,
                redactor.whole(value),
                ...variable,
              ]),
              credential: formOf(ask),
              body: typeof ask.body === 'string' ? redactor.whole(ask.body) : null,
            },
            response: bounded(
              'response' in result ? shownResponse(result.response, result.content, redactor) : null,
            ),
            failure: 'failure' in result ? shownFailure(result.failure, redactor) : null,
          };
          keep(exchange, number);
          return exchange;
        },
      };
    },
    onExchange: (listener) => {
      listeners.push(listener);
    },
  };
}

function beginning({ body, most }: { readonly body: string; readonly most: number }): string {
  return `${body.slice(0, most)}… (cut, ${String(body.length)} characters in all)`;
}

/** Rounded to a thousandth. */
function thousandth(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function shownResponse(
  { status, statusText, headers, body: bytes }: WireResponse,
  { text, body }: Content,
  redactor: Redactor,
): Exchange['response'] {
  return {
    status,
    statusText: redactor.text(statusText),
    headers: headers.map(([name, value]): Header => [redactor.text(name), redactor.text(value)]),
    body: redactor.text(text),
    bodySize: bytes.length,
    ...(body.ok ? {} : { problem: redactor.text(body.problem) }),
    ...(!body.ok && body.unread === true ? { unread: true } : {}),
  };
}

function shownFailure({ kind, message, unsent, code }: Failure, redactor: Redactor): Exchange['failure'] {
  return {
    kind,
    message: redactor.whole(message),
    ...(unsent === undefined ? {} : { unsent }),
    ...(code === undefined ? {} : { code }),
  };
}

function formOf({ credential: { kind, label, pieces } }: Ask): CredentialForm {
  return { kind, label, pieces };
}
