/** The variables that name proxies, lower-case names first, as curl has it. */
export type ProxyEnvironment = {
  readonly [variable in `${'http' | 'https' | 'no'}_proxy` | `${'HTTP' | 'HTTPS' | 'NO'}_PROXY`]?:
    string | undefined;
};

export interface Proxy {
  /** The variable that set it, as it was written. */
  readonly variable: keyof ProxyEnvironment;
  /** Its address with user and password, where it has them: a secret. */
  readonly address: string;
  /** `host:port`, for words. */
  readonly host: string;
}

/** An https target may go through the proxy for http. Throws a TypeError, without the value, for a bad address. */
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
