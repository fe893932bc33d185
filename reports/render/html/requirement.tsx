import { isRequirementId, requirement } from '../../../requirements/index.ts';
import { sinceWords } from '../../compare/since.ts';
import type { Exchange } from '../../exchange.ts';
import { nextStep } from '../../explain.ts';
import { leftOpenBy, shownByTheSame } from '../../groups.ts';
import { counted } from '../../measures.ts';
import type { Report, RequirementReport } from '../../model.ts';
import { rerunLine } from '../../rerun.ts';
import { storyOf } from '../../story.ts';
import { inertLine } from '../../text.ts';
import { waiverLine } from '../../waiver-line.ts';
import { causes, levels } from '../../words.ts';
import { Command, Id, MOST_TEXT, Pill } from '../page/parts.tsx';
import { Finding, Others, Tried } from './check.tsx';

const MOST_TRIED = 12;
/** Ids that are named in one sentence. */
const MOST_NAMED = 30;

interface RowProps {
  readonly report: Report;
  readonly row: RequirementReport;
  readonly evidence: readonly Exchange[];
}

/** One line of the requirement table, which opens to everything that is known about it: the proof first. */
export function Row({ report, row, evidence, open }: RowProps & { readonly open: boolean }) {
  const { id, verdict, level, section } = row;
  return (
    <li class={`row v-${verdict}`} data-row data-verdict={verdict} data-level={level} data-area={row.area}>
      <details open={open}>
        <summary>
          <Pill verdict={verdict} />
          <h4>
            <code>{inertLine(id, 80)}</code>
          </h4>
          <span class="statement">{inertLine(row.statement, MOST_TEXT)}</span>
          <span class="level">{level}</span>
          <span class="section">{section === '' ? 'the document is silent' : inertLine(section, 200)}</span>
        </summary>
        <div class="body" id={id}>
          <Why row={row} />
          <Found report={report} row={row} evidence={evidence} />
          <Passed report={report} row={row} evidence={evidence} />
          <Asks row={row} />
          <section class="again">
            <h5>Run it again</h5>
            <Command label={`command that runs ${id} again`} line={rerunLine(report, row)} />
          </section>
        </div>
      </details>
    </li>
  );
}

function Why({ row }: { readonly row: RequirementReport }) {
  const { cause, because, reason, waivers = [] } = row;
  const next = nextStep(row);
  return (
    <section>
      <p class="reason">{inertLine(reason, MOST_TEXT)}</p>
      {because === undefined ? null : (
        <p>
          Left open by <Id id={because} />.
        </p>
      )}
      {row.baseline === undefined ? null : <p>Since the baseline: {sinceWords(row)}.</p>}
      {waivers.map((waiver) => (
        <p>Waiver: {inertLine(waiverLine(waiver), MOST_TEXT)}.</p>
      ))}
      {cause === undefined || cause === 'server' ? null : (
        <p>
          Cause: <strong>{causes[cause]}</strong>.
        </p>
      )}
      {next === undefined ? null : <p>Next step: {inertLine(next, MOST_TEXT)}</p>}
    </section>
  );
}

/** What was found, and what else has to do with it: what the same answer shows, and what it left open. */
function Found({ report, row, evidence }: RowProps) {
  if (row.verdict === 'pass' || row.verdict === 'not-tested') return null;
  const story = storyOf(row, evidence);
  const decided = row.verdict !== 'inconclusive';
  const alike = decided ? shownByTheSame(report, row) : [];
  const open = decided ? leftOpenBy(report, row.id) : [];
  return (
    <>
      {story === undefined ? null : (
        <>
          <Finding story={story} />
          <Others checks={story.others} evidence={evidence} />
        </>
      )}
      {alike.length === 0 ? null : (
        <p>
          The same answer shows <Ids rows={alike} />.
        </p>
      )}
      {open.length === 0 ? null : (
        <p>
          {counted(open.length, 'requirement')} could not be decided because of it: <Ids rows={open} />.
        </p>
      )}
    </>
  );
}

function Ids({ rows }: { readonly rows: readonly RequirementReport[] }) {
  return (
    <>
      {rows.slice(0, MOST_NAMED).map(({ id }, index) => (
        <>
          {index === 0 ? '' : ', '}
          <Id id={id} />
        </>
      ))}
      {rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : ''}
    </>
  );
}

/** The checks that found nothing: what a pass rests on. */
function Passed({ row, evidence }: RowProps) {
  const checks = row.checks.filter(({ verdict }) => verdict === 'pass' || verdict === 'not-tested');
  if (checks.length === 0) return null;
  const tried = <Tried checks={checks} evidence={evidence} most={MOST_TRIED} />;
  return row.verdict === 'pass' ? (
    <section>
      <h5>Checks</h5>
      {tried}
    </section>
  ) : (
    <details class="fold">
      <summary>{counted(checks.length, 'check')} that found nothing</summary>
      {tried}
    </details>
  );
}

function Asks({ row: { id, level, section, statement } }: { readonly row: RequirementReport }) {
  const basis = isRequirementId(id) ? requirement(id).basis : undefined;
  return (
    <section>
      <h5>What is asked</h5>
      <p>{inertLine(statement, MOST_TEXT)}</p>
      {basis === undefined ? null : (
        <p>
          {level === 'implied' ? 'It follows from this: ' : 'Good practice: '}
          {basis.replace(/\.$/, '')}.
        </p>
      )}
      <p class="quiet">
        {section === '' ? null : `Section: ${inertLine(section, 200)}. `}
        Level: <strong>{level}</strong>. {levels[level]}
      </p>
    </section>
  );
}
