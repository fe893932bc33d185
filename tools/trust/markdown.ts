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
 */
export function renderTrust(
  { matrix, curve }: { matrix: TrustMatrix; curve: DetectionCurve },
  fleet: readonly { readonly id: string }[],
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
    ...INDEPENDENT_SERVERS,
  ]);
}

/** Measured by hand; these servers are not in the repository. */
const INDEPENDENT_SERVERS: readonly string[] = [
  '## Servers that are not in the fleet',
  '',
  'Servers written from the document alone, by authors who had seen neither the checks nor the fleet (the last two rows:',
  'with the list of input classes known), with the expected verdict noted before the run. They were judged on 26 and 28',
  'November 2026, at several commits of those days. What these servers showed was fixed between the two days and on the second.',
  '',
  ...markdownTable(
    ['Servers', 'Day', 'Count', 'Result'],
    [
      [
        'lawful, behind gateways, firewalls, quotas and workers',
        '26',
        178,
        '144 conformant, 32 undecided or partial with the reason, 1 red (it takes JSON with comments and trailing commas), 1 did not start',
      ],
      [
        'lawful: odd choices, and nginx, HAProxy, Varnish, squid or Apache in front',
        '26',
        73,
        '59 conformant, 12 undecided or partial with the reason, 2 red for a fraction that only exact decimals tell from an integer (since then not judged)',
      ],
      [
        'lawful, by two other authors, half of them with such a part in front',
        '28',
        105,
        '92 conformant, 9 undecided with the reason, 4 red: 1 gives at most ten animals whatever the limit, 3 stand on a JSON parser that takes escapes that JSON does not have',
      ],
      [
        'lawful, by two more authors, 45 of them with such a part in front',
        '28',
        151,
        '119 conformant, 21 undecided or partial with the reason, 11 red: 2 fixed that day, 3 give short lists of many animals, 4 remove single animals within seconds, 1 lists new animals after 5 s, 1 refuses plain messages',
      ],
      [
        'lawful, by an author who knew the checks and looked for a wrong failure',
        '28',
        93,
        '39 red at first, 33 of them fixed that day; of the other 6, 2 answer 409 to gets at times, 1 moves statuses within milliseconds, 3 are arguable',
      ],
      ['broken, but like a lawful one', '26', 110, '106 red (25 at another requirement too), 4 undecided'],
      [
        'broken, each the twin of a lawful one of the same author',
        '28',
        45,
        '41 red, 2 undecided, 2 passed: a charset refused on messages is a warning, and an animal stored twice looks like another client’s',
      ],
      [
        'broken, each the twin of a lawful one of the two more authors',
        '28',
        57,
        '55 red, 1 undecided (503 to one status at every attempt), 1 passed (it takes the key in other case, which is not tried)',
      ],
      [
        'one bug as it occurs, in Express, Node, Flask, PHP and Ruby',
        '26',
        232,
        '213 red (27 at another requirement too), 2 undecided, 17 passed: 10 do what the document leaves open, 5 show only in requests that it does not have (PUT, HEAD, cookies, pipelining), 2 at a moment or a number of animals',
      ],
      [
        'one bug as it occurs, newer, in Node, Express, Fastify, Flask, PHP and Ruby',
        '26',
        124,
        '118 red, 5 of advisory requirements warned, 1 undecided (it never answers); the same with the seeds 1, 2 and 3',
      ],
      [
        'one bug as it occurs, newest, in Express, Node, Flask, PHP and Ruby',
        '28',
        210,
        '187 red (7 since a fix of that day), 12 of advisory requirements warned, 2 undecided, 9 do what the document leaves open',
      ],
      [
        'one bug chosen to escape',
        '26',
        214,
        '173 red (31 at another requirement too), 2 undecided, 39 passed: 17 in requests that the document does not have or leaves open, 15 one time in many, beyond a number or at a moment, 7 for a value or an order that is not sent',
      ],
      [
        'one bug chosen to escape, by an author who put each between the listed values',
        '28',
        110,
        '27 red (5 since a fix of that day), 83 passed: 33 show only in requests, headers or moments that the document does not name, 31 for one value that is not sent, 19 where two conditions meet',
      ],
    ],
  ),
  '',
];

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
