import { joined, shellWord } from './render/shell.ts';
import type { Argument, Report, RequirementReport } from './model.ts';

type Row = Pick<RequirementReport, 'id' | 'profile'>;

/** Where a run writes its report unless it is told otherwise (contract, the options of run). */
const OUT = 'conformance-report';

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

/**
 * The parts of the command that judges just this requirement again, as this run did. Its report goes into a folder of its
 * own below this one's, which stays as it is.
 */
export function rerunWords(report: Report, row: Row): readonly string[] {
  const told = toldOf(report);
  const out = told.find(({ flag }) => flag === '--out')?.text ?? OUT;
  return [
    'npx petstore-conformance run',
    ...told
      .filter(({ flag }) => flag !== '--out' && (flag !== '--messages-url' || row.profile === 'messages'))
      .map(word),
    `--only ${shellWord(row.id)}`,
    `--out ${shellWord(`${out}/again/${row.id}`)}`,
  ];
}

/** The command that has the target judged again as a whole, in the same way. */
export function rerunAllLine(report: Report): string {
  return [
    'npx petstore-conformance run',
    ...toldOf(report)
      .filter(({ flag }) => flag !== '--out')
      .map(word),
    ...report.scope.only.map((pattern) => `--only ${shellWord(pattern)}`),
  ].join(' ');
}

/** The command that judges just this requirement again, to be pasted. Keys come from the environment. */
export function rerunLine(report: Report, row: Row): string {
  return rerunWords(report, row).join(' ');
}
