import type { Client, NoAnswer, Outcome } from '../http/types.ts';
import type { Config } from '../config/types.ts';
import { now, repeatFor, validCredential } from '../engine/target/index.ts';

/** Failures that waiting does not fix; the preflight reports them. */
const FINAL: ReadonlySet<NoAnswer['why']> = new Set(['tls', 'too-large', 'rate-limit', 'cancelled']);

/** Waits until the service answers a list request, at most `waitReady` seconds. These requests are not part of the run. */
export async function waitUntilReady(
  client: Client,
  { baseUrl, apiKey, waitReady }: Config,
  onNotReady: (why: string) => void,
): Promise<void> {
  let last: string | undefined;
  const ask = async () => {
    const sentAt = now();
    const why = unready(
      await client.send({
        operation: 'list',
        method: 'GET',
        url: `${baseUrl}/pets`,
        credential: validCredential(apiKey),
        resend: 'refused',
      }),
    );
    if (why !== undefined && why !== last) onNotReady(why);
    last = why;
    return { why, sentAt };
  };
  await repeatFor(
    waitReady * 1000,
    ask,
    ({ why }) => why === undefined,
    ({ sentAt }) => sentAt,
  );
}

/** Returns why the service is not ready; undefined if it answered, or if waiting does not help. */
function unready(outcome: Outcome): string | undefined {
  if (outcome.kind === 'no-answer') return FINAL.has(outcome.why) ? undefined : outcome.message;
  // A 404 without JSON comes from a gateway that does not know the service yet.
  return outcome.status === 404 && !outcome.body.ok ? 'the target answered 404' : undefined;
}
