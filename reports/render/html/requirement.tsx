import { sectionsWithLines } from '../../../requirements/document.ts';
import { isRequirementId, requirement } from '../../../requirements/index.ts';
import { citedLines } from '../../../requirements/quotations.ts';
import { changeSinceText } from '../../compare/since.ts';
import type { Exchange } from '../../exchange.ts';
import { type Failure, failureOf } from '../../explain.ts';
import { groupFailuresByCause } from '../../rows.ts';
import { capitalized, countWithNoun } from '../../measures.ts';
import type { Report, RequirementReport } from '../../model.ts';
import { safeLine } from '../../text.ts';
import { causeNames, levelMeanings, waiverLine } from '../../words.ts';
import { failureAsIssue, failureAsPrompt } from '../block.ts';
import {
  commandWithCopyButton,
  collapsedBlock,
  idLink,
  commaSeparated,
  MAX_TEXT_CHARACTERS,
  verdictPill,
} from '../page/parts.tsx';
import { packJson } from '../page/pack.ts';
import { limitPlotBlock } from './limits.tsx';
import { findingSection, otherFindingsBlock, checksWithoutFindingsList } from './check.tsx';

/** Ids that are named in one sentence. */
const MOST_NAMED = 30;

/** Renders a row of the requirement table, which expands to its details, evidence first. */
export function requirementRow(report: Report, one: RequirementReport, evidence: readonly Exchange[]) {
  const { id, verdict, level, section } = one;
  const failure = failureOf(one, report, evidence);
  const { again } = failure;
  const isFollower = groupFailuresByCause(report).some(({ followers }) => followers.includes(one));
  return (
    <li
      class={`row v-${verdict}${isFollower ? ' follows' : ''}`}
      data-row
      data-verdict={verdict}
      data-level={level}
      data-area={one.area}
    >
      <details>
        <summary>
          {verdictPill(verdict)}
          <h4>
            <code>{safeLine(id, 80)}</code>
          </h4>
          <span class="statement">{safeLine(one.statement, MAX_TEXT_CHARACTERS)}</span>
          <span class="level">{level}</span>
          <span class="section">{section === '' ? 'The document is silent' : safeLine(section, 200)}</span>
        </summary>
        <div class="body" id={id}>
          {why(failure)}
          {found(failure)}
          {passed(one, evidence)}
          <section>
            <h5>What is asked</h5>
            {requirementTextBlock(one)}
          </section>
          <section class="again">
            <h5>{again.label.replace('Run again', 'Run it again')}</h5>
            {commandWithCopyButton(`command that runs ${id} again`, again.text)}
            {hasCopyButtons(one) ? copyButtonsBlock(failure) : null}
          </section>
        </div>
      </details>
    </li>
  );
}

const copies = { 'Copy as issue': failureAsIssue, 'Copy as prompt': failureAsPrompt };

/** Renders buttons that copy a failure as Markdown, for an issue tracker or an assistant. The text shows only if copying fails. */
export function copyButtonsBlock({ row: { id } }: Failure) {
  return (
    <div class="issue">
      {Object.keys(copies).map((label) => (
        <span>
          <pre hidden data-text={`${label}: ${id}`} />
          <button type="button" data-copy hidden aria-label={`${label}: ${id}`}>
            {label}
          </button>
        </span>
      ))}
    </div>
  );
}

/** Renders the texts of all these buttons by their labels, compressed: the page's script fills them in. */
export function copyTextsTemplate(report: Report, evidence: readonly Exchange[]) {
  const texts = report.requirements.filter(hasCopyButtons).flatMap((one) => {
    const failure = failureOf(one, report, evidence);
    return Object.entries(copies).map(([label, text]) => [`${label}: ${one.id}`, text(failure, report)]);
  });
  return texts.length === 0 ? null : (
    <template id="copy-texts">{packJson(Object.fromEntries(texts))}</template>
  );
}

function hasCopyButtons({ verdict }: RequirementReport): boolean {
  return verdict === 'fail' || verdict === 'warn';
}

function why({ row: one, found: text, next }: Failure) {
  const { cause, because, follows, waivers = [] } = one;
  const since = changeSinceText(one);
  return (
    <section>
      <p class="reason">{safeLine(capitalized(text), MAX_TEXT_CHARACTERS)}</p>
      {because && <p>Undecided until {idLink(because)} is fixed.</p>}
      {follows && <p>Same cause as {idLink(follows)}: fix that first.</p>}
      {since && <p>Since the baseline: {since}.</p>}
      {waivers.map((waiver) => (
        <p>Waiver: {safeLine(waiverLine(waiver), MAX_TEXT_CHARACTERS)}.</p>
      ))}
      {cause && cause !== 'server' && (
        <p>
          Cause: <strong>{causeNames[cause]}</strong>.
        </p>
      )}
      {next !== undefined && <p>Next step: {safeLine(next, MAX_TEXT_CHARACTERS)}</p>}
    </section>
  );
}

/** Renders the findings, the failures with the same cause, and the blocked requirements. */
function found(failure: Failure) {
  const { row: one, evidence, detail, block } = failure;
  if (one.verdict === 'pass' || one.verdict === 'not-tested') return null;
  const { followers, open } = block;
  return (
    <>
      {detail && [
        findingSection(detail),
        limitPlotBlock(failure),
        otherFindingsBlock(detail.others, evidence),
      ]}
      {followers.length > 0 && <p>Same cause: {ids(followers)}.</p>}
      {open.length > 0 && <p>Undecided until this is fixed: {ids(open)}.</p>}
    </>
  );
}

function ids(rows: readonly RequirementReport[]) {
  const more = rows.length - MOST_NAMED;
  return [
    commaSeparated(rows.slice(0, MOST_NAMED).map(({ id }) => idLink(id))),
    more > 0 ? ` and ${String(more)} more` : '',
  ];
}

/** Renders the checks without findings, on which a pass rests. */
function passed(one: RequirementReport, evidence: readonly Exchange[]) {
  const checks = one.checks.filter(({ verdict }) => verdict === 'pass' || verdict === 'not-tested');
  if (checks.length === 0) return null;
  const list = checksWithoutFindingsList(checks, evidence);
  if (one.verdict !== 'pass')
    return collapsedBlock(`${countWithNoun(checks.length, 'check')} that found nothing`, list, 'fold');
  return (
    <section>
      <h5>Checks</h5>
      {list}
    </section>
  );
}

/** Renders the requirement, the lines of the document, and what a failure of it means for the verdict. */
export function requirementTextBlock({ id, level, section, statement }: RequirementReport) {
  const basis = isRequirementId(id) ? requirement(id).basis : undefined;
  const from = level === 'implied' ? 'It follows from this' : 'Good practice';
  const quoted = citedLines(id);
  return (
    <>
      <p>{safeLine(statement, MAX_TEXT_CHARACTERS)}</p>
      {quoted.length > 0 && (
        <blockquote>
          {quoted.map(({ line, text }) => (
            <p>
              <span class="quiet">{String(line)}</span> <span>{text}</span>
            </p>
          ))}
        </blockquote>
      )}
      {basis && <p>{`${from}: ${basis.replace(/\.$/, '')}.`}</p>}
      <p class="quiet">
        {section && `Document: ${safeLine(sectionsWithLines(section), 300)}. `}
        Level: <strong>{level}</strong>. {levelMeanings[level]}
      </p>
    </>
  );
}
