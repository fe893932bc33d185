import { createRequire } from 'node:module';
import type { Agent, EnvHttpProxyAgent } from 'undici';

const load = createRequire(import.meta.url);

/**
 * undici's agent without the rest of it. Its index loads 110 modules (fetch, caches, mocks) in 43 ms, the agent 23 of
 * them in 13 ms: that is felt in a run of half a second. The path is none that undici promises to keep, so that the
 * index stands in where it is gone.
 */
export function loadAgent(): typeof Agent {
  try {
    return load('undici/lib/dispatcher/agent.js') as typeof Agent;
  } catch {
    return (load('undici') as { Agent: typeof Agent }).Agent;
  }
}

/** undici's agent for proxies, which needs the whole of it. */
export function loadProxyAgent(): typeof EnvHttpProxyAgent {
  return (load('undici') as { EnvHttpProxyAgent: typeof EnvHttpProxyAgent }).EnvHttpProxyAgent;
}
