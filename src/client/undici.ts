import { createRequire } from 'node:module';
import type { Agent, buildConnector, Pool, ProxyAgent } from 'undici';

const load = createRequire(import.meta.url);

/**
 * A part of undici without the rest of it. Its index loads 110 modules (fetch, caches, mocks) in 43 ms, the agent 23 of
 * them in 13 ms: that is felt in a run of half a second. The paths are none that undici promises to keep, so that the
 * index stands in where they are gone.
 */
function part(path: string, name: string): unknown {
  try {
    return load(path);
  } catch {
    return (load('undici') as Record<string, unknown>)[name];
  }
}

/** What keeps direct connections. */
export function loadAgent(): typeof Agent {
  return part('undici/lib/dispatcher/agent.js', 'Agent') as typeof Agent;
}

/** What keeps direct connections to one origin. */
export function loadPool(): typeof Pool {
  return part('undici/lib/dispatcher/pool.js', 'Pool') as typeof Pool;
}

/** What opens a connection. */
export function loadBuildConnector(): typeof buildConnector {
  return part('undici/lib/core/connect.js', 'buildConnector') as typeof buildConnector;
}

/** What keeps connections through a proxy: its tunnels want the whole of undici. */
export function loadProxyParts(): { readonly ProxyAgent: typeof ProxyAgent; readonly Pool: typeof Pool } {
  return load('undici') as { ProxyAgent: typeof ProxyAgent; Pool: typeof Pool };
}
