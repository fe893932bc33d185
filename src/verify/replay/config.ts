import { substituteKey } from '../../../generators/substitute-keys.ts';
import type { Report } from '../../../reports/model.ts';
import { readOptions } from '../../config/read.ts';
import { recordedOptions } from '../../config/record.ts';
import type { Config } from '../../config/types.ts';
import { UsageError } from '../../base/usage-error.ts';

/** A word of HTTP, in place of the value of a header that evidence does not show: it is redacted nowhere. */
const NO_SECRET = 'application/json';

/**
 * The configuration that a report says its run had, with other keys: evidence does not show the one that was used.
 * @throws UsageError where it says something that no run can have had
 */
export function configOf(report: Report): Config {
  const { target, settings, startedAt, keysLack = {} } = report;
  const { baseUrl, messagesUrl, embedded } = target;
  const { challenge, header = [] } = settings;
  const apiKey = substituteKey(keysLack.animals);
  const messagesApiKey = substituteKey(keysLack.messages);
  if (apiKey === undefined || messagesApiKey === undefined)
    throw new UsageError(['keysLack names a combination that no key can have']);
  const config = readOptions({
    asOf: startedAt.slice(0, 10),
    ...recordedOptions(report),
    ...(challenge === undefined ? {} : { challenge: String(challenge) }),
    header: [header].flat().map((text) => String(text).replace(/: .*$/su, `: ${NO_SECRET}`)),
    baseUrl,
    apiKey,
    ...(messagesUrl === null ? {} : { messagesUrl, messagesApiKey }),
  });
  if (config.baseUrl === undefined) throw new Error('the report has no target');
  return { ...config, embedded };
}
