import { Agent, buildConnector, Pool, ProxyAgent, type Dispatcher } from 'undici';
import type { ClientCertificate } from '../config/types.ts';
import { passingOverInterim } from './interim.ts';
import { proxiesOf, type Proxy, type ProxyEnvironment } from './proxies.ts';

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
  /**
   * @param origin scheme, host and port
   * @param own the number of a connection that is kept apart; absent, any of the others
   */
  to(origin: string, own?: number): Way;
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
  const optionsOf = (connections: number) => ({
    connections,
    pipelining: 1,
    allowH2: false,
    // The client has one time limit for the whole attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const connector = () => passingOverInterim(buildConnector({ timeout: timeoutMs, ...tls }));
  const direct = (): Dispatcher => new Agent({ ...optionsOf(concurrency), connect: connector() });
  /** An agent closes what it keeps for an origin whenever a connection ends, and loses what was opened since. */
  const single = (origin: string): Dispatcher => new Pool(origin, { ...optionsOf(1), connect: connector() });
  const through = (proxy: Proxy, connections: number): Dispatcher => {
    const options = optionsOf(connections);
    return new ProxyAgent({
      ...options,
      uri: proxy.address,
      requestTls: { timeout: timeoutMs, ...tls },
      proxyTls: { timeout: timeoutMs },
      factory: (origin, own: Pool.Options) =>
        new Pool(origin, {
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
    to: (origin, own) => {
      const lane = own === undefined ? '' : `${String(own)} ${origin}`;
      const name = own === undefined ? origin : lane;
      const known = ways.get(name);
      if (known !== undefined) return known;
      const proxy = proxyFor(origin);
      const key = `${lane} ${proxy?.address ?? ''}`;
      const made = (): Dispatcher => {
        if (proxy !== undefined) return through(proxy, own === undefined ? concurrency : 1);
        return own === undefined ? direct() : single(origin);
      };
      const dispatcher = dispatchers.get(key) ?? made();
      dispatchers.set(key, dispatcher);
      const way = proxy === undefined ? { dispatcher } : { dispatcher, proxy };
      ways.set(name, way);
      return way;
    },
    destroy: async () => {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}
