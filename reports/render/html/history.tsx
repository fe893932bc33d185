import type { ComponentChildren } from 'preact';
import { historyEntry, verdictsIn } from '../../history.ts';
import { listFirstNames, formatInstant, joinPhrases } from '../../measures.ts';
import type { HistoryEntry, Report } from '../../model.ts';
import { safeLine } from '../../text.ts';
import { columnHeads, runVerdictPill, section } from '../page/parts.tsx';

/** Maximum number of requirements of a run that are listed; further ones are only counted. */
const MOST_NAMED = 5;

/** Renders the runs in the file of --history, and the current one. */
export function historySection(report: Report) {
  if (report.history === undefined) return null;
  const runs = [...report.history, historyEntry(report)];
  return section('history', 'Results over time', runTable('Results over time', runs), 'table');
}

/** A history entry of a run; it has a name if the table shows several reports. */
type Run = HistoryEntry & { readonly name?: ComponentChildren };

/** Renders a row for each run, the newest first (`runs`: the oldest first), ending with a letter for each requirement. */
export function runTable(label: string, runs: readonly Run[]) {
  const rows = runs.map((run, at) => (
    <tr>
      <th scope="row">
        {run.name && [<strong>{run.name}</strong>, <br />]}
        {formatInstant(run.date)}
      </th>
      <td>
        <code>{safeLine(run.commit.slice(0, 12), 20)}</code>
      </td>
      <td>{runVerdictPill(run.verdict)}</td>
      <td>{changes(runs[at - 1], run)}</td>
      <td class="strip">{strip(runs[at - 1], run)}</td>
    </tr>
  ));
  return (
    <>
      <div class="wide runs" role="group" aria-label={label} tabIndex={0}>
        <table>
          {columnHeads(['Run', 'Commit', 'Verdict', 'Against the run before', 'Requirements'])}
          <tbody>{rows.toReversed()}</tbody>
        </table>
      </div>
      <p class="quiet">
        In the last column each requirement: f failed, w warned, i undecided, v waived, a point passed or was
        left out. Underlined: a new failure.
      </p>
    </>
  );
}

/** Renders a letter with a link for each requirement that failed, warned or was undecided, and a dot for the others. */
function strip(before: HistoryEntry | undefined, run: HistoryEntry) {
  const then = before && verdictsIn(before);
  return verdictsIn(run)?.map(({ id, verdict }, at) => {
    if (verdict === 'pass' || verdict === 'not-tested') return '\u00b7';
    const isNew = verdict === 'fail' && then !== undefined && then[at]?.verdict !== 'fail';
    return (
      <a class={`v-${verdict}${isNew ? ' new' : ''}`} href={`#${id}`}>
        {run.rows.charAt(at)}
      </a>
    );
  });
}

function changes(before: HistoryEntry | undefined, run: HistoryEntry): string {
  const [then, now] = [before && verdictsIn(before), verdictsIn(run)];
  if (then === undefined || now === undefined) return before === undefined ? '' : 'other requirements';
  const named = (word: string, isChange: (was: string, is: string) => boolean) => {
    const ids = now
      .filter(({ verdict }, at) => isChange(then[at]?.verdict ?? '', verdict))
      .map(({ id }) => id);
    return ids.length === 0 ? '' : `${word}: ${listFirstNames(MOST_NAMED, ids)}`;
  };
  const parts = [
    named('now failing', (was, is) => is === 'fail' && was !== 'fail'),
    named('fixed', (was, is) => was === 'fail' && is === 'pass'),
    named('left out now', (was, is) => was !== 'not-tested' && is === 'not-tested'),
    named('not decided any more', (was, is) => was !== 'inconclusive' && is === 'inconclusive'),
  ];
  return joinPhrases(parts, '; ') || 'no change';
}
