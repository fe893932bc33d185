import type { Curve, FamilyRow } from './curve.ts';
import { percent, table } from './table.ts';

const isFlaky = ({ id }: FamilyRow): boolean => id.startsWith('flaky/');

/** Servers caught of some families with one number of runs and at one share, of how many. */
function cellOf({ each }: Curve, rows: readonly FamilyRow[], run: number, share: number): string {
  const caught = rows.reduce((sum, row) => sum + (row.caught[run]?.[share] ?? 0), 0);
  return percent(caught, rows.length * each);
}

/** The shares down, the runs across. */
function cells(curve: Curve, rows: readonly FamilyRow[]): readonly (readonly string[])[] {
  return curve.shares.map((oneIn, share) => [
    `1 in ${oneIn}`,
    ...curve.runs.map((_, run) => cellOf(curve, rows, run, share)),
  ]);
}

function heads({ runs }: Curve): readonly string[] {
  return runs.map((count) => `--runs ${count}`);
}

/** The section of TRUST.md. */
export function renderCurve(curve: Curve): readonly string[] {
  const { families, each, costs } = curve;
  const [steady, flaky] = [families.filter((row) => !isFlaky(row)), families.filter(isFlaky)];
  const blamed = families.reduce((sum, row) => sum + row.blamed, 0);
  const judged = families.length * each * curve.shares.length * curve.runs.length;
  return [
    '## Power',
    '',
    'Bugs that lie behind a condition: servers that get a share of their inputs wrong, the same input always in the same way, of',
    `${steady.length + flaky.length === curve.of ? steady.length : `${steady.length} of all ${curve.of}`} families ([docs/faults.md](docs/faults.md#families)). Which inputs these are was drawn afresh for each server, ${each} of each family at each share.`,
    'A server counts as caught where the requirement that it breaks was found broken. One whose wrong inputs the run never',
    'sent cannot be. A standard run has `--runs 5`.',
    '',
    ...table(['Wrong', ...heads(curve)], cells(curve, steady)),
    '',
    `Answers that are wrong by chance, whatever the input, of ${flaky.length} families:`,
    '',
    ...table(['Wrong', ...heads(curve)], cells(curve, flaky)),
    '',
    `Blamed on another requirement: ${blamed} of ${judged} runs. Checks and engine of digest ${curve.kit}; measured with \`npm run trust -- --curve\`.`,
    '',
    'What such a run takes on the conformant server:',
    '',
    ...table(
      ['Runs', 'Requests', 'Animals added', 'Seconds'],
      costs.map(({ runs, requests, created, seconds }) => [runs, requests, created, seconds.toFixed(1)]),
    ),
    '',
  ];
}

/** The curve for the terminal: family by family with the fewest runs, then the sums. */
export function curveLines(curve: Curve): readonly string[] {
  const width = Math.max(0, ...curve.families.map(({ id }) => id.length));
  const line = (name: string, texts: readonly string[]): string =>
    `${name.padEnd(width)}  ${texts.map((text) => text.padStart(8)).join('')}`;
  const shares = curve.shares.map((oneIn) => `1/${oneIn}`);
  const groups = [
    ['share/*', curve.families.filter((row) => !isFlaky(row))],
    ['flaky/*', curve.families.filter(isFlaky)],
  ] as const;
  return curve.runs.flatMap((count, run) => [
    line(`--runs ${count}`, shares),
    ...curve.families.map((row) =>
      line(
        row.id,
        curve.shares.map((_, share) => `${row.caught[run]?.[share] ?? 0}/${curve.each}`),
      ),
    ),
    ...groups
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) =>
        line(
          name,
          curve.shares.map((_, share) => cellOf(curve, rows, run, share)),
        ),
      ),
    '',
  ]);
}
