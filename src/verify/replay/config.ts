import { invalidKeys } from '../../../generators/credentials.ts';
import type { Report } from '../../../reports/model.ts';
import type { Exchange } from '../../../reports/exchange.ts';
import { readFlags } from '../../config/read.ts';
import { settingRows, type SettingName } from '../../config/settings.ts';
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
  // Without two letters to swap, or a letter or digit in the middle, or either; with a mark, and without.
  '748112522603',
  '7481125.22603',
  '748112522603==',
  'kq7mX2vR9-Lw4nZp8sBd',
  'kq7mX2vR.-Lw4nZp8sBd',
  'kq7mX2vR9-Lw4nZp8s==',
  '748112522-0374112260',
  '748112522-037.112260',
  '748112522-03741122==',
  '----------------',
  '---.------------',
  '---------------=',
] as const;

/** Keys of the two interfaces, in place of the real ones. */
export interface Keys {
  readonly apiKey: string;
  readonly messagesApiKey: string;
}

/** Pairs that are tried at most. */
const TRIED = 25;

/**
 * Pairs of kinds, the likeliest first: the common one, since a run may not have come to all that it asks with them, then those
 * of which the same tokens are made that stand in the evidence, by their labels. What a key cannot have been made of weighs
 * more than what may not have been asked.
 */
export function keyPairs(evidence: readonly Exchange[]): readonly Keys[] {
  const labels = KINDS.map(
    (key) => new Set(invalidKeys(key).flatMap(({ values = [] }) => values.map(({ label }) => label))),
  );
  const known = [...new Set(labels.flatMap((made) => [...made]))];
  const ranked = (ofMessages: boolean) => {
    const asked = evidence.filter(({ operation }) => (operation === 'message') === ofMessages);
    const sent = new Set(asked.map(({ request }) => request.credential?.label));
    return KINDS.map((key, at) => {
      const made = labels[at] ?? new Set();
      const lacking = known.filter((label) => sent.has(label) && !made.has(label)).length;
      const idle = known.filter((label) => !sent.has(label) && made.has(label)).length;
      return { key, distance: lacking * known.length + idle };
    });
  };
  const messages = ranked(true);
  const pairs = ranked(false).flatMap(({ key: apiKey, distance }) =>
    messages.map((other) => ({
      keys: { apiKey, messagesApiKey: other.key },
      distance: distance + other.distance,
    })),
  );
  const near = pairs.toSorted((a, b) => a.distance - b.distance).slice(0, TRIED);
  return [{ apiKey: KINDS[0], messagesApiKey: KINDS[0] }, ...near.map(({ keys }) => keys)];
}

/** The settings that a report tells and a replay goes by, by their flags: what it has of the target is no text, or a label. */
const REPLAYED = new Map<string, SettingName>(
  settingRows.flatMap(([name, { flag, ofTarget, commandOnly }]) =>
    ofTarget === true || commandOnly === true || name === 'waivers' ? [] : [[flag, name]],
  ),
);

/**
 * The configuration that a report says its run had, with other keys.
 * @throws UsageError where it says something that no run can be told
 */
export function configOf({ target, scope, settings = [] }: Report, { apiKey, messagesApiKey }: Keys): Config {
  const told = settings.flatMap(({ flag, text = 'true' }) => {
    const name = REPLAYED.get(flag);
    return name === undefined ? [] : [[name, text] as const];
  });
  const asked = Object.entries(scope).map(([name, value]) => [name, String(value)] as const);
  const { baseUrl, messagesUrl, embedded } = target;
  const flags = {
    ...Object.fromEntries([...told, ...asked]),
    only: scope.only,
    baseUrl,
    apiKey,
    ...(messagesUrl === null ? {} : { messagesUrl, messagesApiKey }),
  };
  const config = readFlags(flags);
  if (config.baseUrl === undefined) throw new Error('the report has no target');
  return { ...config, embedded };
}
