import { isRequirementId, requirement, requirements } from '../../../requirements/index.ts';
import type { Requirement } from '../../../requirements/index.ts';
import { didYouMean } from '../../config/nearest.ts';
import { UsageError } from '../../config/usage-error.ts';
import type { Io } from '../io.ts';

/** Prints the catalogue, or one requirement of it in full. Throws a UsageError for an id that there is none of. */
export function printRequirements(
  io: Io,
  id: string | undefined,
  { json }: { readonly json?: boolean },
): void {
  const found = id === undefined ? requirements : find(id);
  if (json === true) io.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  else io.stdout.write('id' in found ? inFull(found) : table(found));
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
  return `${blocks.join('\n')}\n${rows.length} requirements. With an id: that one in full.\n`;
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
    ...(row.sections.length > 0 ? [`  Document  ${row.sections.join(', ')}`] : []),
    ...(row.basis === undefined
      ? []
      : [`  ${row.level === 'advisory' ? 'Source  ' : 'Follows '}  ${row.basis}`]),
    `  Judge it  petstore-conformance run --only ${row.id}`,
  ];
  return `${lines.join('\n')}\n`;
}
