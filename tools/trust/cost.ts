import type { Cost, Costs } from './matrix.ts';
import { runAgain } from './run-one.ts';

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
