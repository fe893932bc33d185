import { writeFile } from 'node:fs/promises';
import { UsageError } from '../../src/config/usage-error.ts';
import { version } from '../../src/version.ts';
import { checks } from '../../suites/index.ts';
import { readDigests } from './digests.ts';
import { partOf, wholeFleet, type Fleet, type Part } from './fleet.ts';
import { judgePart } from './judge-part.ts';
import { flaws, SEEDS } from './limits.ts';
import { counted } from './table.ts';
import type { Matrix } from './matrix.ts';
import type { Options } from './options.ts';
import { lacks, merged, readRecorded, stillTrue, writtenDown } from './recorded.ts';
import { renderMatrix } from './terminal.ts';
import { withJudge } from './with-judge.ts';
import { writeTrust } from './write.ts';

/** Judges the fleet, or a part of it, prints the matrix, and writes a clean one down. The exit code: 0 where it is clean. */
export async function judgeFleet(options: Options): Promise<number> {
  const { seeds, runs } = options;
  const fleet = await wholeFleet();
  const whole: Part = { ...fleet, checks };
  const before = await readRecorded();
  const part = partOf(whole, options.only, before);
  if (part.faults.length + part.variants.length + part.checks.length === 0) {
    throw new UsageError([
      `--only ${options.only.join(' --only ')} names no fault, variant, requirement or check: "petstore-conformance faults" and "petstore-conformance requirements" list them.`,
    ]);
  }
  const digests = await readDigests();
  const known = options.fresh || runs !== undefined ? {} : stillTrue(before, digests, seeds);
  const found = await withJudge(options, digests, fleet, (judge, tell) =>
    judgePart({ part, whole, known, before, digests, seeds, runs, tell }, judge),
  );
  const tool = { name: 'petstore-conformance', version: version() };
  const matrix: Matrix = { tool, seeds, kit: digests.kit, ...found };
  process.stdout.write(renderMatrix(matrix));
  for (const line of leftOut(part, whole)) process.stdout.write(`${line}\n`);
  if (options.json !== undefined) await writeFile(options.json, writtenDown(matrix));
  if (runs === undefined) {
    const together = merged(before, matrix, digests, fleet);
    process.stdout.write(`${await record(together, flaws(matrix).length === 0, fleet)}\n`);
  }
  return flaws(matrix).length === 0 ? 0 : 1;
}

/** What `--only` left unjudged. */
function leftOut(part: Part, whole: Part): readonly string[] {
  const rest = (some: readonly unknown[], all: readonly unknown[], thing: string): readonly string[] =>
    some.length === all.length ? [] : [`${all.length - some.length} of ${counted(all.length, thing)}`];
  const left = [
    ...rest(part.faults, whole.faults, 'fault'),
    ...rest(part.variants, whole.variants, 'lawful variant'),
    ...rest(part.checks, whole.checks, 'check'),
  ];
  if (left.length === 0) return [];
  return [
    `Not judged: ${left.join(', ')}. A check that changed can wrong any variant and blame any fault: "npm run trust" judges all.`,
  ];
}

/** Writes the matrix down where it is clean and whole; says what was done, or why not. */
async function record(matrix: Matrix, isClean: boolean, fleet: Fleet): Promise<string> {
  if (matrix.seeds !== SEEDS) return `Nothing is written: TRUST.md holds ${SEEDS} seeds (--seeds ${SEEDS}).`;
  if (!isClean || flaws(matrix).length > 0) return 'Nothing is written: the matrix is not clean.';
  const [first, ...more] = lacks(matrix, fleet);
  if (first !== undefined) {
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    return `Nothing is written: ${first}${others} has not been judged with ${SEEDS} seeds as it is now.`;
  }
  return writeTrust(matrix);
}
