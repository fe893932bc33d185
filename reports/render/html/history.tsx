import { historyEntry, verdictsIn } from '../../history.ts';
import { firstNames, instant, phrases } from '../../measures.ts';
import type { HistoryEntry, Report } from '../../model.ts';
import { inertLine } from '../../text.ts';
import { columnHeads, runPill, section } from '../page/parts.tsx';

/** Requirements of a run that are named; the others are counted. */
const MOST_NAMED = 5;

/** The runs of the file that --history names, the newest first: when, on which commit, the verdict, and what changed in it. */
export function history(report: Report) {
  if (report.history === undefined) return null;
  const runs = [...report.history, historyEntry(report)];
  const rows = runs.map((run, at) => (
    <tr>
      <th scope="row">{instant(run.date)}</th>
      <td>
        <code>{inertLine(run.commit.slice(0, 12), 20)}</code>
      </td>
      <td>{runPill(run.verdict)}</td>
      <td>{changes(runs[at - 1], run)}</td>
      <td class="strip">{strip(run)}</td>
    </tr>
  ));
  return section(
    'history',
    'Results over time',
    [
      <div class="wide" role="region" aria-label="Results over time" tabIndex={0}>
        <table>
          {columnHeads(['Run', 'Commit', 'Verdict', 'Against the run before', 'Requirements'])}
          <tbody>{rows.toReversed()}</tbody>
        </table>
      </div>,
      <p class="quiet">
        In the last column each requirement: f failed, w warned, i undecided, v waived, a point passed or was
        left out.
      </p>,
    ],
    'table',
  );
}

/** A letter for each requirement that was tested and did not pass, a link to its row; a point for the others. */
function strip(run: HistoryEntry) {
  return verdictsIn(run)?.map(({ id, verdict }, at) =>
    verdict === 'pass' || verdict === 'not-tested' ? (
      '\u00b7'
    ) : (
      <a class={`v-${verdict}`} href={`#${id}`}>
        {run.rows.charAt(at)}
      </a>
    ),
  );
}

function changes(before: HistoryEntry | undefined, run: HistoryEntry): string {
  const [then, now] = [before && verdictsIn(before), verdictsIn(run)];
  if (then === undefined || now === undefined) return before === undefined ? '' : 'other requirements';
  const named = (word: string, isChange: (was: string, is: string) => boolean) => {
    const ids = now
      .filter(({ verdict }, at) => isChange(then[at]?.verdict ?? '', verdict))
      .map(({ id }) => id);
    return ids.length === 0 ? '' : `${word}: ${firstNames(MOST_NAMED, ids)}`;
  };
  const parts = [
    named('now failing', (was, is) => is === 'fail' && was !== 'fail'),
    named('fixed', (was, is) => was === 'fail' && is === 'pass'),
    named('left out now', (was, is) => was !== 'not-tested' && is === 'not-tested'),
    named('not decided any more', (was, is) => was !== 'inconclusive' && is === 'inconclusive'),
  ];
  return phrases(parts, '; ') || 'no change';
}
