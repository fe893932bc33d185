import { joined, shellWord } from './render/shell.ts';
import type { Argument, CheckReport, Report, RequirementReport } from './model.ts';

type Row = Pick<RequirementReport, 'id' | 'profile' | 'verdict' | 'checks'>;

/** Where a run writes its report unless it is told otherwise (contract, the options of run). */
const OUT = 'conformance-report';
/** What a replay has to be told too, besides the key and what it reads in the report. */
const OF_REPLAY: readonly string[] = ['--header', '--client-cert', '--client-key'];

/** One option of the command. The value of a secret comes from a variable. */
function word({ flag, text = '', variable }: Argument): string {
  if (variable !== undefined) return `${flag} ${joined([{ text }, { expansion: `\${${variable}}` }])}`;
  return text === '' ? flag : `${flag} ${shellWord(text)}`;
}

/** What the run was told; of an older report, what it tells otherwise. */
function toldOf({ settings, target, seed }: Report): readonly Argument[] {
  return (
    settings ?? [
      ...(target.embedded ? [] : [{ flag: '--base-url', text: target.baseUrl } as const]),
      { flag: '--seed', text: String(seed) } as const,
    ]
  );
}

/** Whether a command that is printed needs a key from the environment. */
export function takesKey({ target }: Report): boolean {
  return !target.embedded;
}

/** Whether a failure rests on requests that can be sent again. */
function isReplayable(report: Report, { verdict, checks }: Row): boolean {
  const isFailure = verdict === 'fail' || verdict === 'warn' || verdict === 'waived';
  // A report that nobody wrote is in no folder.
  const isWritten = toldOf(report).some(({ flag }) => flag === '--out');
  const shows = ({ exchanges }: CheckReport) => exchanges.length > 0;
  return isFailure && isWritten && checks.some((check) => check.verdict === verdict && shows(check));
}

/**
 * The parts of the command that shows whether a failure is still there: what it rests on alone is sent again. Where there is
 * nothing of that kind the requirement is judged again, as this run did; its report goes into a folder of its own below this
 * one's, which stays as it is.
 */
export function rerunWords(report: Report, row: Row): readonly string[] {
  const told = toldOf(report);
  const out = told.find(({ flag }) => flag === '--out')?.text ?? OUT;
  if (isReplayable(report, row)) {
    const more = told.filter(({ flag }) => OF_REPLAY.includes(flag)).map(word);
    return ['npx petstore-conformance replay', shellWord(out), shellWord(row.id), ...more];
  }
  return [
    ...runWords(told.filter(({ flag }) => flag !== '--messages-url' || row.profile === 'messages')),
    `--only ${shellWord(row.id)}`,
    // One that was run again is run again beside itself.
    `--out ${shellWord(`${out.replace(/\/again\/[^/]+$/u, '')}/again/${row.id}`)}`,
  ];
}

/** The command that has the target judged again as a whole, in the same way; in parts, as {@link rerunWords}. */
export function rerunAllWords(report: Report): readonly string[] {
  const only = report.scope.only.map((pattern) => `--only ${shellWord(pattern)}`);
  return [...runWords(toldOf(report)), ...only];
}

/** A run in the same way, but for where its report goes. */
function runWords(told: readonly Argument[]): readonly string[] {
  return ['npx petstore-conformance run', ...told.filter(({ flag }) => flag !== '--out').map(word)];
}
