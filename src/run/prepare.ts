import { startReference } from '../../reference/index.ts';
import { checks } from '../../suites/index.ts';
import type { Waiver } from '../../reports/model.ts';
import type { Config, ConfigBeforeStart } from '../config/types.ts';
import { proxiesOf, type ProxyEnvironment } from '../http/proxies.ts';
import { readWaivers } from '../waivers/file.ts';

/** Server header of the embedded server, by which its evidence is recognized. */
export const REFERENCE_SERVER_NAME = 'petstore-conformance-reference';

/**
 * Reads the waivers, and starts the embedded server if the user names no target; both profiles are then claimed.
 * @param env variables that name proxies; undefined: direct connections
 * @throws UsageError if a variable names an invalid proxy, or the waiver file is wrong
 */
export async function prepareRun(user: ConfigBeforeStart, env: ProxyEnvironment = {}) {
  // Throws here, before any request, if a variable is wrong.
  proxiesOf(env);
  const { waivers: file } = user;
  const waivers: readonly Waiver[] = file === undefined ? [] : await readWaivers(file, checks);
  if (user.baseUrl !== undefined) return { config: user, waivers, close: () => Promise.resolve() };
  const reference = await startReference({ asOf: user.asOf, name: REFERENCE_SERVER_NAME });
  const { baseUrl, messagesUrl: url, key: apiKey, messagesKey } = reference;
  const messages = Object.freeze({ url, apiKey: messagesKey });
  const config = Object.freeze<Config>({ ...user, baseUrl, apiKey, embedded: true, messages });
  return { config, waivers, close: () => reference.close() };
}
