import type { Exchange, RecordedCredential } from '../../reports/exchange.ts';
import type { ParsedBody } from './content.ts';
import { requestScope } from './request-scope.ts';
import type { AttemptFailure } from './failures.ts';
import { monotonicDate } from './monotonic-date.ts';
import type { Redactor } from './redact.ts';
import type { RecordedResponse } from './retry.ts';
import { createSharing, type SharedHeaders } from './shared-headers.ts';
import type { WireRequest, WireResponse } from './transport.ts';
import type { OutgoingRequest } from './types.ts';

/** Characters kept of each body, and of all bodies; past `all`, only the `beginning` of a body is kept. */
const MOST = { each: 1024 * 1024, all: 32 * 1024 * 1024, beginning: 2048 };

/** Records every attempt, redacted and bounded: megabytes in each response must not make a report too large to open. */
export function createRecorder(redactor: Redactor, shared: SharedHeaders) {
  const exchanges: Exchange[] = [];
  const listeners: ((exchange: Exchange) => void)[] = [];
  const sharedClasses = createSharing<readonly string[]>();
  const sharedCredential = createSharing<RecordedCredential>();
  const origin = performance.now();
  // Equal bodies share one shortened copy: with 60,000 animals in every list, separate copies took 150 MiB.
  const cuts = { each: new WeakMap<ParsedBody, string>(), beginning: new WeakMap<ParsedBody, string>() };
  let begun = 0;
  let kept = 0;

  const shownResponse = (response: WireResponse, content: ParsedBody): RecordedResponse => {
    const { shown, body } = content;
    const part = kept > MOST.all ? 'beginning' : 'each';
    const isLong = shown.length > MOST[part];
    const text = isLong
      ? (cuts[part].get(content) ??
        `${shown.slice(0, MOST[part])}… (cut, ${String(shown.length)} characters in all)`)
      : shown;
    if (isLong) cuts[part].set(content, text);
    kept += text.length;
    return {
      status: response.status,
      statusText: redactor.text(response.statusText),
      headers: shared(response.headers.map(([name, value]) => [redactor.text(name), redactor.text(value)])),
      body: text,
      bodySize: response.body.length,
      ...(body.ok ? {} : { problem: body.problem, ...(body.unread === true ? { unread: true } : {}) }),
      ...(isLong ? { cut: true } : {}),
    };
  };

  return {
    exchanges,
    /** Milliseconds since the start of the record. */
    now: () => performance.now() - origin,
    /** Starts the record of an attempt. `repeats`: the id of the exchange that it retries. */
    begin: (
      ask: OutgoingRequest,
      requestOf: (id: string) => WireRequest,
      attempt: number,
      repeats?: string,
    ) => {
      const id = `x${String((begun += 1))}`;
      const request = requestOf(id);
      const check = requestScope().check;
      const inputClasses = sharedClasses(requestScope().inputClasses);
      const startedAt = monotonicDate().toISOString();
      const sentAt = performance.now();
      const end = <R extends Pick<Exchange, 'response' | 'failure'>>(result: R, receivedAt: number) => {
        const { kind, label, pieces } = ask.credential;
        const exchange = {
          id,
          check,
          ...(inputClasses.length > 0 && { inputClasses }),
          operation: ask.operation,
          startedAt,
          durationMs: thousandth(receivedAt - sentAt),
          sentAt: thousandth(sentAt - origin),
          ended: exchanges.length + 1,
          attempt,
          ...(repeats === undefined ? {} : { repeats }),
          request: {
            method: ask.method,
            url: redactor.whole(ask.url),
            ...(ask.absolute === true && { absolute: ask.absolute }),
            headers: shared(
              request.shown.map(([name, value, ...variable]) => [name, redactor.whole(value), ...variable]),
            ),
            credential: sharedCredential({ kind, label, pieces }),
            body: typeof ask.body === 'string' ? redactor.whole(ask.body) : null,
          },
          ...result,
        };
        exchanges.push(exchange);
        for (const listener of listeners) listener(exchange);
        return exchange;
      };
      return {
        request,
        /** `performance.now()` when the request was sent. */
        sentAt,
        /** Ends the record with a response; the caller must call either this or `failed`, once. */
        answered: (response: WireResponse, content: ParsedBody, receivedAt: number) =>
          end({ response: shownResponse(response, content), failure: null }, receivedAt),
        failed: ({ dropped: _dropped, message, ...rest }: AttemptFailure) =>
          end({ response: null, failure: { ...rest, message: redactor.whole(message) } }, performance.now()),
      };
    },
    onExchange: (listener: (exchange: Exchange) => void): void => {
      listeners.push(listener);
    },
    close: (): void => {
      listeners.length = 0;
    },
  };
}

function thousandth(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
