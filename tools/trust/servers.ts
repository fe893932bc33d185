import { describe, expect, test } from 'vitest';
import { loadVariants } from '../../reference/index.ts';
import { undecidedMandatoryIds, idsByVerdict, faultDeviations, variantDeviations } from './assess.ts';
import { registerFamilyTests } from './curve.ts';
import { selectFleetPart } from './fleet.ts';
import { readTrustOptions, COST_LIMITS, type CostRow, type ServerRow } from './rows.ts';
import { judgeServer, judgeServerTimes, type ServerUnderTest, type ServerResult } from './subject.ts';

/** Registers a test for each server, or family, in share `index` of `of`: one test file per share, since files run in parallel. */
export async function registerServerTests(index: number, of: number): Promise<void> {
  const { only, seeds, mode } = readTrustOptions();
  if (mode === 'curve') return registerFamilyTests(index, of);
  const { faults, variants, others, touched } = await selectFleetPart(only);
  const lawful = await loadVariants();
  const isOwn = (_: unknown, at: number): boolean => at % of === index;
  const every = Array.from({ length: seeds }, (_, at) => at + 1);

  /** Registers a test that judges one server with each seed. */
  const put = (
    head: Pick<ServerRow, 'kind' | 'id' | 'breaks'>,
    subject: Omit<ServerUnderTest, 'seed'>,
    wrongOf: (told: ServerResult) => readonly string[],
  ): void => {
    test(`${head.kind} ${head.id}`, async ({ task }) => {
      const told: ServerResult[] = [];
      for (const seed of every) told.push(await judgeServer({ ...subject, seed }));
      const row: ServerRow = {
        ...head,
        wrong: told.flatMap((one, at) => wrongOf(one).map((text) => `with seed ${every[at] ?? 0} ${text}`)),
        undecided: [...new Set(told.flatMap(undecidedMandatoryIds))],
        // Verdicts of an aborted run depend on timing.
        verdicts: told[0] === undefined || told[0].problems.length > 0 ? {} : idsByVerdict(told[0]),
      };
      task.meta.trust = row;
      expect(row.wrong).toEqual([]);
    });
  };

  describe.concurrent('servers', () => {
    for (const fault of faults.filter(isOwn)) {
      put({ kind: 'fault', id: fault.id, breaks: fault.breaks }, { faults: [fault.id] }, (told) =>
        faultDeviations(fault, told, lawful),
      );
    }
    const judged = variants.map((variant) => ({ variant, by: undefined }));
    const apart = mode === 'matrix' ? others.map((variant) => ({ variant, by: touched })) : [];
    for (const { variant, by } of [...judged.filter(isOwn), ...apart.filter(isOwn)]) {
      const { id } = variant;
      put({ kind: 'variant', id, breaks: [] }, { variants: [id], only: by }, (told) =>
        // If only some checks run, only warnings and failures are compared, and the run may end early.
        variantDeviations(
          by === undefined
            ? variant
            : { warns: variant.warns, ...(told.problems.length > 0 && variant.ends && { ends: true }) },
          told,
        ),
      );
    }
    if (only.length > 0 || index > 0 || mode !== 'matrix') return;
    test('what a standard run takes', async ({ task }) => {
      const runs: (readonly ServerResult[])[] = [];
      for (const seed of every) runs.push(await judgeServerTimes({ seed }, 2));
      const most = (time: number, what: 'requests' | 'created'): number =>
        Math.max(...runs.map((told) => told[time]?.[what] ?? 0));
      const took = {
        requests: most(0, 'requests'),
        created: most(0, 'created'),
        createdAgain: most(1, 'created'),
      };
      const row: CostRow = {
        kind: 'cost',
        ...took,
        wrong: Object.entries(COST_LIMITS).flatMap(([what, limit]) => {
          const found = took[what as keyof typeof COST_LIMITS];
          return found > limit ? [`a standard run: ${what} ${found}, more than ${limit}`] : [];
        }),
      };
      task.meta.trust = row;
      expect(row.wrong).toEqual([]);
    });
  });
}
