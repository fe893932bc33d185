/** The variables that name proxies, lower-case names first, as curl has it. */
export interface ProxyEnvironment {
  readonly http_proxy?: string | undefined;
  readonly HTTP_PROXY?: string | undefined;
  readonly https_proxy?: string | undefined;
  readonly HTTPS_PROXY?: string | undefined;
  readonly no_proxy?: string | undefined;
  readonly NO_PROXY?: string | undefined;
}

/** A proxy, and where it comes from. */
export interface Proxy {
  /** The variable that set it, as it was written. */
  readonly variable: keyof ProxyEnvironment;
  /** Its address with user and password, where it has them: a secret. */
  readonly address: string;
  /** `host:port`, for words. */
  readonly host: string;
}

/** The proxy on the way to an origin (scheme, host, port); undefined where the way is direct. */
export type ProxyFor = (origin: string) => Proxy | undefined;

/**
 * Reads the proxies of an environment. An https target without a proxy of its own goes through the one for http.
 * @throws TypeError in one sentence, without the value, where a proxy's address is none.
 */
export function proxiesOf(env: ProxyEnvironment): ProxyFor {
  const http = first(env, 'http_proxy', 'HTTP_PROXY');
  const https = first(env, 'https_proxy', 'HTTPS_PROXY') ?? http;
  const exempt = exemption(env.no_proxy ?? env.NO_PROXY ?? '');
  return (origin) => {
    const url = new URL(origin);
    const proxy = url.protocol === 'https:' ? https : http;
    return proxy === undefined || exempt(url) ? undefined : proxy;
  };
}

function first(env: ProxyEnvironment, ...variables: readonly (keyof ProxyEnvironment)[]): Proxy | undefined {
  for (const variable of variables) {
    const value = env[variable];
    // An empty one means that there is to be none, even where the other spelling names one.
    if (value !== undefined) return value.trim() === '' ? undefined : proxyAt(variable, value.trim());
  }
  return undefined;
}

function proxyAt(variable: keyof ProxyEnvironment, value: string): Proxy {
  const address = value.includes('://') ? value : `http://${value}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // The value may hold a password.
    throw new TypeError(
      `${variable} is not the address of an HTTP proxy: give it as http://host:port, or unset it.`,
    );
  }
  return { variable, address, host: url.host };
}

/** Which hosts the list of NO_PROXY leaves out: names with all below them, with a port or without, or `*` for all. */
function exemption(list: string): (url: URL) => boolean {
  const entries = list
    .split(/[,\s]+/u)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [, name = entry, port] = /^(.+):(\d+)$/u.exec(entry) ?? [];
      return { name: name.replace(/^\*?\./u, '').toLowerCase(), port };
    });
  return ({ hostname, port, protocol }) => {
    const own = port === '' ? (protocol === 'https:' ? '443' : '80') : port;
    return entries.some(
      (entry) =>
        (entry.port === undefined || entry.port === own) &&
        (entry.name === '*' || hostname === entry.name || hostname.endsWith(`.${entry.name}`)),
    );
  };
}
