import { joined, shellWord } from './render/shell.ts';
import { optionsIn, type SettingOption } from './settings.ts';
import type { CheckReport, Report, RequirementReport } from './model.ts';

type Row = Pick<RequirementReport, 'id' | 'profile' | 'verdict' | 'checks'>;

/** Where a run writes its report unless it is told otherwise (contract, the options of run). */
const OUT = 'conformance-report';
/** What a replay needs besides the key: addresses, headers and files are never read from a report. */
const OF_REPLAY: readonly string[] = ['baseUrl', 'messagesUrl', 'header', 'clientCert', 'clientKey'];
/**
 * What another run does not take over: its folder is its own, and with the same challenge it would meet the animals of this one.
 */
const NOT_AGAIN: readonly string[] = [
  'out',
  'challenge',
  'embedded',
  'baseline',
  'onlyFailed',
  'writeWaivers',
];

/** One option of the command. The value of a secret comes from a variable. */
function word({ flag, text = '', variable }: SettingOption): string {
  if (variable !== undefined) return `${flag} ${joined([{ text }, { expansion: `\${${variable}}` }])}`;
  return text === '' ? flag : `${flag} ${shellWord(text)}`;
}

/** The folder of a report; empty where nobody wrote it. */
function outOf({ settings: { out = OUT } }: Report): string {
  return String(out);
}

/** Whether there is a failure that a replay can show. */
function isReplayable(report: Report, { verdict, checks }: Row): boolean {
  const isFailure = verdict === 'fail' || verdict === 'warn' || verdict === 'waived';
  const shows = ({ exchanges }: CheckReport) => exchanges.length > 0;
  return (
    isFailure && outOf(report) !== '' && checks.some((check) => check.verdict === verdict && shows(check))
  );
}

/**
 * The parts of the command that shows whether a failure is still there: the checks that it rests on run again. Where there is
 * no failure to show the requirement is judged again, as this run did; its report goes into a folder of its own below this
 * one's, which stays as it is.
 */
export function rerunText(report: Report, row: Row): readonly string[] {
  const out = outOf(report) || OUT;
  const without = row.profile === 'messages' ? [] : ['messagesUrl'];
  if (isReplayable(report, row)) {
    const more = optionsIn(report.settings).filter(
      ({ name }) => OF_REPLAY.includes(name) && !without.includes(name),
    );
    return ['npx petstore-conformance replay', shellWord(out), shellWord(row.id), ...more.map(word)];
  }
  return [
    ...rerunAllWords(report, ['only', ...without]),
    `--only ${shellWord(row.id)}`,
    // One that was run again is run again beside itself.
    `--out ${shellWord(`${out.replace(/\/again\/[^/]+$/u, '')}/again/${row.id}`)}`,
  ];
}

/**
 * The command that has the target judged again in the same way, in parts, as {@link rerunText}.
 * @param without options that follow from which part of it is meant
 */
export function rerunAllWords({ settings }: Report, without: readonly string[] = []): readonly string[] {
  const options = optionsIn(settings).filter(({ name }) => ![...NOT_AGAIN, ...without].includes(name));
  return ['npx petstore-conformance run', ...options.map(word)];
}
