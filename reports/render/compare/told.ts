import { changeCounts, changeKinds, changeWords } from '../../compare/changes.ts';
import { REGRESSIONS, type Comparison, type Difference, type RowChange } from '../../compare/comparison.ts';
import { inertLine } from '../../text.ts';

/** A comparison as each format tells it; the texts act on nothing, and each format escapes them as it has to. */
export interface Told {
  /** What is otherwise besides the verdicts, by name, in the order of reading. */
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  /** The requirements that changed, what asks for action first; `title` is `New failure`. */
  readonly changes: readonly { readonly title: string; readonly rows: readonly RowChange[] }[];
  /** What it comes to, in one sentence. */
  readonly result: string;
}

/** Ids that are named before the others are counted. */
const NAMED = 20;

export function tell({ before, after, changes, same, catalogue, traffic, scope }: Comparison): Told {
  const kinds = [...changes.map(({ change }) => change), ...Array<'same'>(same).fill('same')];
  const versions = [
    ...(before.catalogue?.digest === after.catalogue?.digest
      ? []
      : [{ name: 'catalogue', before: versionOf(before.catalogue), after: versionOf(after.catalogue) }]),
    ...(before.tool.digest === after.tool.digest
      ? []
      : [{ name: 'kit', before: before.tool.version, after: after.tool.version }]),
  ];
  const facts = {
    Counts: changeCounts(kinds),
    Traffic: differences(traffic),
    Scope: differences(scope),
    Versions: versions.length === 0 ? '' : `${differences(versions)} (not the same)`,
    'Only in the first': ids(catalogue.removed),
    'Only in the second': ids(catalogue.added),
    'Worded anew': ids(catalogue.reworded),
  };
  return {
    facts: Object.entries(facts).flatMap(([label, text]) => (text === '' ? [] : [{ label, text }])),
    changes: changeKinds.flatMap((kind) => {
      const rows = changes.filter(({ change }) => change === kind);
      const word = changeWords[kind];
      return rows.length === 0 ? [] : [{ title: word.charAt(0).toUpperCase() + word.slice(1), rows }];
    }),
    result: result(changes),
  };
}

function versionOf(catalogue: Comparison['before']['catalogue']): string {
  return catalogue?.version ?? 'not said';
}

function differences(list: readonly Difference[]): string {
  return list
    .map(({ name, before, after }) => `${name} ${inertLine(before, 120)} -> ${inertLine(after, 120)}`)
    .join(', ');
}

function ids(list: readonly string[]): string {
  const more = list.length > NAMED ? ` and ${String(list.length - NAMED)} more` : '';
  const shown = list.slice(0, NAMED).map((id) => inertLine(id, 80));
  return `${shown.join(', ')}${more}`;
}

function result(changes: readonly RowChange[]): string {
  const counts = (some: readonly RowChange[]) => changeCounts(some.map(({ change }) => change));
  const stops = changes.filter((one) => one.stops);
  if (stops.length > 0) return `${counts(stops)}. Where that is meant, name it with --allow.`;
  const allowed = changes.filter(({ change }) => REGRESSIONS.some((kind) => kind === change));
  if (allowed.length > 0) return `${counts(allowed)}, allowed.`;
  return changes.length === 0 ? 'Nothing changed.' : 'No new failure and no lost coverage.';
}
