import { renderCurve } from './curve-doc.ts';
import type { Curve } from './curve.ts';
import { LIMITS, SEEDS } from './limits.ts';
import { requirementRows, type BySeed, type Matrix, type RequirementRow } from './matrix.ts';
import { codes, counted, percent, table } from './table.ts';

/**
 * TRUST.md: the matrix for people.
 * @param changed what has changed since it was measured, see `changedSince`
 */
export function renderTrust(matrix: Matrix, curve?: Curve, changed: readonly string[] = []): string {
  return `${[
    '# How far the verdicts can be trusted',
    '',
    `Written by \`npm run trust -- --seeds ${SEEDS}\`; do not edit it. Each server of the reference fleet is judged by every check:`,
    'the faults, which break a requirement each, and the lawful variants, which obey the document and differ where it is',
    'silent. [docs/faults.md](docs/faults.md) describes them; `petstore-conformance serve --fault ID` or `--variant ID` shows',
    'one.',
    '',
    ...(changed.length === 0
      ? []
      : [
          `**Behind:** since this was measured, ${changed.join(', ')} have changed. What follows speaks of the kit before that.`,
          '',
        ]),
    ...totals(matrix),
    '',
    '## Requirements',
    '',
    'A fault counts as caught with a seed if the requirement was found broken. A fault may break several requirements.',
    '',
    ...table(['Requirement', 'Level', 'Faults', 'Caught'], requirementRows(matrix).map(requirementCells)),
    '',
    '## Blame',
    '',
    'Faults that were blamed on a requirement that neither they nor what follows from them break.',
    '',
    ...troubles(matrix.faults.map(({ id, blamed }) => ({ id, by: blamed }))),
    '',
    '## Lawful variants',
    '',
    'Variants that were said to break the document.',
    '',
    ...troubles(matrix.variants.map(({ id, alarms }) => ({ id, by: alarms }))),
    '',
    ...undecided(matrix),
    ...guards(matrix),
    ...cost(matrix),
    ...(curve === undefined ? [] : renderCurve(curve)),
  ]
    .join('\n')
    .trimEnd()}\n`;
}

function requirementCells({ id, level, faults, runs, caught }: RequirementRow): readonly (string | number)[] {
  return [`\`${id}\``, level, faults, percent(caught, runs)];
}

/** The sums, a line each. */
export function totals({ tool, seeds, kit, faults, variants }: Matrix): readonly string[] {
  const runs = faults.length * seeds;
  const caught = faults.reduce((sum, fault) => sum + fault.caught, 0);
  const blamed = faults.reduce((sum, fault) => sum + fault.blamed.length, 0);
  const alarms = variants.reduce((sum, variant) => sum + variant.alarms.length, 0);
  const lawful = variants.length * seeds;
  const older = [...faults, ...variants].filter((row) => row.kit !== kit).length;
  return [
    `- ${tool.name} ${tool.version}, ${seeds === 1 ? 'seed 1' : `seeds 1 to ${seeds}`}, checks and engine of digest ${kit}`,
    ...(older === 0
      ? []
      : [`- ${counted(older, 'server')} of these judged by the checks and engine as they were before`]),
    `- ${counted(faults.length, 'fault')}, judged ${counted(runs, 'time')}: ${percent(caught, runs)} caught, ${runs - caught} escaped`,
    `- blamed on another requirement: ${blamed} of ${runs}`,
    `- ${counted(variants.length, 'lawful variant')}, judged ${counted(lawful, 'time')}: ${alarms} with a false alarm`,
  ];
}

function troubles(rows: readonly { readonly id: string; readonly by: BySeed }[]): readonly string[] {
  const some = rows.filter(({ by }) => by.length > 0);
  if (some.length === 0) return ['None.'];
  return table(
    ['Server', 'Requirements', 'Seeds'],
    some.map(({ id, by }) => [
      `\`${id}\``,
      codes([...new Set(by.flatMap(({ ids }) => Object.keys(ids)))]),
      by.map(({ seed }) => seed).join(', '),
    ]),
  );
}

function undecided({ variants }: Matrix): readonly string[] {
  const some = variants.filter((variant) => variant.undecided.length > 0);
  if (some.length === 0) return [];
  return [
    'Variants that give no chance to decide a stated or implied requirement with one seed or another; a run says so and',
    'why.',
    '',
    ...table(
      ['Variant', 'Undecided'],
      some.map((variant) => [`\`${variant.id}\``, codes(variant.undecided)]),
    ),
    '',
  ];
}

function guards({ checks }: Matrix): readonly string[] {
  return [
    '## Checks',
    '',
    'What escapes if just this check is left out.',
    '',
    ...table(
      ['Check', 'Fault'],
      checks.map(({ id, guards: fault }) => [`\`${id}\``, codes(fault === null ? [] : [fault], 'nothing')]),
    ),
    '',
  ];
}

function cost({ cost: took }: Matrix): readonly string[] {
  if (took === undefined) return [];
  return [
    '## Cost',
    '',
    'The most that a standard run on the embedded server took with any of the seeds.',
    '',
    ...table(
      ['Target', 'Requests', 'At most', 'Animals added', 'At most'],
      [
        ['fresh', took.first.requests, LIMITS.requests, took.first.created, LIMITS.created],
        ['filled by a run before', took.again.requests, '-', took.again.created, LIMITS.createdAgain],
      ],
    ),
    '',
  ];
}
