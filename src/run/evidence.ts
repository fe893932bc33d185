import { presentMoment } from '../client/instant.ts';
import { rememberLast } from '../client/remember.ts';
import type { Client, Exchange } from '../client/types.ts';

/** Characters of a body that evidence keeps: of each one, and of all together before only the beginning of each is kept. */
const MOST = { each: 1024 * 1024, all: 32 * 1024 * 1024, beginning: 2048 };

interface Long {
  readonly body: string;
  /** Characters of it that are kept. */
  readonly most: number;
}

/** The evidence of a run on its way to the report. */
export interface Evidence {
  /** From now on nothing is sent: what is put together all the same is no evidence. */
  stop(): void;
  /** Requests to add an animal that were under way at the stop, so that the target may have stored one. */
  readonly pendingCreates: number;
}

/**
 * Passes on what the client records, bounded: a target that answers everything with megabytes must not make a report
 * that nobody can write or open. Answers come in another order than requests go out.
 */
export function boundEvidence(client: Client, pass: (exchange: Exchange) => void): Evidence {
  let kept = 0;
  let stoppedAt: string | undefined;
  let pendingCreates = 0;
  const cut = rememberLast(beginning, (one, other) => one.most === other.most && one.body === other.body, 1);
  const bounded = (exchange: Exchange, most: number): Exchange => {
    const { response } = exchange;
    if (response === null || response.body.length <= most) return exchange;
    return { ...exchange, response: { ...response, body: cut({ body: response.body, most }), cut: true } };
  };
  client.onExchange((exchange) => {
    if (stoppedAt !== undefined && exchange.failure?.kind === 'cancelled') {
      if (exchange.startedAt >= stoppedAt) return;
      if (exchange.operation === 'create') pendingCreates += 1;
    }
    const shown = bounded(exchange, kept > MOST.all ? MOST.beginning : MOST.each);
    kept += shown.response?.body.length ?? 0;
    pass(shown);
  });
  return {
    stop: () => void (stoppedAt ??= presentMoment().toISOString()),
    get pendingCreates() {
      return pendingCreates;
    },
  };
}

function beginning({ body, most }: Long): string {
  return `${body.slice(0, most)}… (cut, ${String(body.length)} characters in all)`;
}
