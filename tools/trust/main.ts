import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { UsageError } from '../../src/config/usage-error.ts';
import { version } from '../../src/version.ts';
import { checks } from '../../suites/index.ts';
import { readDigests, subjectDigest, type Digests } from './digests.ts';
import { partOf, wholeFleet, type Fleet, type Part } from './fleet.ts';
import { renderFleet } from './fleet-doc.ts';
import { flaws, SEEDS } from './limits.ts';
import { counted, renderTrust } from './markdown.ts';
import { judgePart } from './judge-part.ts';
import type { Matrix } from './matrix.ts';
import { Memory } from './memory.ts';
import { PACKAGE } from './modules.ts';
import { readOptions, type Options } from './options.ts';
import { Pool } from './pool.ts';
import { Progress } from './progress.ts';
import { lacks, merged, readRecorded, stillTrue, writtenDown } from './recorded.ts';
import type { Subject } from './run-one.ts';
import { renderMatrix } from './terminal.ts';

/** No part of the repository; `npm ci` empties it. */
const REMEMBERED = join(PACKAGE, 'node_modules', '.cache', 'petstore-conformance', 'trust.jsonl');

async function trust(options: Options): Promise<number> {
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
  const known = options.fresh || options.runs !== undefined ? {} : stillTrue(before, digests, options.seeds);
  const matrix = await judged({ part, whole, known, before, digests }, options);
  process.stdout.write(renderMatrix(matrix));
  for (const line of leftOut(part, whole)) process.stdout.write(`${line}\n`);
  if (options.json !== undefined) await writeFile(options.json, writtenDown(matrix));
  const isClean = flaws(matrix).length === 0;
  if (options.runs === undefined) {
    const together = merged(before, matrix, digests, fleet);
    process.stdout.write(`${await record(together, isClean, fleet)}\n`);
  }
  return isClean ? 0 : 1;
}

interface Plan {
  readonly part: Part;
  readonly whole: Part;
  readonly known: Partial<Matrix>;
  readonly before: Matrix | undefined;
  readonly digests: Digests;
}

/** Judges in threads what is not known yet. */
async function judged(plan: Plan, options: Options): Promise<Matrix> {
  const { part, whole, known, before, digests } = plan;
  const stands = new Map(whole.faults.map(({ id, needs = [] }) => [id, needs]));
  const digestOf = ({ faults, variants }: Subject): string =>
    subjectDigest(digests, {
      faults,
      variants: [...variants, ...faults.flatMap((id) => stands.get(id) ?? [])],
    });
  const pool = new Pool(options.jobs);
  const progress = new Progress(process.stderr, process.env);
  const counting = progress.count((subject) => pool.judge(subject));
  const judge = options.fresh ? counting : new Memory(REMEMBERED, digests.kit, digestOf).before(counting);
  const { seeds, runs } = options;
  const tell = (line: string): void => progress.say(line);
  try {
    const found = await judgePart({ part, whole, known, before, digests, seeds, runs, tell }, judge);
    return { tool: { name: 'petstore-conformance', version: version() }, seeds, kit: digests.kit, ...found };
  } finally {
    progress.end();
    await pool.close();
  }
}

/** What `--only` left unjudged. */
function leftOut(part: Part, whole: Part): readonly string[] {
  if (part === whole) return [];
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
  const path = (name: string): string => join(PACKAGE, name);
  if (matrix.seeds !== SEEDS) return `Nothing is written: TRUST.md holds ${SEEDS} seeds (--seeds ${SEEDS}).`;
  if (!isClean || flaws(matrix).length > 0) return 'Nothing is written: the matrix is not clean.';
  const [first, ...more] = lacks(matrix, fleet);
  if (first !== undefined) {
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    return `Nothing is written: ${first}${others} has not been judged with ${SEEDS} seeds as it is now.`;
  }
  await writeFileAtomic(path('tools/trust/trust.json'), writtenDown(matrix));
  await writeFileAtomic(path('TRUST.md'), renderTrust(matrix));
  await writeFileAtomic(path('docs/faults.md'), renderFleet(fleet));
  return 'Written: TRUST.md, tools/trust/trust.json, docs/faults.md';
}

try {
  const options = readOptions(process.argv.slice(2), (text) => void process.stdout.write(text));
  if (options !== undefined) process.exitCode = await trust(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
}
