import { inertLine } from '../../reports/text.ts';
import { flaws, LIMITS, notes } from './limits.ts';
import { totals } from './markdown.ts';
import { counted, percent } from './table.ts';
import { requirementRows, type BySeed, type Matrix } from './matrix.ts';

const LONGEST = 300;

/** The matrix for the terminal: requirement by requirement, then what is wrong, then the sums. */
export function renderMatrix(matrix: Matrix): string {
  const found = flaws(matrix);
  return `${[
    ...requirementLines(matrix),
    '',
    ...undecidedLines(matrix),
    ...(found.length === 0
      ? []
      : ['What is wrong:', ...found.map((flaw) => `- ${inertLine(flaw, LONGEST)}`), '']),
    ...evidence(matrix),
    ...notes(matrix).map((note) => `Note: ${note}.`),
    ...totals(matrix),
    ...costLine(matrix),
    found.length === 0 ? 'Clean.' : `Not clean: ${counted(found.length, 'thing')} wrong.`,
  ].join('\n')}\n`;
}

function requirementLines(matrix: Matrix): readonly string[] {
  const requirements = requirementRows(matrix);
  const width = Math.max(0, ...requirements.map(({ id }) => id.length));
  return requirements.map(
    ({ id, level, faults, runs, caught }) =>
      `${id.padEnd(width)}  ${level.padEnd(8)}  ${counted(faults, 'fault').padEnd(10)}  ${percent(caught, runs)}`,
  );
}

function undecidedLines({ variants }: Matrix): readonly string[] {
  const some = variants.filter(({ undecided }) => undecided.length > 0);
  if (some.length === 0) return [];
  return [
    'Left undecided on lawful variants:',
    ...some.map(({ id, undecided }) => `- ${id}: ${undecided.join(', ')}`),
    '',
  ];
}

/** What the runs said where they were wrong, once for each server and requirement. */
function evidence({ faults, variants }: Matrix): readonly string[] {
  const rows: readonly (readonly [string, string, BySeed])[] = [
    ...faults.flatMap(({ id, escapes, blamed }) => [
      [id, 'escapes', escapes] as const,
      [id, 'is blamed on', blamed] as const,
    ]),
    ...variants.flatMap(({ id, alarms, warnings }) => [
      [id, 'gets a false alarm of', alarms] as const,
      [id, 'is warned about', warnings] as const,
    ]),
  ];
  const lines = rows.flatMap(([id, how, by]) =>
    by.flatMap(({ seed, ids }) =>
      Object.entries(ids).map(
        ([row, reason]) => `- ${id} (seed ${seed}) ${how} ${row}: ${inertLine(reason, LONGEST)}`,
      ),
    ),
  );
  return lines.length === 0 ? [] : ['What the runs said:', ...lines, ''];
}

function costLine({ cost }: Matrix): readonly string[] {
  if (cost === undefined) return [];
  const { first, again } = cost;
  return [
    `- the standard run: ${first.requests} requests (at most ${LIMITS.requests}) and ${first.created} creates (at most ${LIMITS.created}); on a target that it has filled ${again.requests} requests and ${again.created} creates (at most ${LIMITS.createdAgain})`,
  ];
}
