import { verdictChangeNames } from '../../compare/changes.ts';
import { baselineLine, rowsByChange } from '../../compare/since.ts';
import { type Failure, failureOf } from '../../explain.ts';
import { causeCountText, groupFailuresByCause, groupByNextStep, rowsOutsideCauseGroups } from '../../rows.ts';
import { capitalized, countWithNoun, joinPhrases } from '../../measures.ts';
import type { Exchange } from '../../exchange.ts';
import type { Report, RequirementReport, Verdict } from '../../model.ts';
import { safeLine } from '../../text.ts';
import {
  collapsedBlock,
  idLink,
  type RequirementItem,
  itemList,
  MAX_TEXT_CHARACTERS,
  section,
} from '../page/parts.tsx';
import { evidenceBlock } from './check.tsx';
import { limitPlotBlock } from './limits.tsx';
import { requirementTextBlock, copyButtonsBlock } from './requirement.tsx';

const MOST_LISTED = 12;
const MOST_TEXT = 400;

/** Renders the failures by cause, in the order of fixing; the first with its evidence. */
export function failuresSection(report: Report, evidence: readonly Exchange[]) {
  const failures = groupFailuresByCause(report).map(({ root }) => failureOf(root, report, evidence));
  const items = failures.map((failure, at) => ({
    ...causeIn(failure),
    below: at === 0 ? firstCause(failure) : undefined,
  }));
  // The first printed page names all failures.
  const unlisted = failures.slice(MOST_LISTED).map(({ row }) => row.id);
  const note = unlisted.length === 0 ? '' : `Also failed: ${safeLine(unlisted.join(', '), 4 * MOST_TEXT)}.`;
  return list('list-fail', `What failed: ${causeCountText(report)}`, items, note);
}

function firstCause(failure: Failure) {
  return (
    <>
      {failure.detail && evidenceBlock(failure.detail)}
      {limitPlotBlock(failure)}
      <div>{requirementTextBlock(failure.row)}</div>
      {copyButtonsBlock(failure)}
    </>
  );
}

/** Renders what else may need action: warnings, undecided requirements by cause, waivers, and changes since a baseline. */
export function attentionSection(report: Report) {
  const open = groupByNextStep(report, 'inconclusive').flatMap(({ next, reasons }) =>
    reasons.map(([reason, rows]): RequirementItem => {
      const text = joinPhrases([capitalized(reason).replace(/\.$/u, ''), next], '. ');
      const item = { verdict: 'inconclusive', text: safeLine(text, 2 * MOST_TEXT) } as const;
      if (rows.length === 1) return { ...item, name: idLink(rows[0].id) };
      const name = countWithNoun(rows.length, 'requirement');
      return { ...item, name, text: [item.text, collapsedBlock('Which', lines(rows))] };
    }),
  );
  const since = safeLine(baselineLine(report) ?? '', MOST_TEXT);
  const changed = rowsByChange(report).flatMap(([kind, rows]) =>
    rows.map(({ verdict, id, baseline: { note } = {} }) => ({
      verdict,
      name: idLink(id),
      text: note === undefined ? verdictChangeNames[kind] : `${verdictChangeNames[kind]}: ${note}`,
    })),
  );
  return (
    <>
      {list('list-warn', 'Warnings', rowsOf(report, 'warn'))}
      {/* An aborted run shows its reason once, at the top. */}
      {report.aborted === undefined && list('list-inconclusive', 'Undecided', open, '', open.length)}
      {list('list-waived', 'Waived', rowsOf(report, 'waived'))}
      {list('since', 'Since the baseline', changed, since, changed.length)}
    </>
  );
}

function list(id: string, title: string, items: readonly RequirementItem[], note = '', most = MOST_LISTED) {
  if (items.length === 0 && note === '') return null;
  return section(id, title, [note && <p>{note}</p>, itemList(items, most)]);
}

function rowsOf(report: Report, verdict: Verdict): readonly RequirementItem[] {
  const item = ({ id, reason }: RequirementReport) => ({
    verdict,
    name: idLink(id),
    text: safeLine(capitalized(reason), MOST_TEXT),
  });
  return rowsOutsideCauseGroups(report, verdict).map(item);
}

/** Returns a cause with the failures it causes, one per line, and the requirements it blocks, collapsed. */
function causeIn({ row, found, block: { followers, open } }: Failure): RequirementItem {
  return {
    verdict: 'fail',
    name: idLink(row.id),
    text: [
      safeLine(capitalized(found), MAX_TEXT_CHARACTERS),
      followers.length > 0 && (
        <div>
          {`${countWithNoun(followers.length, 'more requirement')} with the same cause:`}
          {lines(followers)}
        </div>
      ),
      open.length > 0 &&
        collapsedBlock(
          `${countWithNoun(open.length, 'requirement')} undecided until this is fixed`,
          lines(open),
        ),
    ],
  };
}

function lines(rows: readonly RequirementReport[]) {
  return (
    <ul>
      {rows.map(({ id, statement }) => (
        <li>
          {idLink(id)} <span class="quiet">{safeLine(statement, MOST_TEXT)}</span>
        </li>
      ))}
    </ul>
  );
}
