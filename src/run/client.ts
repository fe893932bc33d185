import { createClient } from '../client/client.ts';
import type { ProxyEnvironment } from '../client/proxies.ts';
import { secretsOf } from '../client/secrets.ts';
import type { Client } from '../client/types.ts';
import type { Config } from '../config/types.ts';
import { userAgent } from '../version.ts';

/**
 * A client for the target of a run, which keeps its secrets out of all that is recorded.
 * @throws TypeError in one sentence where a proxy's address is none
 */
export function clientFor(config: Config, signal: AbortSignal, env: ProxyEnvironment | undefined): Client {
  return createClient({
    timeoutMs: config.timeoutMs,
    concurrency: config.concurrency,
    headers: config.header,
    secrets: secretsOf(config),
    clientCertificate: config.clientCertificate,
    // The way to the server within this very process leads through no proxy.
    ...(config.embedded || env === undefined ? {} : { env }),
    signal,
    userAgent: userAgent(),
  });
}
