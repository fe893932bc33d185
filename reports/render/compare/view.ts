import { groupBy } from '../../../src/base/group-by.ts';
import { byChange, changeCounts, changeWords } from '../../compare/changes.ts';
import { isRegression, type Comparison, type RowChange } from '../../compare/comparison.ts';
import { differenceLine } from '../../compare/since.ts';
import { capital, firstNames, phrases } from '../../measures.ts';
import { inertLine } from '../../text.ts';

/** A comparison as each format tells it; the texts act on nothing, and each format escapes them as it has to. */
export interface ComparisonView {
  /** What is otherwise besides the verdicts, by name, in the order of reading. */
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  /**
   * The requirements that changed, what asks for action first, by what became of them and why: what dozens have in common is
   * read once. `title` is `New failure: 2`.
   */
  readonly changes: readonly { readonly title: string; readonly groups: readonly Alike[] }[];
  /** What it comes to, in one sentence. */
  readonly result: string;
}

/** Requirements that changed in one way, for one reason. */
type Alike = readonly [RowChange, ...RowChange[]];

/** Ids that are named before the others are counted. */
const NAMED = 20;

export function view(comparison: Comparison): ComparisonView {
  const { before, after, changes, same, catalogue, lost, traffic, scope } = comparison;
  const kinds = [...changes.map(({ change }) => change), ...Array<'same'>(same).fill('same')];
  const versions = [
    ...(before.catalogue.digest === after.catalogue.digest
      ? []
      : [{ name: 'catalogue', before: before.catalogue.version, after: after.catalogue.version }]),
    ...(before.tool.digest === after.tool.digest
      ? []
      : [{ name: 'kit', before: before.tool.version, after: after.tool.version }]),
  ];
  const facts = {
    Counts: changeCounts(kinds),
    Lost: differenceLine(lost),
    Traffic: differenceLine(traffic),
    Scope: differenceLine(scope),
    Versions: versions.length === 0 ? '' : `${differenceLine(versions)} (not the same)`,
    'Only in the first': ids(catalogue.removed),
    'Only in the second': ids(catalogue.added),
    'Worded anew': ids(catalogue.reworded),
  };
  return {
    facts: Object.entries(facts).flatMap(([label, text]) => (text === '' ? [] : [{ label, text }])),
    changes: byChange(changes, ({ change }) => change).map(([kind, rows]) => {
      const groups = groupBy(rows, (row) => `${turnWords(row, 'to')} ${row.stops} ${row.reason}`);
      return { title: `${capital(changeWords[kind])}: ${rows.length}`, groups: [...groups.values()] };
    }),
    result: result(comparison),
  };
}

function ids(list: readonly string[]): string {
  return firstNames(
    NAMED,
    list.map((id) => inertLine(id, 80)),
  );
}

function result({ changes, lost }: Comparison): string {
  const regressions = changes.filter(({ change }) => isRegression(change));
  const stopping = [...regressions, ...lost].some((one) => one.stops);
  const shown = (one: { readonly stops: boolean }) => one.stops === stopping;
  const rows = regressions.filter(shown);
  const counts = rows.length === 0 ? '' : changeCounts(rows.map(({ change }) => change));
  const found = phrases([counts, lost.some(shown) ? 'less put to the test' : ''], ', ');
  if (stopping) return `${found}. Where that is meant, name it with --allow.`;
  if (found !== '') return `${found}, allowed.`;
  return changes.length === 0 ? 'Nothing changed.' : 'No new failure and no lost coverage.';
}

/** The verdicts on a requirement before and after, and what there is to say of the change. */
export function turnWords({ before, after, note }: RowChange, to: '->' | 'to'): string {
  const verdicts = `${before ?? 'not asked'} ${to} ${after ?? 'not asked'}`;
  return note === undefined ? verdicts : `${verdicts}, ${inertLine(note, 400)}`;
}
