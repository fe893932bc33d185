import type { Report } from '../../reports/model.ts';
import { sendingBy } from '../http/sending.ts';
import type { Client } from '../http/types.ts';
import { notedClock, type Clock } from '../engine/clock.ts';

/** A client and a clock that note what a run is gone through again by. */
export interface Noted {
  readonly client: Client;
  readonly clock: Clock;
  /** As the report has them; grows while the run goes on. */
  readonly waits: NonNullable<Report['waits']>;
}

/**
 * Notes when waits end, and when a request is given up only after others have ended: everything else follows by itself.
 */
export function noteWaits(client: Client): Noted {
  const waits: [what: number | string, ended: number][] = [];
  const note = (what: number | string): void => void waits.push([what, client.exchanges.length]);
  return {
    waits,
    clock: notedClock(note),
    client: sendingBy(client, async (ask) => {
      const outcome = await client.send(ask);
      const { id, ended } = outcome.exchange;
      if (ended !== undefined && ended !== client.exchanges.length) note(id);
      return outcome;
    }),
  };
}
