import type { Dispatcher, Pool } from 'undici';
import type { ClientCertificate } from '../config/types.ts';
import { passingOverInterim } from './interim.ts';
import { proxiesOf, type Proxy, type ProxyEnvironment } from './proxies.ts';
import { loadAgent, loadBuildConnector, loadProxyParts } from './undici.ts';

export interface WayOptions {
  /** Connections to one origin, at most. */
  readonly concurrency: number;
  /** Milliseconds to connect. */
  readonly timeoutMs: number;
  /** The variables that name proxies; absent, every way is direct. */
  readonly env?: ProxyEnvironment;
  /** Shown to a target that asks for one. */
  readonly clientCertificate?: ClientCertificate | null;
}

/** The way to an origin. */
export interface Way {
  readonly dispatcher: Dispatcher;
  /** The proxy that stands in it. */
  readonly proxy?: Proxy;
}

/** The connections of a client. */
export interface Ways {
  /** @param origin scheme, host and port */
  to(origin: string): Way;
  /** Ends every connection. */
  destroy(): Promise<void>;
}

/**
 * What keeps the connections: direct ones, or ones through the proxies that the environment names.
 * @throws TypeError in one sentence, without the value, where a proxy's address is none.
 */
export function createWays({ concurrency, timeoutMs, env = {}, clientCertificate }: WayOptions): Ways {
  const proxyFor = proxiesOf(env);
  const ways = new Map<string, Way>();
  const tls = clientCertificate ?? {};
  const options = {
    connections: concurrency,
    pipelining: 1,
    allowH2: false,
    // The client has one time limit for the whole attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const direct = (): Dispatcher => {
    const Agent = loadAgent();
    const connect = passingOverInterim(loadBuildConnector()({ timeout: timeoutMs, ...tls }));
    return new Agent({ ...options, connect });
  };
  const through = (proxy: Proxy): Dispatcher => {
    const parts = loadProxyParts();
    return new parts.ProxyAgent({
      ...options,
      uri: proxy.address,
      requestTls: { timeout: timeoutMs, ...tls },
      proxyTls: { timeout: timeoutMs },
      factory: (origin, own: Pool.Options) =>
        new parts.Pool(origin, {
          ...options,
          ...own,
          ...(typeof own.connect === 'function' ? { connect: passingOverInterim(own.connect) } : {}),
        }),
      // Plain HTTP goes through a proxy as such: most proxies tunnel to port 443 only.
      proxyTunnel: false,
    });
  };
  const dispatchers = new Map<string, Dispatcher>();
  return {
    to: (origin) => {
      const known = ways.get(origin);
      if (known !== undefined) return known;
      const proxy = proxyFor(origin);
      const key = proxy?.address ?? '';
      const dispatcher = dispatchers.get(key) ?? (proxy === undefined ? direct() : through(proxy));
      dispatchers.set(key, dispatcher);
      const way = proxy === undefined ? { dispatcher } : { dispatcher, proxy };
      ways.set(origin, way);
      return way;
    },
    destroy: async () => {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}
