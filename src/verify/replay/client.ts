import { isDeepStrictEqual } from 'node:util';
import type { Exchange } from '../../../reports/exchange.ts';
import { requestScope } from '../../http/request-scope.ts';
import { answeredAttempt, failedAttempt } from '../../http/attempt.ts';
import { headerOf } from '../../http/content.ts';
import { createRateLimitDetector } from '../../http/retry.ts';
import { buildWireRequest, type CommonHeadersFor } from '../../http/request.ts';
import type { OutgoingRequest, NoAnswer, Outcome } from '../../http/types.ts';
import { withoutUndefined } from '../../base/without-undefined.ts';
import { parseExactJson } from '../../json/json.ts';
import type { ReplaySchedule } from './schedule.ts';

/** All attempts of one request, in order. */
type Attempts = readonly [Exchange, ...Exchange[]];

/** Returns a text that identifies a request: its check, its input classes, and all members of it that the evidence records. */
const keyOf = (...parts: readonly (string | readonly string[] | true | null | undefined)[]): string =>
  JSON.stringify(parts);

function keyOfAsked(check: string, ask: OutgoingRequest): string {
  const { operation, method, url, absolute, contentType, body, credential } = ask;
  const sender = [check, ...requestScope().inputClasses];
  return keyOf(sender, operation, method, url, absolute, contentType, body, credential.label);
}

function keyOfRecorded({ check, inputClasses = [], operation, request }: Exchange): string {
  const { method, url, absolute, headers, body, credential } = request;
  const contentType = headerOf(headers, 'content-type');
  const sender = [check, ...inputClasses];
  return keyOf(sender, operation, method, url, absolute, contentType, body, credential.label);
}

/** Groups requests by identity, in the order of sending, each with all its attempts. */
function grouped(evidence: readonly Exchange[]): Map<string, Attempts[]> {
  const groups = new Map<string, Attempts[]>();
  for (const exchange of evidence) {
    const key = keyOfRecorded(exchange);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    const at = group.findIndex(
      (attempts) =>
        attempts.at(-1)?.id === exchange.repeats && attempts.at(-1)?.attempt === exchange.attempt - 1,
    );
    const begun = group[at];
    if (exchange.repeats === undefined) group.push([exchange]);
    // A retry without its previous attempt is ignored, so that it is reported as a request that the run did not send.
    else if (begun !== undefined) group[at] = [...begun, exchange];
  }
  return groups;
}

/**
 * Creates a client that answers each request with the recorded outcome of the same request of the same check, when
 * its turn comes. A request that is not in the evidence gets no response.
 * @param common headers of every request of the run
 * @param onMissing called with the number of requests missing so far
 */
export function createReplayClient(
  evidence: readonly Exchange[],
  schedule: ReplaySchedule,
  common: CommonHeadersFor,
  onMissing: (missing: number) => void,
) {
  const recorded = grouped(evidence);
  const exchanges: Exchange[] = [];
  const traffic = { requests: 0, retried: 0 };
  const missing: string[] = [];
  const altered: string[] = [];
  const asked = new Set<string>();
  const isLimit = createRateLimitDetector();
  const limited = new Set<Exchange>();
  const listeners: ((exchange: Exchange) => void)[] = [];

  const happened = async (exchange: Exchange): Promise<void> => {
    await schedule.exchange(exchange.ended, exchange.sentAt + exchange.durationMs);
    exchanges.push(exchange);
    traffic.requests += 1;
    if (exchange.attempt > 1) traffic.retried += 1;
    if (exchange.response !== null && isLimit(exchange.response)) limited.add(exchange);
    for (const listener of listeners) listener(exchange);
  };

  return {
    send: async (ask: OutgoingRequest): Promise<Outcome> => {
      const check = requestScope().check;
      const attempts = recorded.get(keyOfAsked(check, ask))?.shift() ?? [];
      for (const attempt of attempts) {
        const { id, request } = attempt;
        asked.add(id);
        const { shown } = buildWireRequest(ask, common(attempts[0]?.id ?? id));
        const { kind, label, pieces } = ask.credential;
        const sent = [shown, { kind, label, pieces }];
        if (!isDeepStrictEqual([request.headers, request.credential], sent)) altered.push(id);
        await happened(attempt);
      }
      const last = attempts.at(-1);
      if (last === undefined) {
        missing.push(
          `${check} sends ${ask.method} ${ask.url} (${ask.credential.label}), which is not in the evidence`,
        );
        onMissing(missing.length);
        return missingFromEvidence(ask, check);
      }
      return recordedOutcome(ask, last, limited.has(last));
    },
    traffic,
    exchanges,
    onExchange: (listener: (exchange: Exchange) => void) => void listeners.push(listener),
    now: schedule.now,
    close: () => Promise.resolve(),
    /** One line of text for each request that has no exchange in the evidence. */
    missing,
    /** Ids of exchanges whose request headers or credential differ from those that the kit sends. */
    altered,
    unasked: (): readonly string[] => evidence.map(({ id }) => id).filter((id) => !asked.has(id)),
  };
}

/** Returns the recorded outcome of a request; `isRateLimit`: its 4xx means a rate limit. */
function recordedOutcome(ask: OutgoingRequest, exchange: Exchange, isRateLimit: boolean): Outcome {
  const { response, failure } = exchange;
  if (response === null) {
    const why = failure ?? { kind: 'connection', message: 'no answer' };
    return failedAttempt(ask, exchange, { ...why, dropped: false }).outcome;
  }
  const { body: text, problem, unread } = response;
  const body =
    problem === undefined ? parseExactJson(text) : withoutUndefined({ ok: false as const, problem, unread });
  const { headers } = response;
  return answeredAttempt(ask, exchange, response, { headers, body, isRateLimit }).outcome;
}

function missingFromEvidence(ask: OutgoingRequest, check: string): NoAnswer {
  const message = 'the evidence has no such request';
  const exchange: Exchange = {
    id: 'x0',
    check,
    operation: ask.operation,
    startedAt: '',
    sentAt: 0,
    ended: 0,
    durationMs: 0,
    attempt: 1,
    request: {
      method: ask.method,
      url: ask.url,
      headers: [],
      credential: ask.credential,
      body: ask.body ?? null,
    },
    response: null,
    failure: { kind: 'cancelled', message },
  };
  return { kind: 'no-answer', ask, exchange, why: 'cancelled', message };
}
