import type { Cost, Costs } from './matrix.ts';
import type { RunCost } from './curve.ts';
import { runAgain, runOne } from './run-one.ts';

function most(costs: readonly Cost[]): Cost {
  return {
    requests: Math.max(...costs.map(({ requests }) => requests)),
    created: Math.max(...costs.map(({ created }) => created)),
  };
}

/** What the standard run takes at most, over the seeds from 1, on the conformant server and on it once more. */
export async function standardCost(seeds: number, kit: string): Promise<Costs> {
  const first: Cost[] = [];
  const again: Cost[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const [one, two] = await runAgain({ faults: [], variants: [], seed }, 2);
    if (one === undefined || two === undefined) throw new Error('the standard run told nothing');
    first.push(one);
    again.push(two);
  }
  return { kit, first: most(first), again: most(again) };
}

/** What a run with so many inputs for each property takes on the conformant server: the quickest of three. */
export async function runCost(runs: number): Promise<RunCost> {
  const took: RunCost[] = [];
  for (let seed = 1; seed <= 3; seed += 1) {
    const begun = performance.now();
    const { requests, created } = await runOne({ faults: [], variants: [], seed, runs });
    took.push({ runs, requests, created, seconds: (performance.now() - begun) / 1000 });
  }
  return took.reduce((least, one) => (one.seconds < least.seconds ? one : least));
}
