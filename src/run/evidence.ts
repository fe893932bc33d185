import type { Exchange } from '../../reports/exchange.ts';
import { presentMoment } from '../client/instant.ts';
import type { Client } from '../client/types.ts';

/** The evidence of a run on its way to the report. */
export interface Evidence {
  /** From now on nothing is sent: what is put together all the same is no evidence. */
  stop(): void;
  /** Requests to add an animal that were under way at the stop, so that the target may have stored one. */
  readonly pendingCreates: number;
}

/** Passes on what the client records. Answers come in another order than requests go out. */
export function collectEvidence(client: Client, pass: (exchange: Exchange) => void): Evidence {
  let stoppedAt: string | undefined;
  let pendingCreates = 0;
  client.onExchange((exchange) => {
    if (stoppedAt !== undefined && exchange.failure?.kind === 'cancelled') {
      if (exchange.startedAt >= stoppedAt) return;
      if (exchange.operation === 'create') pendingCreates += 1;
    }
    pass(exchange);
  });
  return {
    stop: () => void (stoppedAt ??= presentMoment().toISOString()),
    get pendingCreates() {
      return pendingCreates;
    },
  };
}
