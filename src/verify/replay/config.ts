import { standIn } from '../../../generators/stand-in-keys.ts';
import type { Report } from '../../../reports/model.ts';
import { readFlags } from '../../config/read.ts';
import { flagsTold } from '../../config/again.ts';
import type { Config } from '../../config/types.ts';
import { UsageError } from '../../config/usage-error.ts';

/** A word of HTTP, in place of the value of a header that evidence does not show: it is redacted nowhere. */
const NO_SECRET = 'application/json';

/**
 * The configuration that a report says its run had, with other keys: evidence does not show the one that was used.
 * @throws UsageError where it says something that no run can be told
 */
export function configOf({ target, scope, settings = [], keysLack = {} }: Report): Config {
  const apiKey = standIn(keysLack.animals);
  const messagesApiKey = standIn(keysLack.messages);
  if (apiKey === undefined || messagesApiKey === undefined)
    throw new UsageError(['says of a key what can be so of none']);
  // What it has of the target is no text, or a label.
  const told = flagsTold(
    { settings },
    (name, { ofTarget, commandOnly }) => ofTarget !== true && commandOnly !== true && name !== 'waivers',
  );
  const header = settings.flatMap(({ flag, text = '' }) =>
    flag === '--header' ? [`${text}${NO_SECRET}`] : [],
  );
  const asked = Object.entries(scope).map(([name, value]) => [name, String(value)] as const);
  const { baseUrl, messagesUrl, embedded } = target;
  const flags = {
    ...told,
    ...Object.fromEntries(asked),
    only: scope.only,
    header,
    baseUrl,
    apiKey,
    ...(messagesUrl === null ? {} : { messagesUrl, messagesApiKey }),
  };
  const config = readFlags(flags);
  if (config.baseUrl === undefined) throw new Error('the report has no target');
  return { ...config, embedded };
}
