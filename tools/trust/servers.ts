import { describe, expect, test } from 'vitest';
import { loadVariants } from '../../reference/index.ts';
import { openOf, verdictsOf, wrongOfFault, wrongOfVariant } from './assess.ts';
import { putFamilies } from './curve.ts';
import { partOf } from './fleet.ts';
import { asked, LIMITS, type CostRow, type ServerRow } from './rows.ts';
import { judgeSubject, judgeTimes, type Subject, type Told } from './subject.ts';

/** Registers a test for each server, or family, in share `index` of `of`: one test file per share, since files run in parallel. */
export async function putServers(index: number, of: number): Promise<void> {
  const { only, seeds, mode } = asked();
  if (mode === 'curve') return putFamilies(index, of);
  const { faults, variants, others, touched } = await partOf(only);
  const lawful = await loadVariants();
  const isOwn = (_: unknown, at: number): boolean => at % of === index;
  const every = Array.from({ length: seeds }, (_, at) => at + 1);

  /** Registers a test that judges one server with each seed. */
  const put = (
    head: Pick<ServerRow, 'kind' | 'id' | 'breaks'>,
    subject: Omit<Subject, 'seed'>,
    wrongOf: (told: Told) => readonly string[],
  ): void => {
    test(`${head.kind} ${head.id}`, async ({ task }) => {
      const told: Told[] = [];
      for (const seed of every) told.push(await judgeSubject({ ...subject, seed }));
      const row: ServerRow = {
        ...head,
        wrong: told.flatMap((one, at) => wrongOf(one).map((text) => `with seed ${every[at] ?? 0} ${text}`)),
        undecided: [...new Set(told.flatMap(openOf))],
        needs: (told[0]?.needed ?? []).filter((check) => told.every(({ needed }) => needed.includes(check))),
        // Verdicts of an aborted run depend on timing.
        verdicts: told[0] === undefined || told[0].problems.length > 0 ? {} : verdictsOf(told[0]),
      };
      task.meta.trust = row;
      expect(row.wrong).toEqual([]);
    });
  };

  describe.concurrent('servers', () => {
    for (const fault of faults.filter(isOwn)) {
      put({ kind: 'fault', id: fault.id, breaks: fault.breaks }, { faults: [fault.id] }, (told) =>
        wrongOfFault(fault, told, lawful),
      );
    }
    const judged = variants.map((variant) => ({ variant, by: undefined }));
    const apart = mode === 'matrix' ? others.map((variant) => ({ variant, by: touched })) : [];
    for (const { variant, by } of [...judged.filter(isOwn), ...apart.filter(isOwn)]) {
      const { id } = variant;
      put({ kind: 'variant', id, breaks: [] }, { variants: [id], only: by }, (told) =>
        // By a part of the checks, only warnings and failures are compared; the run may also end early.
        wrongOfVariant(
          by === undefined
            ? variant
            : { warns: variant.warns, ...(told.problems.length > 0 && variant.ends && { ends: true }) },
          told,
        ),
      );
    }
    if (only.length > 0 || index > 0 || mode !== 'matrix') return;
    test('what a standard run takes', async ({ task }) => {
      const runs: (readonly Told[])[] = [];
      for (const seed of every) runs.push(await judgeTimes({ seed }, 2));
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
        wrong: Object.entries(LIMITS).flatMap(([what, limit]) => {
          const found = took[what as keyof typeof LIMITS];
          return found > limit ? [`a standard run: ${what} ${found}, more than ${limit}`] : [];
        }),
      };
      task.meta.trust = row;
      expect(row.wrong).toEqual([]);
    });
  });
}
