import { groupBy } from '../../../src/base/group-by.ts';
import { groupByChange, changeCountsText, verdictChangeNames } from '../../compare/changes.ts';
import { isRegression, failsGate, type Comparison } from '../../compare/comparison.ts';
import { differenceLine } from '../../compare/since.ts';
import { capitalized, countWithNoun, listFirstNames, joinPhrases } from '../../measures.ts';
import { totalsText } from '../../rows.ts';
import { safeLine } from '../../text.ts';
import { runVerdictWords } from '../../words.ts';

type RowChange = Comparison['changes'][number];

/** Maximum number of ids that are listed; further ids are only counted. */
const NAMED = 20;

/** Returns a comparison as labelled texts, shared by all formats; control characters are escaped, markup is not. */
export function comparisonTexts(comparison: Comparison) {
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
    // Differences other than of verdicts, in reading order.
    facts: labelled({
      Counts: changeCountsText(kinds),
      Lost: differenceLine(lost),
      Traffic: differenceLine(traffic),
      Scope: differenceLine(scope),
      Versions: versions.length === 0 ? '' : `${differenceLine(versions)} (not the same)`,
      Removed: listFirstNames(NAMED, catalogue.removed.map(idText)),
      Added: listFirstNames(NAMED, catalogue.added.map(idText)),
      Reworded: listFirstNames(NAMED, catalogue.reworded.map(idText)),
    }),
    changes: groupByChange(changes, ({ change }) => change).map(([kind, rows]) => ({
      title: `${capitalized(verdictChangeNames[kind])}: ${rows.length}`,
      groups: Array.from(
        // Changes that follow from another failure are last.
        groupBy(
          rows.toSorted((one, other) => Number('follows' in one) - Number('follows' in other)),
          (row) => `${turnOf(row)}: ${reasonOf(row)}`,
        ).values(),
        (alike) => ({
          ids: alike.map(({ id }) => idText(id)),
          verdict: alike[0].after ?? 'not-tested',
          turn: turnOf(alike[0]),
          reason: safeLine(reasonOf(alike[0])),
        }),
      ),
    })),
    result: result(comparison),
  };
}

function labelled(facts: Readonly<Record<string, string>>) {
  return Object.entries(facts).flatMap(([label, text]) => (text === '' ? [] : [{ label, text }]));
}

function sideText({ name, verdict, startedAt, baseUrl, catalogue }: Comparison['before']): string {
  const word = runVerdictWords[verdict].word.toUpperCase();
  const line = `${startedAt.slice(0, 10)}, ${safeLine(baseUrl, 200)}, catalogue ${safeLine(catalogue.version, 40)}`;
  return `${safeLine(name, 200)}: ${word}, ${line}`;
}

function idText(id: string): string {
  return safeLine(id, 80);
}

function reasonOf({ follows, reason }: RowChange): string {
  return follows === undefined ? reason : `follows from ${follows}`;
}

/** Returns a change such as `pass -> fail`, with its note, and whether it is allowed. */
function turnOf({ before, after, note, change, stops }: RowChange): string {
  const verdicts = `${before ?? 'not asked'} -> ${after ?? 'not asked'}`;
  const allowed = isRegression(change) && !stops ? 'allowed' : '';
  return joinPhrases([verdicts, note && safeLine(note, 400), allowed], ', ');
}

/** Returns the result in one sentence: counts of changes, coverage and exit code. */
function result(comparison: Comparison): string {
  const { changes, lost } = comparison;
  if (changes.length === 0 && lost.length === 0) return 'Nothing changed.';
  const worse = [...changes.filter(({ change }) => isRegression(change)), ...lost];
  const counts = changes.length === 0 ? '' : changeCountsText(changes.map(({ change }) => change));
  const isLess = changes.some(({ change }) => change === 'lost-coverage');
  const coverage = lost.length > 0 ? 'less tested' : isLess ? '' : 'coverage the same';
  const found = joinPhrases([counts, coverage], ', ');
  if (failsGate(comparison)) return `${found}: exit 1. If intended, pass --allow.`;
  return `${found}: exit 0${worse.length > 0 ? ', allowed' : ''}.`;
}

/** Returns how many of several reports are worse than the first, and a line for each, oldest first; empty for one comparison. */
export function comparisonSummaryLines(comparisons: readonly Comparison[]): readonly string[] {
  const [first] = comparisons;
  if (first === undefined || comparisons.length === 1) return [];
  const worse = comparisons.filter(failsGate).length;
  const lines = [first.before, ...comparisons.map(({ after }) => after)]
    .toSorted((one, other) => one.startedAt.localeCompare(other.startedAt))
    .map(({ name, verdict, totals, startedAt }) => {
      const when = startedAt.slice(0, 16).replace('T', ' ');
      return `${when}  ${safeLine(name, 200)}: ${runVerdictWords[verdict].word.toUpperCase()}, ${totalsText(totals)}`;
    });
  const answer = `${countWithNoun(worse, 'report')} of ${String(comparisons.length)} worse than the first: exit ${worse > 0 ? '1' : '0'}.`;
  return [answer, ...lines];
}
