import { doubleQuotedWord, shellWord } from './shell.ts';
import { settingsAsOptions, type SettingOption } from './settings.ts';
import type { Report, RequirementReport } from './model.ts';

type Row = Pick<RequirementReport, 'id' | 'profile' | 'verdict' | 'checks'>;

/** Default folder of a report. */
const OUT = 'conformance-report';
/** Stands for the folder of a report of a CI system, whose own path no reader has. */
export const FOLDER_PLACEHOLDER = 'REPORT_FOLDER';
/** Settings that a replay needs from the user: addresses, headers and files are not read from a report. */
const OF_REPLAY: readonly string[] = ['baseUrl', 'messagesUrl', 'header', 'clientCert', 'clientKey'];
/** Settings that a command for another run leaves out; the same `challenge` would take this run's animals for its own. */
const NOT_AGAIN: readonly string[] = [
  'out',
  'challenge',
  'embedded',
  'baseline',
  'onlyFailed',
  'writeWaivers',
];

/** Returns an option of a command; the value of a secret is a variable. */
function word({ flag, text = '', variable }: SettingOption): string {
  if (variable !== undefined)
    return `${flag} ${doubleQuotedWord([{ text }, { expansion: `\${${variable}}` }])}`;
  return text === '' ? flag : `${flag} ${shellWord(text)}`;
}

/** True if a replay can reproduce a failure of this requirement. */
function isReplayable({ verdict, checks }: Row): boolean {
  const isFailure = verdict === 'fail' || verdict === 'warn' || verdict === 'waived';
  return isFailure && checks.some((check) => check.verdict === verdict && check.exchanges.length > 0);
}

/** Returns the command, in parts, that checks a failure: a replay, or else a run of that requirement, reported in `again`. */
export function rerunRequirementCommand(report: Report, row: Row): readonly string[] {
  // Empty if the report was not written.
  const written = String(report.settings['out'] ?? OUT);
  const out = written || OUT;
  const isOfCi = report.context !== undefined && /^(?:[A-Za-z]:)?[\\/]/u.test(out);
  const without = row.profile === 'messages' ? [] : ['messagesUrl'];
  if (written !== '' && isReplayable(row)) {
    const more = settingsAsOptions(report.settings).filter(
      ({ name }) => OF_REPLAY.includes(name) && !without.includes(name),
    );
    return [
      'npx petstore-conformance replay',
      isOfCi ? FOLDER_PLACEHOLDER : shellWord(out),
      shellWord(row.id),
      ...more.map(word),
    ];
  }
  return [
    ...rerunAllCommand(report, ['only', ...without]),
    `--only ${shellWord(row.id)}`,
    // A report that is already below `again` is written next to it, not below it.
    `--out ${shellWord(`${(isOfCi ? OUT : out).replace(/\/again\/[^/]+$/u, '')}/again/${row.id}`)}`,
  ];
}

/** Returns the command, in parts, that judges the target again in the same way; `without`: settings to leave out. */
export function rerunAllCommand({ settings }: Report, without: readonly string[] = []): readonly string[] {
  const options = settingsAsOptions(settings).filter(
    ({ name }) => ![...NOT_AGAIN, ...without].includes(name),
  );
  return ['npx petstore-conformance run', ...options.map(word)];
}
