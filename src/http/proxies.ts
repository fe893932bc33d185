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

/**
 * The proxies that an environment names for each scheme. An https target without one of its own goes through the one for http.
 * @throws TypeError in one sentence, without the value, where a proxy's address is not valid.
 */
export function proxiesOf(env: ProxyEnvironment): { readonly http?: Proxy; readonly https?: Proxy } {
  const http = first(env, 'http_proxy', 'HTTP_PROXY');
  const https = first(env, 'https_proxy', 'HTTPS_PROXY') ?? http;
  return { ...(http && { http }), ...(https && { https }) };
}

function first(env: ProxyEnvironment, ...variables: readonly (keyof ProxyEnvironment)[]): Proxy | undefined {
  const variable = variables.find((name) => env[name] !== undefined);
  const value = variable === undefined ? '' : (env[variable] ?? '').trim();
  // An empty one means that there is to be none, even where the other spelling names one.
  if (variable === undefined || value === '') return undefined;
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
