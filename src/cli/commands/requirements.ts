import { sectionAt, sectionTitles } from '../../../requirements/document.ts';
import { isRequirementId, requirement, requirements } from '../../../requirements/index.ts';
import type { Requirement } from '../../../requirements/index.ts';
import { counted } from '../../../reports/measures.ts';
import { didYouMean } from '../../config/nearest.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Io } from '../io.ts';

/** What was asked for besides an id. */
interface Asked {
  readonly json?: boolean;
  readonly section?: string;
}

/**
 * Prints the catalogue, what it has of one section, or one requirement of it in full. Throws a UsageError for an id or a
 * section that there is none of.
 */
export function printRequirements(io: Io, id: string | undefined, { json, section }: Asked): void {
  const rows = section === undefined ? requirements : ofSection(section);
  const found = id === undefined ? rows : find(id);
  if (json === true)
    io.stdout.write(`${JSON.stringify('id' in found ? placed(found) : found.map(placed), null, 2)}\n`);
  else io.stdout.write('id' in found ? inFull(found) : table(found));
}

/** A requirement with the places in the document that it comes from. */
function placed(row: Requirement) {
  return { ...row, document: row.sections.map(sectionAt) };
}

function ofSection(title: string): readonly Requirement[] {
  const named = sectionTitles.find((one) => one.toLowerCase() === title.trim().toLowerCase());
  if (named !== undefined) return requirements.filter(({ sections }) => sections.includes(named));
  const there = `The document has these: ${sectionTitles.join(', ')}.`;
  throw new UsageError([`There is no section ${JSON.stringify(title.slice(0, 60))}. ${there}`]);
}

function find(id: string): Requirement {
  if (isRequirementId(id)) return requirement(id);
  const ids = requirements.map((row) => row.id);
  const hint = didYouMean(id, ids, 'petstore-conformance requirements lists them.');
  throw new UsageError([`There is no requirement ${JSON.stringify(id.slice(0, 60))}: ${hint}`]);
}

function table(rows: readonly Requirement[]): string {
  const width = Math.max(...rows.map((row) => row.id.length));
  const areas = new Set(rows.map((row) => row.area));
  const blocks = [...areas].map((area) => {
    const lines = rows
      .filter((row) => row.area === area)
      .map((row) => `  ${row.id.padEnd(width)}  ${row.level.padEnd(8)}  ${row.statement}`);
    return `${area}\n${lines.join('\n')}\n`;
  });
  return `${blocks.join('\n')}\n${counted(rows.length, 'requirement')}. With an id: that one in full.\n`;
}

const MEANING = {
  stated: 'the document says it: a miss makes the target non-conformant',
  implied: 'it follows from what the document says: a miss makes the target non-conformant',
  advisory: 'the document is silent: a miss is a warning',
} as const satisfies Record<Requirement['level'], string>;

function inFull(row: Requirement): string {
  const lines = [
    row.id,
    '',
    `  ${row.statement}`,
    '',
    `  Level     ${row.level} (${MEANING[row.level]})`,
    `  Profile   ${row.profile}`,
    `  Area      ${row.area}`,
    ...(row.sections.length > 0 ? [`  Document  ${row.sections.map(sectionAt).join('; ')}`] : []),
    ...(row.basis === undefined
      ? []
      : [`  ${row.level === 'advisory' ? 'Source  ' : 'Follows '}  ${row.basis}`]),
    `  Judge it  petstore-conformance run --only ${row.id}`,
  ];
  return `${lines.join('\n')}\n`;
}
