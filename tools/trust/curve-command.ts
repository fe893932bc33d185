import { writeFile } from 'node:fs/promises';
import { loadFamilies } from '../../reference/index.ts';
import { UsageError } from '../../src/config/usage-error.ts';
import { fits } from '../../src/glob.ts';
import { runCost } from './cost.ts';
import { curveLines } from './curve-doc.ts';
import { familyRows, RUNS, SHARES, type Curve } from './curve.ts';
import { readDigests } from './digests.ts';
import { wholeFleet } from './fleet.ts';
import type { Options } from './options.ts';
import { writtenDown } from './recorded.ts';
import { withJudge } from './with-judge.ts';
import { writeTrust } from './write.ts';

/** Measures the power curve, or a part of it, prints it, and writes the whole down. The exit code. */
export async function measureCurve(options: Options): Promise<number> {
  const { only, each, every } = options;
  const all = await loadFamilies();
  const families =
    only.length === 0
      ? all.filter((_, at) => at % every === 0)
      : all.filter(({ id, breaks }) => only.some((glob) => fits(glob, id) || fits(glob, breaks)));
  if (families.length === 0) {
    throw new UsageError([
      `--only ${only.join(' --only ')} names no family of faults and no requirement that one breaks: docs/faults.md lists them.`,
    ]);
  }
  const runs = options.runs === undefined ? RUNS : [options.runs];
  const digests = await readDigests();
  const rows = await withJudge(options, digests, await wholeFleet(), (judge, tell) =>
    familyRows({ families, runs, each, tell }, judge),
  );
  // Alone: it is timed.
  const costs = [];
  for (const count of runs) costs.push(await runCost(count));
  const curve: Curve = {
    kit: digests.kit,
    shares: SHARES,
    runs,
    each,
    of: all.length,
    families: rows,
    costs,
  };
  process.stdout.write(`${curveLines(curve).join('\n')}\n`);
  if (options.json !== undefined) await writeFile(options.json, writtenDown(curve));
  const isWhole = only.length === 0 && options.runs === undefined;
  process.stdout.write(
    `${isWhole ? await writeTrust(undefined, curve) : 'Nothing is written: only a part of the curve was measured.'}\n`,
  );
  return 0;
}
