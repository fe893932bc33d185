import { expect, test } from 'vitest';
import { selectFleetPart } from './fleet.ts';
import { readTrustOptions, SERVERS_PER_SHARE, CURVE_DEPTHS, CURVE_SHARES, type FamilyRow } from './rows.ts';
import { judgeServer } from './subject.ts';

/** Registers a test for each family of faults in this share of the fleet. */
export async function registerFamilyTests(index: number, of: number): Promise<void> {
  const { only } = readTrustOptions();
  const { families } = await selectFleetPart(only);
  for (const { id, breaks, mayFall } of families.filter((_, at) => at % of === index)) {
    test.concurrent(`family ${id}`, async ({ task }) => {
      const wrong: string[] = [];
      const caughtOf = async (runs: number, oneIn: number): Promise<number> => {
        let caught = 0;
        for (let number = 1; number <= SERVERS_PER_SHARE; number += 1) {
          const server = `${id}@${oneIn}#${number}`;
          const told = await judgeServer({ faults: [server], seed: number, runs });
          const said = [...told.failed, ...told.warned];
          if (said.includes(breaks)) caught += 1;
          for (const one of said) {
            if (one !== breaks && !mayFall.includes(one)) wrong.push(`${server} is blamed on ${one}`);
          }
          wrong.push(...told.problems.map((problem) => `${server} could not be judged: ${problem}`));
        }
        return caught;
      };
      const caught: number[][] = [];
      for (const runs of CURVE_DEPTHS) {
        const row: number[] = [];
        for (const oneIn of CURVE_SHARES) row.push(await caughtOf(runs, oneIn));
        caught.push(row);
      }
      task.meta.trust = { kind: 'family', id, breaks, caught, wrong } satisfies FamilyRow;
      expect(wrong).toEqual([]);
    });
  }
}
