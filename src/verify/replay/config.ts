import { substituteKey } from '../../../generators/substitute-keys.ts';
import type { Report } from '../../../reports/model.ts';
import { configFromOptions } from '../../config/read.ts';
import { reusableOptions } from '../../config/record.ts';
import type { Config } from '../../config/types.ts';
import { UsageError } from '../../base/usage-error.ts';

/** Replaces header values, which the evidence does not show. A word of HTTP, since the kit does not redact it. */
const NO_SECRET = 'application/json';

/**
 * Returns the configuration of a reported run, with substitute keys: the evidence does not show the real ones.
 * @throws UsageError if no run can have had it
 */
export function configOfReport(report: Report): Config {
  const { target, settings, startedAt, keysLack = {} } = report;
  const { baseUrl, messagesUrl, embedded } = target;
  const { challenge, header = [] } = settings;
  const apiKey = substituteKey(keysLack.animals);
  const messagesApiKey = substituteKey(keysLack.messages);
  if (apiKey === undefined || messagesApiKey === undefined)
    throw new UsageError([
      'keysLack names forms of wrong tokens that could not be sent, and there is no key that rules out exactly these',
    ]);
  const config = configFromOptions({
    asOf: startedAt.slice(0, 10),
    ...reusableOptions(report),
    ...(challenge === undefined ? {} : { challenge: String(challenge) }),
    header: [header].flat().map((text) => String(text).replace(/: .*$/su, `: ${NO_SECRET}`)),
    baseUrl,
    apiKey,
    ...(messagesUrl === null ? {} : { messagesUrl, messagesApiKey }),
  });
  if (config.baseUrl === undefined) throw new Error('the report has no target');
  return { ...config, embedded };
}
