import { writeFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { UsageError } from '../../src/config/usage-error.ts';
import { version } from '../../src/version.ts';
import { partOf, wholeFleet, type Fleet } from './fleet.ts';
import { renderFleet } from './fleet-doc.ts';
import { flaws } from './limits.ts';
import { renderTrust } from './markdown.ts';
import { faultRow, requirementRows, variantRow, type Matrix } from './matrix.ts';
import { readOptions, type Options } from './options.ts';
import { Pool } from './pool.ts';
import { Progress } from './progress.ts';
import { guards } from './removal.ts';
import { standardCost } from './cost.ts';
import { survey, type Judge } from './survey.ts';
import { renderMatrix } from './terminal.ts';

interface Tools {
  readonly judge: Judge;
  readonly tell: (line: string) => void;
}

/** Judges a fleet and puts the results together; `whole` adds what only the whole fleet can tell. */
async function matrixOf(fleet: Fleet, whole: Fleet, options: Options, tools: Tools): Promise<Matrix> {
  const { seeds, runs } = options;
  const { judge, tell } = tools;
  const told = await survey(fleet, { seeds, runs, tell }, judge, whole.variants);
  const faults = fleet.faults.map((fault) => faultRow(fault, told.faults));
  const caught = new Set(faults.filter(({ escapes }) => escapes.length === 0).map(({ id }) => id));
  const entire = fleet === whole && runs === undefined;
  return {
    tool: { name: 'petstore-conformance', version: version() },
    seeds,
    requirements: requirementRows(fleet, told.faults),
    faults,
    variants: fleet.variants.map((variant) => variantRow(variant, told.variants)),
    ...(entire
      ? {
          checks: await guards(
            fleet.faults.filter(({ id }) => caught.has(id)),
            told.needs,
            judge,
          ),
          cost: await standardCost(seeds),
        }
      : {}),
    crashes: told.crashes,
  };
}

async function trust(options: Options): Promise<number> {
  const whole = await wholeFleet();
  const fleet = partOf(whole, options.only);
  if (fleet.faults.length + fleet.variants.length === 0) {
    throw new UsageError([
      `--only ${options.only.join(' --only ')} names no fault, variant or requirement: "petstore-conformance faults" lists them.`,
    ]);
  }
  const pool = new Pool(options.jobs);
  const progress = new Progress(process.stderr, process.env);
  const judge = progress.count((subject) => pool.judge(subject));
  const tell = (line: string): void => progress.say(line);
  const matrix = await matrixOf(fleet, whole, options, { judge, tell }).finally(() => progress.end());
  await pool.close();
  process.stdout.write(renderMatrix(matrix));
  const json = `${JSON.stringify(matrix, null, 2)}\n`;
  if (options.json !== undefined) await writeFile(options.json, json);
  if (matrix.checks !== undefined) {
    await writeFileAtomic('tools/trust/trust.json', json);
    await writeFileAtomic('TRUST.md', renderTrust(matrix));
    await writeFileAtomic('docs/faults.md', renderFleet(whole));
    process.stdout.write('Written: TRUST.md, tools/trust/trust.json, docs/faults.md\n');
  }
  return flaws(matrix).length === 0 ? 0 : 1;
}

try {
  const options = readOptions(process.argv.slice(2), (text) => void process.stdout.write(text));
  if (options !== undefined) process.exitCode = await trust(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`error: ${error.message}\n`);
  process.exitCode = 2;
}
