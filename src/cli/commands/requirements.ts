import { sectionWithLines, sectionTitles } from '../../../requirements/document.ts';
import { isRequirementId, requirement, requirements } from '../../../requirements/index.ts';
import type { Requirement } from '../../../requirements/index.ts';
import { citedLines } from '../../../requirements/quotations.ts';
import { countWithNoun } from '../../../reports/measures.ts';
import { levelMeanings } from '../../../reports/words.ts';
import { groupBy } from '../../base/group-by.ts';
import { didYouMean } from '../../config/nearest.ts';
import { UsageError } from '../../base/usage-error.ts';
import type { Io } from '../io.ts';

interface Asked {
  readonly json?: boolean;
  readonly section?: string;
}

/** Prints the catalogue, one section, or one requirement in full. Throws a UsageError for an unknown id or section. */
export function printRequirements(io: Io, id: string | undefined, { json, section }: Asked): void {
  const rows = section === undefined ? requirements : ofSection(section);
  const found = id === undefined ? rows : find(id);
  if (json === true)
    io.stdout.write(`${JSON.stringify('id' in found ? placed(found) : found.map(placed), null, 2)}\n`);
  else io.stdout.write('id' in found ? inFull(found) : table(found));
}

/** Returns a requirement with its lines in the document, and their text. */
function placed(row: Requirement) {
  return { ...row, document: row.sections.map(sectionWithLines), quotation: citedLines(row.id) };
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
  const line = ({ id, level, statement }: Requirement) =>
    `  ${id.padEnd(width)}  ${level.padEnd(8)}  ${statement}\n`;
  const blocks = Array.from(
    groupBy(rows, ({ area }) => area),
    ([area, own]) => `${area}\n${own.map(line).join('')}`,
  );
  return `${blocks.join('\n')}\n${countWithNoun(rows.length, 'requirement')}. Give an id to print one in full.\n`;
}

function inFull(row: Requirement): string {
  const lines = [
    row.id,
    '',
    `  ${row.statement}`,
    '',
    `  Level     ${row.level}. ${levelMeanings[row.level]}`,
    `  Profile   ${row.profile}`,
    `  Area      ${row.area}`,
    ...(row.sections.length > 0 ? [`  Document  ${row.sections.map(sectionWithLines).join('; ')}`] : []),
    ...citedLines(row.id).map(
      ({ line, text }, at) => `  ${at === 0 ? 'Quoted' : ''}`.padEnd(12) + `${String(line)}: ${text}`,
    ),
    ...(row.basis === undefined
      ? []
      : [`  ${row.level === 'advisory' ? 'Source  ' : 'Follows '}  ${row.basis}`]),
    `  Judge it  petstore-conformance run --only ${row.id}`,
  ];
  return `${lines.join('\n')}\n`;
}
