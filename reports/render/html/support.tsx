import { formatInstant } from '../../measures.ts';
import type { Report } from '../../model.ts';
import { levelMeanings, runVerdictWords } from '../../words.ts';
import { badgeLabel } from '../badge.ts';
import { collapsedBlock, commandWithCopyButton, section } from '../page/parts.tsx';

/** Renders Markdown for the README of the judged service: the badge, and how much of each profile and level passed. */
export function supportSection(report: Report, digest: string) {
  return section(
    'support',
    'For the README of the service',
    collapsedBlock(
      'Badge and support table as Markdown',
      <>
        <p>
          Replace BADGE_ADDRESS with the address, percent-encoded, at which you publish badge.json. Neither
          badge nor table is the signed statement.
        </p>
        {commandWithCopyButton('badge and the support table', supportMarkdown(report, digest))}
      </>,
    ),
  );
}

function supportMarkdown(report: Report, digest: string): string {
  const { requirements, profiles, startedAt } = report;
  const levels = Object.keys(levelMeanings);
  const passed = (profile: string, level: string) => {
    const asked = requirements.filter((row) => row.profile === profile && row.level === level);
    if (asked.length === 0) return '-';
    return `${asked.filter(({ verdict }) => verdict === 'pass').length} of ${asked.length}`;
  };
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    `![${badgeLabel(report)}](https://img.shields.io/endpoint?url=BADGE_ADDRESS)`,
    '',
    line(['Requirements that pass', ...levels, 'Verdict']),
    line(['---', ...levels.map(() => '---'), '---']),
    ...Object.entries(profiles).map(([profile, verdict]) =>
      line([profile, ...levels.map((level) => passed(profile, level)), runVerdictWords[verdict].word]),
    ),
    '',
    `Judged ${formatInstant(startedAt)} by petstore-conformance, report.json ${digest}.`,
    'This table is not the signed statement of that run.',
  ].join('\n');
}
