import { flagOf } from '../src/base/flag.ts';
import { groupBy } from '../src/base/group-by.ts';
import type { RecordedSettings } from './model.ts';

/** A setting as an option of the command; a switch has no text. */
export interface SettingOption {
  readonly name: string;
  readonly flag: `--${string}`;
  readonly text?: string;
  /** The variable whose value follows the text: a secret, or a file that only the user knows. */
  readonly variable?: string;
}

/** Only these end with a label: anywhere else the same characters are text of the report's author. */
const LABELLED = ['header', 'clientCert', 'clientKey'];
const LABEL = /\$\{(PETSTORE_(?:HEADER_[1-9]\d*|CLIENT_CERT|CLIENT_KEY))\}$/u;

/** Recorded settings as options of the command, without keys, which it takes from the environment. */
export function optionsIn(settings: RecordedSettings): readonly SettingOption[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (name === 'apiKey' || name === 'messagesApiKey') return [];
    return [value].flat().map((one): SettingOption => {
      const option = { name, flag: flagOf(name) };
      if (one === true) return option;
      const text = String(one);
      const variable = LABELLED.includes(name) ? LABEL.exec(text)?.[1] : undefined;
      return variable === undefined
        ? { ...option, text }
        : { ...option, text: text.replace(LABEL, ''), variable };
    });
  });
}

/** Told elsewhere in a report, or without influence on the verdicts. */
const SAID = ['embedded', 'baseUrl', 'messagesUrl', 'seed', 'out', 'product', 'vendor'];

/** How a run judged besides its target and seed: flags and their texts; secrets by their names alone. */
export function judgingOptions(settings: RecordedSettings) {
  return optionsIn(settings)
    .filter(({ name }) => !SAID.includes(name))
    .map(({ flag, text = '', variable }) => ({
      flag,
      text: variable === undefined ? text : text.replace(/: $/u, ''),
    }));
}

/** The same as words of a command line. */
export function settingsText(settings: RecordedSettings): string {
  return judgingOptions(settings)
    .map(({ flag, text }) => `${flag} ${text}`.trim())
    .join(' ');
}

/** The same by flag, for a comparison. */
export function optionFacts(settings: RecordedSettings): Readonly<Record<string, string>> {
  const byFlag = groupBy(judgingOptions(settings), ({ flag }) => flag);
  return Object.fromEntries(
    Array.from(byFlag, ([flag, given]) => [flag, given.map(({ text }) => text || 'on').join(', ')]),
  );
}
