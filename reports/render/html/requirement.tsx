import { isRequirementId, requirement } from '../../../requirements/index.ts';
import type { Report, RequirementReport } from '../../model.ts';
import { sinceWords } from '../../compare/since.ts';
import { type Evidence, Finding, Tried } from './check.tsx';
import { Command } from './exchange.tsx';
import { Mark } from './icons.tsx';
import { rerunLine } from '../../rerun.ts';
import { inertLine } from '../../text.ts';
import { waiverLine } from '../../waiver-line.ts';
import { counted } from '../../measures.ts';
import { causes, levels, verdicts } from '../../words.ts';

const MOST_FINDINGS = 4;
const MOST_TRIED = 12;
const MOST_TEXT = 1000;

interface RowProps {
  readonly report: Report;
  readonly row: RequirementReport;
  readonly evidence: Evidence;
}

/** One line of the requirement table, which opens to everything that is known about it. */
export function Row({ report, row, evidence }: RowProps) {
  const { id, verdict, level, section } = row;
  return (
    <li class={`row v-${verdict}`} data-row data-verdict={verdict} data-level={level} data-area={row.area}>
      <details open={verdict === 'fail'}>
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
          <div class="columns">
            <Asks row={row} />
            <Why row={row} />
          </div>
          <Checks row={row} evidence={evidence} />
          <section class="again">
            <h5>Run it again</h5>
            <Command label={`command that runs ${id} again`} line={rerunLine(report, row)} />
          </section>
          <p class="link">
            <a href={`#${id}`}>
              Link to <code>{id}</code>
            </a>
          </p>
        </div>
      </details>
    </li>
  );
}

function Asks({ row }: { readonly row: RequirementReport }) {
  const basis = isRequirementId(row.id) ? requirement(row.id).basis : undefined;
  return (
    <section>
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

function Why({ row }: { readonly row: RequirementReport }) {
  return (
    <section>
      <h5>{titles[row.verdict]}</h5>
      <p class="reason">{inertLine(row.reason, MOST_TEXT)}</p>
      {row.baseline === undefined ? null : <p>Since the baseline: {sinceWords(row)}.</p>}
      {(row.waivers ?? []).map((waiver) => (
        <p>Waiver: {inertLine(waiverLine(waiver), MOST_TEXT)}.</p>
      ))}
      {row.cause === undefined ? null : (
        <p>
          Cause: <strong>{causes[row.cause]}</strong>.
          {row.next === undefined ? null : ` Next step: ${inertLine(row.next, MOST_TEXT)}`}
        </p>
      )}
    </section>
  );
}

const titles = {
  pass: 'What was tried',
  fail: 'Why it failed',
  warn: 'Why there is a warning',
  inconclusive: 'Why it is undecided',
  'not-tested': 'Why it was not tested',
  waived: 'What was missed, and waived',
} as const satisfies Record<RequirementReport['verdict'], string>;

function Checks({ row, evidence }: { readonly row: RequirementReport; readonly evidence: Evidence }) {
  const findings = row.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-tested');
  const tried = row.checks.filter(({ verdict }) => verdict === 'pass' || verdict === 'not-tested');
  return (
    <>
      {findings.slice(0, MOST_FINDINGS).map((check) => (
        <Finding check={check} evidence={evidence} />
      ))}
      {findings.length > MOST_FINDINGS ? (
        <p class="more">{counted(findings.length - MOST_FINDINGS, 'more finding')} in report.json.</p>
      ) : null}
      {tried.length === 0 ? null : (
        <section>
          <h5>{findings.length === 0 ? 'Checks' : 'Checks that found nothing'}</h5>
          <ul class="tried">
            {tried.slice(0, MOST_TRIED).map((check) => (
              <Tried check={check} evidence={evidence} />
            ))}
            {tried.length > MOST_TRIED ? (
              <li class="more">{counted(tried.length - MOST_TRIED, 'more check')} in report.json</li>
            ) : null}
          </ul>
        </section>
      )}
    </>
  );
}
