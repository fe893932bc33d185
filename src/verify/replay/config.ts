import type { Report } from '../../../reports/model.ts';
import { readOptions, type Options } from '../../config/options.ts';
import type { Config } from '../../config/types.ts';

/**
 * Keys of every kind that inputs are made from in another way: evidence does not show the one that was used, and has no
 * need to. The common kind stands first.
 */
const KINDS = [
  'kq7mX2vR9tLw4nZp8sBd',
  'kq7mX2vR9t.Lw4nZp8sBd',
  'kq7mX2vR9tLw4nZp8s==',
  'kq7mX2vR',
  '----',
] as const;

/** Keys of the two interfaces, in place of the real ones. */
export interface Keys {
  readonly apiKey: string;
  readonly messagesApiKey: string;
}

/** Every pair of kinds, the likeliest first. */
export function keyPairs({ target }: Report): readonly Keys[] {
  const pairs = KINDS.flatMap((apiKey) =>
    (target.messagesUrl === null ? KINDS.slice(0, 1) : KINDS).map((messagesApiKey) => ({
      apiKey,
      messagesApiKey,
    })),
  );
  const same = pairs.filter(({ apiKey, messagesApiKey }) => apiKey === messagesApiKey);
  return [...new Set([...same, ...pairs])];
}

/**
 * The configuration that a report says its run had, with other keys.
 * @throws UsageError where it says something that no run can be told
 */
export function configOf(report: Report, keys: Keys): Config {
  const { target, scope, seed, settings = [] } = report;
  const told = (flag: string): number | undefined => {
    const text = settings.find((one) => one.flag === flag)?.text;
    return text === undefined ? undefined : Number(text);
  };
  const messages =
    target.messagesUrl === null
      ? {}
      : { messagesUrl: target.messagesUrl, messagesApiKey: keys.messagesApiKey };
  const options: Options = {
    baseUrl: target.baseUrl,
    apiKey: keys.apiKey,
    ...messages,
    consistencyMs: told('--consistency-ms'),
    timeoutMs: told('--timeout-ms'),
    concurrency: told('--concurrency'),
    waitReady: told('--wait-ready'),
    deadline: told('--deadline'),
    categoryIds: scope.categoryIds?.map(BigInt),
    runs: scope.runs,
    seed,
    readOnly: scope.readOnly,
    maxCreated: scope.maxCreated,
    only: scope.only,
    asOf: scope.asOf,
    strict: scope.strict,
  };
  const config = readOptions(options);
  if (config.baseUrl === undefined) throw new Error('the report has no target');
  return { ...config, embedded: target.embedded };
}
