import { UsageError } from '../base/usage-error.ts';

/** The environment variables that name proxies; lower-case names take precedence, as in curl. */
export type ProxyEnvironment = {
  readonly [variable in `${'http' | 'https' | 'no'}_proxy` | `${'HTTP' | 'HTTPS' | 'NO'}_PROXY`]?:
    string | undefined;
};

export interface Proxy {
  /** The environment variable that names the proxy, as the user spelled it. */
  readonly variable: keyof ProxyEnvironment;
  /** The address, with any user and password: a secret. */
  readonly address: string;
  /** `host:port`, for messages. */
  readonly host: string;
}

/** The proxy of each scheme; https falls back to http. Throws a UsageError, without the value, for a bad address. */
export function proxiesOf(env: ProxyEnvironment): { readonly http?: Proxy; readonly https?: Proxy } {
  const http = first(env, 'http_proxy', 'HTTP_PROXY');
  const https = first(env, 'https_proxy', 'HTTPS_PROXY') ?? http;
  return { ...(http && { http }), ...(https && { https }) };
}

function first(env: ProxyEnvironment, ...variables: readonly (keyof ProxyEnvironment)[]): Proxy | undefined {
  const variable = variables.find((name) => env[name] !== undefined);
  const value = variable === undefined ? '' : (env[variable] ?? '').trim();
  // An empty variable means no proxy, even if the other spelling names one.
  if (variable === undefined || value === '') return undefined;
  const address = value.includes('://') ? value : `http://${value}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // The message leaves out the value, which may contain a password.
    throw new UsageError([
      `${variable} is not the address of an HTTP proxy: give it as http://host:port, or unset it.`,
    ]);
  }
  return { variable, address, host: url.host };
}
