import { groupBy } from '../../../src/base/group-by.ts';
import { byChange, changeCounts, changeWords } from '../../compare/changes.ts';
import { isRegression, type Comparison, type RowChange, type Side } from '../../compare/comparison.ts';
import { differenceLine } from '../../compare/since.ts';
import { capital, firstNames, phrases } from '../../measures.ts';
import type { Verdict } from '../../model.ts';
import { inertLine } from '../../text.ts';
import { runVerdicts } from '../../words.ts';

/** A comparison as each format draws it; the texts act on nothing, and each format escapes them as it has to. */
export interface ComparisonView {
  /** The two reports. */
  readonly sides: readonly Labelled[];
  /** What differs besides the verdicts, in the order of reading. */
  readonly facts: readonly Labelled[];
  /** The requirements that changed, by the kind of change; `title` is `New failure: 2`. */
  readonly changes: readonly { readonly title: string; readonly groups: readonly Alike[] }[];
  /** The outcome in one sentence. */
  readonly result: string;
}

interface Labelled {
  readonly label: string;
  readonly text: string;
}

/** Requirements that changed in one way, for one reason. */
interface Alike {
  readonly ids: readonly string[];
  readonly verdict: Verdict;
  /** `pass -> fail`, and what else there is to say of the change. */
  readonly turn: string;
  readonly reason: string;
}

/** Ids that are named before the others are counted. */
const NAMED = 20;

export function view(comparison: Comparison): ComparisonView {
  const { before, after, changes, same, catalogue, lost, traffic, scope } = comparison;
  const kinds = [...changes.map(({ change }) => change), ...Array<'same'>(same).fill('same')];
  const versions = [
    { name: 'catalogue', before: before.catalogue, after: after.catalogue },
    { name: 'kit', before: before.tool, after: after.tool },
  ].flatMap(({ name, before: was, after: is }) =>
    was.digest === is.digest ? [] : [{ name, before: was.version, after: is.version }],
  );
  return {
    sides: labelled({ Before: sideText(before), After: sideText(after) }),
    facts: labelled({
      Counts: changeCounts(kinds),
      Lost: differenceLine(lost),
      Traffic: differenceLine(traffic),
      Scope: differenceLine(scope),
      Versions: versions.length === 0 ? '' : `${differenceLine(versions)} (not the same)`,
      Removed: firstNames(NAMED, catalogue.removed.map(idText)),
      Added: firstNames(NAMED, catalogue.added.map(idText)),
      Reworded: firstNames(NAMED, catalogue.reworded.map(idText)),
    }),
    changes: byChange(changes, ({ change }) => change).map(([kind, rows]) => ({
      title: `${capital(changeWords[kind])}: ${rows.length}`,
      groups: Array.from(groupBy(rows, (row) => `${turnOf(row)}: ${row.reason}`).values(), (alike) => ({
        ids: alike.map(({ id }) => idText(id)),
        verdict: alike[0].after ?? 'not-tested',
        turn: turnOf(alike[0]),
        reason: inertLine(alike[0].reason),
      })),
    })),
    result: result(comparison),
  };
}

function labelled(facts: Readonly<Record<string, string>>): readonly Labelled[] {
  return Object.entries(facts).flatMap(([label, text]) => (text === '' ? [] : [{ label, text }]));
}

function sideText({ name, verdict, startedAt, baseUrl, catalogue }: Side): string {
  const word = runVerdicts[verdict].word.toUpperCase();
  const line = `${startedAt.slice(0, 10)}, ${inertLine(baseUrl, 200)}, catalogue ${inertLine(catalogue.version, 40)}`;
  return `${inertLine(name, 200)}: ${word}, ${line}`;
}

function idText(id: string): string {
  return inertLine(id, 80);
}

function turnOf({ before, after, note, change, stops }: RowChange): string {
  const verdicts = `${before ?? 'not asked'} -> ${after ?? 'not asked'}`;
  const allowed = isRegression(change) && !stops ? 'allowed' : '';
  return phrases([verdicts, note && inertLine(note, 400), allowed], ', ');
}

function result({ changes, lost }: Comparison): string {
  const regressions = changes.filter(({ change }) => isRegression(change));
  const stopping = [...regressions, ...lost].some((one) => one.stops);
  const shown = (one: { readonly stops: boolean }) => one.stops === stopping;
  const rows = regressions.filter(shown);
  const counts = rows.length === 0 ? '' : changeCounts(rows.map(({ change }) => change));
  const found = phrases([counts, lost.some(shown) ? 'less tested' : ''], ', ');
  if (stopping) return `${found}. If intended, pass --allow.`;
  if (found !== '') return `${found}, allowed.`;
  return changes.length === 0 ? 'Nothing changed.' : 'No new failure and no lost coverage.';
}
