import { buildConnector, EnvHttpProxyAgent, Pool, type Dispatcher } from 'undici';
import type { ClientCertificate } from '../config/types.ts';
import { skipInterimResponses } from './interim-responses.ts';
import { proxiesOf, type Proxy, type ProxyEnvironment } from './proxies.ts';

export interface ConnectionPoolOptions {
  /** Maximum number of requests in flight, and of connections to one origin. */
  readonly concurrency: number;
  /** Maximum milliseconds of each attempt, from connecting to the last byte. */
  readonly timeoutMs: number;
  /** The environment variables that name proxies; if absent, every connection is direct. */
  readonly env?: ProxyEnvironment;
  readonly clientCertificate?: ClientCertificate | null;
}

/** Creates the connections of a client: direct, or through the proxies that the environment names. */
export function createConnectionPools({
  concurrency,
  timeoutMs,
  env = {},
  clientCertificate,
}: ConnectionPoolOptions) {
  const { http, https } = proxiesOf(env);
  const exempt = env.no_proxy ?? env.NO_PROXY ?? '';
  const tls = clientCertificate ?? {};
  const direct = skipInterimResponses(buildConnector({ timeout: timeoutMs, ...tls }));
  const directOrigins = new Set<string>();
  const agents = new Map<number | undefined, { readonly agent: Dispatcher; readonly connections: number }>();
  const closing: Promise<void>[] = [];

  const agentOf = (connections: number): Dispatcher => {
    // The timeouts of undici are off: the client limits the time of the whole attempt.
    const options = { connections, pipelining: 1, allowH2: false, headersTimeout: 0, bodyTimeout: 0 };
    return new EnvHttpProxyAgent({
      ...options,
      httpProxy: http?.address ?? '',
      httpsProxy: https?.address ?? '',
      noProxy: exempt.split(/[,\s]+/u).includes('*') ? '*' : exempt,
      connect: direct,
      requestTls: { timeout: timeoutMs, ...tls },
      proxyTls: { timeout: timeoutMs },
      // Plain HTTP is proxied without a tunnel: most proxies tunnel to port 443 only.
      proxyTunnel: false,
      factory: (origin, { connect }: Pool.Options) => {
        const isDirect = connect === direct || typeof connect !== 'function';
        if (isDirect) directOrigins.add(String(origin));
        const pool = new Pool(origin, {
          ...options,
          connect: isDirect ? direct : skipInterimResponses(connect),
        });
        return kept(pool, origin);
      },
    });
  };

  return {
    /** `own`: number of a dedicated connection. `most`: maximum of other connections; a surplus is closed when free. */
    dispatcher: (own?: number, most = concurrency): Dispatcher => {
      const connections = own === undefined ? most : 1;
      const known = agents.get(own);
      if (known?.connections === connections) return known.agent;
      if (known !== undefined) closing.push(known.agent.close().catch(() => undefined));
      const agent = agentOf(connections);
      agents.set(own, { agent, connections });
      return agent;
    },
    /** The proxy on the way to an origin that a request was sent to; undefined if the way is direct. */
    proxyTo: (origin: string): Proxy | undefined => {
      if (directOrigins.has(origin)) return undefined;
      return origin.startsWith('https:') ? https : http;
    },
    destroy: async (): Promise<void> => {
      await Promise.all([...[...agents.values()].map(({ agent }) => agent.destroy()), ...closing]);
    },
  };
}

/** Makes the agent count one open connection too many: otherwise it drops a pool that still has open connections. */
function kept(pool: Pool, origin: string | URL): Pool {
  queueMicrotask(() => pool.emit('connect', new URL(origin), []));
  return pool;
}
