import { isRequirementId, requirement } from '../../../requirements/index.ts';
import type { Exchange } from '../../exchange.ts';
import { sinceWords } from '../../compare/since.ts';
import { nextStep } from '../../explain.ts';
import { leftOpenBy, shownByTheSame } from '../../groups.ts';
import { counted } from '../../measures.ts';
import type { Report, RequirementReport } from '../../model.ts';
import { rerunLine } from '../../rerun.ts';
import { storyOf } from '../../story.ts';
import { inertLine } from '../../text.ts';
import { waiverLine } from '../../waiver-line.ts';
import { causes, levels, verdicts } from '../../words.ts';
import { Finding, Others, Tried } from './check.tsx';
import { Command } from './command.tsx';
import { Mark } from './icons.tsx';

const MOST_TRIED = 12;
const MOST_TEXT = 1000;
/** Ids that are named in one sentence. */
const MOST_NAMED = 30;

interface RowProps {
  readonly report: Report;
  readonly row: RequirementReport;
  readonly evidence: readonly Exchange[];
  /** Whether it is open from the start. */
  readonly open: boolean;
}

/** One line of the requirement table, which opens to everything that is known about it: the proof first. */
export function Row({ report, row, evidence, open }: RowProps) {
  const { id, verdict, level, section } = row;
  return (
    <li class={`row v-${verdict}`} data-row data-verdict={verdict} data-level={level} data-area={row.area}>
      <details open={open}>
        <summary>
          <span class={`verdict v-${verdict}`}>
            <Mark verdict={verdict} /> {verdicts[verdict].word}
          </span>
          <h4 class="name">
            <code>{inertLine(id, 80)}</code>
          </h4>
          <span class="statement">{inertLine(row.statement, MOST_TEXT)}</span>
          <span class="level">{level}</span>
          <span class="section">{section === '' ? 'the document is silent' : inertLine(section, 200)}</span>
        </summary>
        <div class="body" id={id}>
          <Why row={row} />
          <Found row={row} evidence={evidence} />
          <Linked report={report} row={row} />
          <Passed row={row} evidence={evidence} />
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
  const next = nextStep(row);
  return (
    <section class="why">
      <p class="reason">{inertLine(row.reason, MOST_TEXT)}</p>
      {row.because === undefined ? null : (
        <p>
          Left open by <Id id={row.because} />.
        </p>
      )}
      {row.baseline === undefined ? null : <p>Since the baseline: {sinceWords(row)}.</p>}
      {(row.waivers ?? []).map((waiver) => (
        <p>Waiver: {inertLine(waiverLine(waiver), MOST_TEXT)}.</p>
      ))}
      {row.cause === undefined || row.cause === 'server' ? null : (
        <p>
          Cause: <strong>{causes[row.cause]}</strong>.
        </p>
      )}
      {next === undefined ? null : <p>Next step: {inertLine(next, MOST_TEXT)}</p>}
    </section>
  );
}

function Found({
  row,
  evidence,
}: {
  readonly row: RequirementReport;
  readonly evidence: readonly Exchange[];
}) {
  if (row.verdict === 'pass' || row.verdict === 'not-tested') return null;
  const story = storyOf(row, evidence);
  if (story === undefined) return null;
  return (
    <>
      <Finding story={story} />
      <Others checks={story.others} evidence={evidence} />
    </>
  );
}

/** What else has to do with a failure: what it left open, and what the same answer shows. */
function Linked({ report, row }: { readonly report: Report; readonly row: RequirementReport }) {
  if (row.verdict !== 'fail' && row.verdict !== 'warn' && row.verdict !== 'waived') return null;
  const open = leftOpenBy(report, row.id);
  const alike = shownByTheSame(report, row);
  return (
    <>
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

/** The id of a requirement as a link to it. */
export function Id({ id }: { readonly id: string }) {
  return (
    <a href={`#${id}`}>
      <code>{inertLine(id, 80)}</code>
    </a>
  );
}

function Asks({ row }: { readonly row: RequirementReport }) {
  const basis = isRequirementId(row.id) ? requirement(row.id).basis : undefined;
  return (
    <section class="asks">
      <h5>What is asked</h5>
      <p>{inertLine(row.statement, MOST_TEXT)}</p>
      {basis === undefined ? null : (
        <p>
          {row.level === 'implied' ? 'It follows from this: ' : 'Good practice: '}
          {basis.replace(/\.$/, '')}.
        </p>
      )}
      <p class="quiet">
        {row.section === '' ? null : `Section: ${inertLine(row.section, 200)}. `}
        Level: <span class="levelname">{row.level}</span>. {levels[row.level]}
      </p>
    </section>
  );
}

/** The checks that found nothing: what a pass rests on. */
function Passed({
  row,
  evidence,
}: {
  readonly row: RequirementReport;
  readonly evidence: readonly Exchange[];
}) {
  const tried = row.checks.filter(({ verdict }) => verdict === 'pass' || verdict === 'not-tested');
  if (tried.length === 0) return null;
  const list = (
    <ul class="tried">
      {tried.slice(0, MOST_TRIED).map((check) => (
        <Tried check={check} evidence={evidence} />
      ))}
      {tried.length > MOST_TRIED ? (
        <li class="more">{counted(tried.length - MOST_TRIED, 'more check')} in report.json</li>
      ) : null}
    </ul>
  );
  if (row.verdict === 'pass') {
    return (
      <section>
        <h5>Checks</h5>
        {list}
      </section>
    );
  }
  return (
    <details class="fold">
      <summary>{counted(tried.length, 'check')} that found nothing</summary>
      {list}
    </details>
  );
}
