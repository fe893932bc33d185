import type { Dispatcher } from 'undici';
import { loadAgent, loadProxyAgent } from './undici.ts';

/** The variables that name proxies, lower-case names first, as curl has it. */
export interface ProxyEnvironment {
  readonly http_proxy?: string | undefined;
  readonly HTTP_PROXY?: string | undefined;
  readonly https_proxy?: string | undefined;
  readonly HTTPS_PROXY?: string | undefined;
  readonly no_proxy?: string | undefined;
  readonly NO_PROXY?: string | undefined;
}

/**
 * What keeps the connections: direct ones, or ones through the proxies that the environment names.
 * @throws TypeError in one sentence, without the value, where a proxy's address is none.
 */
export function createDispatcher(
  concurrency: number,
  timeoutMs: number,
  env: ProxyEnvironment = {},
): Dispatcher {
  const options = {
    connections: concurrency,
    pipelining: 1,
    allowH2: false,
    // The client has one time limit for the whole attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const httpProxy = proxyAddress('HTTP_PROXY', env.http_proxy ?? env.HTTP_PROXY);
  const httpsProxy = proxyAddress('HTTPS_PROXY', env.https_proxy ?? env.HTTPS_PROXY);
  if (httpProxy === '' && httpsProxy === '') {
    const Agent = loadAgent();
    return new Agent({ ...options, connect: { timeout: timeoutMs } });
  }
  const EnvHttpProxyAgent = loadProxyAgent();
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy,
    httpsProxy,
    noProxy: env.no_proxy ?? env.NO_PROXY ?? '',
    // Plain HTTP goes through a proxy as such: most proxies tunnel to port 443 only.
    proxyTunnel: false,
  });
}

function proxyAddress(name: string, value: string | undefined): string {
  if (value === undefined || value.trim() === '') return '';
  const text = value.includes('://') ? value.trim() : `http://${value.trim()}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // The value may hold a password.
    throw new TypeError(
      `${name} is not the address of an HTTP proxy: give it as http://host:port, or unset it.`,
    );
  }
  return text;
}
