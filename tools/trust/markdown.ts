import { countWithNoun } from '../../reports/measures.ts';
import { requirements } from '../../requirements/index.ts';
import {
  SERVERS_PER_SHARE,
  COST_LIMITS,
  CURVE_DEPTHS,
  SEED_COUNT,
  CURVE_SHARES,
  type DetectionCurve,
  type FamilyRow,
  type TrustMatrix,
} from './rows.ts';
import { codeSpans, joinPageLines, percent, markdownTable } from './table.ts';

/**
 * Renders TRUST.md from the measurements.
 * @param fleet all current servers
 * @param independent the section on servers outside of the fleet, which is written by hand
 */
export function renderTrust(
  { matrix, curve }: { matrix: TrustMatrix; curve: DetectionCurve },
  fleet: readonly { readonly id: string }[],
  independent: string,
): string {
  return joinPageLines([
    '# How far the verdicts can be trusted',
    '',
    'Written by `npm run trust`; do not edit it. Each server of the reference fleet is judged by every check: the faults,',
    'which break a requirement each, and the lawful variants, which obey the document and differ where it is silent.',
    '[docs/faults.md](docs/faults.md) describes them; `petstore-conformance serve --fault ID` or `--variant ID` shows one.',
    '',
    ...renderMatrix(matrix, fleet),
    ...renderCurve(curve),
    independent,
  ]);
}

function renderMatrix(
  { version, kit, seeds, servers, guards, cost }: TrustMatrix,
  fleet: readonly { readonly id: string }[],
): readonly string[] {
  const unknown = fleet.filter(({ id }) => !servers.some((row) => row.id === id));
  const faults = servers.filter(({ kind }) => kind === 'fault');
  const variants = servers.filter(({ kind }) => kind === 'variant');
  const open = variants.filter(({ undecided }) => undecided.length > 0);
  return [
    `- petstore-conformance ${version} of digest \`${kit.slice(7, 23)}\`, seeds 1 to ${seeds}`,
    `- ${countWithNoun(faults.length, 'fault')}, each judged ${countWithNoun(seeds, 'time')}: every one caught, none blamed on another requirement`,
    `- ${countWithNoun(variants.length, 'lawful variant')}, each judged ${countWithNoun(seeds, 'time')}: no false alarm, no warning that is not its own`,
    `- a standard run: ${cost.requests} requests (at most ${COST_LIMITS.requests}), ${cost.created} animals (at most ${COST_LIMITS.created}), ${cost.createdAgain} on a target that it has filled (at most ${COST_LIMITS.createdAgain})`,
    ...(unknown.length === 0
      ? []
      : [`- not judged in that yet, since they are newer: ${codeSpans(unknown.map(({ id }) => id))}`]),
    '',
    `This file is only updated by a clean run of the matrix. It takes ${countWithNoun(SEED_COUNT, 'seed')}: another seed draws other values`,
    'of the same classes, in another order.',
    '',
    '## Requirements',
    '',
    ...markdownTable(
      ['Requirement', 'Level', 'Faults that break it'],
      requirements.map(({ id, level }) => [
        `\`${id}\``,
        level,
        faults.filter(({ breaks }) => breaks.includes(id)).length,
      ]),
    ),
    '',
    '## Lawful variants that stay undecided',
    '',
    ...(open.length === 0
      ? ['None.']
      : [
          'Variants that give no chance to decide a stated or implied requirement; a run says so and why.',
          '',
          ...markdownTable(
            ['Variant', 'Undecided'],
            open.map(({ id, undecided }) => [`\`${id}\``, codeSpans(undecided)]),
          ),
        ]),
    '',
    '## Checks',
    '',
    'What escapes if just this check is left out.',
    '',
    ...markdownTable(
      ['Check', 'Fault'],
      guards.map(({ id, guards: fault }) => [
        `\`${id}\``,
        codeSpans(fault === null ? [] : [fault], 'nothing'),
      ]),
    ),
    '',
  ];
}

function renderCurve(curve: DetectionCurve): readonly string[] {
  const { families, kit } = curve;
  const isFlaky = ({ id }: FamilyRow): boolean => id.startsWith('flaky/');
  const rows = (some: readonly FamilyRow[]) =>
    CURVE_SHARES.map((oneIn, share) => [
      `1 in ${oneIn}`,
      ...CURVE_DEPTHS.map((_, run) =>
        percent(
          some.reduce((sum, row) => sum + (row.caught[run]?.[share] ?? 0), 0),
          some.length * SERVERS_PER_SHARE,
        ),
      ),
    ]);
  const heads = ['Wrong', ...CURVE_DEPTHS.map((count) => `--runs ${count}`)];
  const steady = families.filter((row) => !isFlaky(row));
  const flaky = families.filter(isFlaky);
  const blamed = families.reduce((sum, { wrong }) => sum + wrong.length, 0);
  return [
    '## Detection rates',
    '',
    'Bugs that lie behind a condition: servers that get a share of their inputs wrong, the same input always in the same way,',
    `of ${countWithNoun(steady.length, 'family').replace('familys', 'families')} ([docs/faults.md](docs/faults.md#families)), ${SERVERS_PER_SHARE} of each at each share. Which inputs these are was drawn afresh for each`,
    'server. One counts as caught where the requirement that it breaks was found broken; one whose wrong inputs the run never',
    'sent cannot be.',
    '',
    ...markdownTable(heads, rows(steady)),
    '',
    `Answers that are wrong by chance, whatever the input, of ${flaky.length} families:`,
    '',
    ...markdownTable(heads, rows(flaky)),
    '',
    `Blamed on another requirement: ${blamed} times. Digest \`${kit.slice(7, 23)}\`, measured with \`npm run trust -- --curve\`.`,
    '',
  ];
}
