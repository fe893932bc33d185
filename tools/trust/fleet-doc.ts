import { escapeMarkdown } from '../../reports/render/markdown.ts';
import { loadFaultFamilies, loadAllFaults, loadVariants } from '../../reference/index.ts';
import { groupBy } from '../../src/base/group-by.ts';
import { codeSpans, joinPageLines, markdownTable } from './table.ts';

/** Returns a table for each group of items: the first part of the id is the name of the group. */
function grouped<T extends { readonly id: string; readonly title: string }>(
  heads: readonly string[],
  items: readonly T[],
  cells: (item: T) => readonly string[],
): readonly string[] {
  return [...groupBy(items, ({ id }) => id.split('/')[0])].flatMap(([group, own]) => [
    `### ${group}`,
    '',
    ...markdownTable(
      heads,
      own.map((item) => [`\`${item.id}\``, escapeMarkdown(item.title), ...cells(item)]),
    ),
    '',
  ]);
}

/** Renders docs/faults.md: all faults, families and lawful variants. */
export async function renderFleetDoc(): Promise<string> {
  const [faults, variants, families] = await Promise.all([
    loadAllFaults(),
    loadVariants(),
    loadFaultFamilies(),
  ]);
  return joinPageLines([
    '# Faults and variants of the reference server',
    '',
    'Written by `npm run trust:docs`; do not edit it. `petstore-conformance serve --fault ID` starts a server that shows a',
    'fault, `--variant ID` one that shows a lawful variant; both print how to judge it. `petstore-conformance faults --json`',
    'prints all of this as data, and [TRUST.md](../TRUST.md) says how the kit takes them.',
    '',
    `## ${faults.length} faults`,
    '',
    'Each is one way in which a server breaks the requirements that are named, or misses good practice. What may fall with',
    'them honestly follows from the fault too. What gets no answer breaks nothing that can be proved: it leaves undecided.',
    '',
    ...grouped(
      ['Fault', 'What the server does', 'Breaks', 'May fall with it'],
      faults,
      ({ breaks, mayFall, leaves = [] }) => [
        leaves.length === 0 ? codeSpans(breaks) : `leaves ${codeSpans(leaves)} undecided`,
        codeSpans(mayFall),
      ],
    ),
    '## Families',
    '',
    `${families.length} kinds of faults that get a share of their inputs wrong, as bugs do that lie behind a condition. \`share/limit-refused@10#3\``,
    'is the third server of its family that gets one input in ten wrong; the same inputs each time, and others than the fourth.',
    'Those of the group `flaky` get answers wrong by chance.',
    '',
    ...grouped(
      ['Family', 'What the server does', 'Breaks', 'May fall with it'],
      families,
      ({ breaks, mayFall }) => [codeSpans([breaks]), codeSpans(mayFall)],
    ),
    `## ${variants.length} lawful variants`,
    '',
    'Each obeys the document and differs where it is silent: none may be said to break anything. Advisory requirements that',
    'it misses are named.',
    '',
    ...grouped(['Variant', 'What the server does', 'Misses'], variants, ({ warns }) => [codeSpans(warns)]),
  ]);
}
