import { flagOf } from '../src/base/flag.ts';
import { groupBy } from '../src/base/group-by.ts';
import type { RecordedSettings } from './model.ts';

/** A setting as a command-line option; `text` is absent for a switch. */
export interface SettingOption {
  readonly name: string;
  readonly flag: `--${string}`;
  readonly text?: string;
  /** The variable whose value completes the text: a secret, or a path that only the user knows. */
  readonly variable?: string;
}

/** Settings in whose recorded value the kit may have put a variable such as `${PETSTORE_CLIENT_KEY}` for a secret. */
const LABELLED = ['header', 'clientCert', 'clientKey'];
const LABEL = /\$\{(PETSTORE_(?:HEADER_[1-9]\d*|CLIENT_CERT|CLIENT_KEY))\}$/u;

/** Returns recorded settings as command-line options; keys are left out, since commands read them from the environment. */
export function settingsAsOptions(settings: RecordedSettings): readonly SettingOption[] {
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

/** Settings that the report shows elsewhere, or that do not affect verdicts. */
const SAID = ['embedded', 'baseUrl', 'messagesUrl', 'seed', 'out', 'product', 'vendor'];

/** Returns the options that affect verdicts, except target and seed; of headers only the names. */
export function verdictAffectingOptions(settings: RecordedSettings) {
  return settingsAsOptions(settings)
    .filter(({ name }) => !SAID.includes(name))
    .map(({ flag, text = '', variable }) => ({
      flag,
      text: variable === undefined ? text : text.replace(/: $/u, ''),
    }));
}

/** Returns the options that affect verdicts as one text. */
export function verdictAffectingOptionsText(settings: RecordedSettings): string {
  return verdictAffectingOptions(settings)
    .map(({ flag, text }) => `${flag} ${text}`.trim())
    .join(' ');
}

/** Returns the options that affect verdicts by flag, for a comparison. */
export function verdictAffectingOptionsByFlag(settings: RecordedSettings): Readonly<Record<string, string>> {
  const byFlag = groupBy(verdictAffectingOptions(settings), ({ flag }) => flag);
  return Object.fromEntries(
    Array.from(byFlag, ([flag, given]) => [flag, given.map(({ text }) => text || 'on').join(', ')]),
  );
}
