import type { Exchange } from '../../exchange.ts';
import { groupsOf, leftOpenBy, symptomsOf, type Group, type Symptom } from '../../groups.ts';
import { counted, number } from '../../measures.ts';
import type { Report, RequirementReport, Verdict } from '../../model.ts';
import { inertLine } from '../../text.ts';
import { Mark } from './icons.tsx';
import { Id } from './requirement.tsx';

const MOST_LISTED = 12;
const MOST_TEXT = 400;

/** What asks for action, before the long table: failures, and what is open by its cause. */
export function Attention({
  report,
  evidence,
}: {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}) {
  return (
    <>
      <Rows report={report} verdict="fail" title="What failed" symptoms={symptomsOf(report, evidence)} />
      <Rows report={report} verdict="warn" title="Warnings" />
      {/* What stopped a run stands at its head; the list would say it again for each row. */}
      {report.aborted === undefined ? <Causes report={report} /> : null}
      <Rows report={report} verdict="waived" title="Waived" />
    </>
  );
}

interface RowsProps {
  readonly report: Report;
  readonly verdict: Verdict;
  readonly title: string;
  readonly symptoms?: readonly Symptom[];
}

function Rows({ report, verdict, title, symptoms = [] }: RowsProps) {
  const rows = report.requirements.filter((row) => row.verdict === verdict);
  if (rows.length === 0) return null;
  return (
    <section class="attention" aria-labelledby={`list-${verdict}`}>
      <h2 id={`list-${verdict}`}>{title}</h2>
      {symptoms.map((symptom) => (
        <p class="symptom">
          {number(symptom.rows.length)} of these show in one way: {inertLine(symptom.text, 200)}.
        </p>
      ))}
      <ul>
        {rows.slice(0, MOST_LISTED).map((row) => (
          <Listed report={report} row={row} />
        ))}
        {rows.length > MOST_LISTED ? (
          <li class="more">{number(rows.length - MOST_LISTED)} more in the table</li>
        ) : null}
      </ul>
    </section>
  );
}

function Listed({ report, row }: { readonly report: Report; readonly row: RequirementReport }) {
  const open = leftOpenBy(report, row.id).length;
  return (
    <li>
      <span class={`v-${row.verdict}`}>
        <Mark verdict={row.verdict} />
      </span>
      <Id id={row.id} />
      <span>
        {inertLine(row.reason, MOST_TEXT)}
        {open === 0 ? null : (
          <span class="quiet"> ({counted(open, 'requirement')} undecided because of it)</span>
        )}
      </span>
    </li>
  );
}

/** What could not be decided: not row by row, but by what keeps it open. */
function Causes({ report }: { readonly report: Report }) {
  const groups = groupsOf(report, 'inconclusive');
  if (groups.length === 0) return null;
  return (
    <section class="attention" aria-labelledby="list-inconclusive">
      <h2 id="list-inconclusive">Undecided</h2>
      <ul>
        {groups.map((group) => (
          <Cause group={group} />
        ))}
      </ul>
    </section>
  );
}

function Cause({ group: { because, reason, next, rows } }: { readonly group: Group }) {
  const [first] = rows;
  return (
    <li>
      <span class="v-inconclusive">
        <Mark verdict="inconclusive" />
      </span>
      {because !== undefined ? (
        <Id id={because} />
      ) : rows.length === 1 && first !== undefined ? (
        <Id id={first.id} />
      ) : (
        <span>{counted(rows.length, 'requirement')}</span>
      )}
      <span>
        {because === undefined
          ? `${inertLine(reason, MOST_TEXT)}${next === undefined ? '' : `. ${inertLine(next, MOST_TEXT)}`}`
          : `${counted(rows.length, 'requirement')} undecided because of it`}
        {because === undefined && rows.length === 1 ? null : (
          <details class="named">
            <summary>Which</summary>
            <ul>
              {rows.map(({ id }) => (
                <li>
                  <Id id={id} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </span>
    </li>
  );
}
