import type { Client, NoAnswer, Outcome } from '../http/types.ts';
import type { Config } from '../config/types.ts';
import { now, until, validKey } from '../engine/target/index.ts';

/** What does not pass by itself: that is for the preflight to say. */
const FINAL: ReadonlySet<NoAnswer['why']> = new Set(['tls', 'too-large', 'rate-limit', 'cancelled']);

/**
 * Waits for a target that is just starting, as long as the configuration says: until something that may be the service
 * answers a list. What it sends is no part of the run.
 * @param client a client of its own
 * @param told called with the reason each time that it is another one
 */
export async function untilReady(
  client: Client,
  { baseUrl, apiKey, waitReady }: Config,
  told: (why: string) => void,
): Promise<void> {
  let last: string | undefined;
  const ask = async (): Promise<string | undefined> => {
    const why = unready(
      await client.send({
        operation: 'list',
        method: 'GET',
        url: `${baseUrl}/pets`,
        credential: validKey(apiKey),
        resend: 'refused',
      }),
    );
    if (why !== undefined && why !== last) told(why);
    last = why;
    return why;
  };
  await until(now() + waitReady * 1000, ask, (why) => why === undefined);
}

/** Why nothing that may be the service has answered; undefined where something has. */
function unready(outcome: Outcome): string | undefined {
  if (outcome.kind === 'no-answer') return FINAL.has(outcome.why) ? undefined : outcome.message;
  // A gateway that does not know the service yet.
  return outcome.status === 404 && !outcome.body.ok ? 'the target answered 404' : undefined;
}
