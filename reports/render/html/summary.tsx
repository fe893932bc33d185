import { countWithNoun, formatCount } from '../../measures.ts';
import type { Report, RequirementReport, Verdict } from '../../model.ts';
import { operationSummaries } from '../../in-short.ts';
import { rowsByArea, rowsWith } from '../../rows.ts';
import { runFacts } from '../../run-facts.ts';
import { safeLine } from '../../text.ts';
import { verdictSentence } from '../../verdict-sentence.ts';
import { causeNames, runVerdictWords, verdictCountWord, verdictOrder, verdictWords } from '../../words.ts';
import {
  columnHeads,
  factList,
  renderFirstItems,
  verdictIcon,
  MAX_TEXT_CHARACTERS,
  verdictPill,
  runVerdictPill,
  section,
} from '../page/parts.tsx';

/** Labels of facts about the run that the page shows beside the verdict, and above it. */
const BESIDE = new Set(['product', 'vendor', 'target', 'judged']);
const ABOVE = new Set(['aborted', 'note']);

/** Renders the verdict with the count of each verdict, its sentence, and the target. */
export function pageHeader(report: Report) {
  const { word, like } = runVerdictWords[report.verdict];
  const { specification, aborted } = report;
  return (
    <header class={`head v-${like}`} id="top">
      <p class="kind">
        {safeLine(specification.name, 100)} {safeLine(specification.version, 40)} · Conformance report
      </p>
      <div class="headline">
        <h1 class="verdict">
          {verdictIcon(like)} {word}
        </h1>
        {verdictCounts(report)}
      </div>
      <div class="headline">
        <p class="meaning">{verdictSentence(report)}</p>
        {factList(runFacts(report).filter(({ name }) => BESIDE.has(name)))}
      </div>
      {aborted && (
        <p class="raised">
          <strong>The run stopped early.</strong> {safeLine(aborted.message, MAX_TEXT_CHARACTERS)} Cause:{' '}
          {causeNames[aborted.cause]}.
        </p>
      )}
      {(report.notes ?? []).map((note) => (
        <p class="raised">{safeLine(note, MAX_TEXT_CHARACTERS)}</p>
      ))}
    </header>
  );
}

/** Renders the count of each verdict that a requirement has, with a link to these requirements. */
function verdictCounts({ totals }: Report) {
  const link = (verdict: Verdict) => (
    <a href="#requirements" data-filter={verdict}>
      {verdictPill(verdict, [
        <strong>{formatCount(totals[verdict])}</strong>,
        ` ${verdictCountWord(verdict, totals[verdict])}`,
      ])}
    </a>
  );
  const found = verdictOrder.filter((verdict) => totals[verdict] > 0);
  return (
    <ul class="counts">
      {found.map((verdict) => (
        <li>{link(verdict)}</li>
      ))}
    </ul>
  );
}

/** Renders the sticky bar: the verdict, and buttons that go from failure to failure. */
export function stickyVerdictBar(report: Report) {
  const failures = rowsWith(report, 'fail').length;
  return (
    <nav class="bar" aria-label="Verdict">
      <a href="#top">{runVerdictPill(report.verdict)}</a>
      <span class="host quiet">{safeLine(report.target.baseUrl, 120)}</span>
      {failures > 0 && (
        <span class="walk aside" id="walk" hidden>
          <output id="walked">{countWithNoun(failures, 'failure')}</output>
          <button type="button" id="previous">
            Previous
          </button>
          <button type="button" id="next">
            Next failure
          </button>
        </span>
      )}
    </nav>
  );
}

/** Maximum number of failures of an operation whose ids its box shows. */
const MOST_NAMED = 1;

/** Renders the state of each operation in plain words. */
export function operationsSection(report: Report) {
  const draw = ({ id, statement }: RequirementReport) => (
    <li>
      <a href={`#${id}`}>{safeLine(statement, MAX_TEXT_CHARACTERS)}</a>
    </li>
  );
  return (
    <section aria-label="In short" class="short">
      {operationSummaries(report).map(({ title, word, like, text, failed }) => (
        <div class={`v-${like}`}>
          <h2>{title}</h2>
          <p>{verdictPill(like, word)}</p>
          {text !== '' && <p class="quiet">{text}</p>}
          {failed.length > 0 && (
            <>
              <p class="quiet">Not met: </p>
              <ul>{renderFirstItems(failed, MOST_NAMED, draw, (more) => `and ${formatCount(more)} more`)}</ul>
            </>
          )}
        </div>
      ))}
    </section>
  );
}

/** Renders a cell for each requirement, by area: colour, shape, id and link. */
export function requirementMapSection({ requirements }: Report) {
  const cell = ({ id, verdict }: RequirementReport) => (
    <li class={`v-${verdict}`}>
      <a href={`#${id}`} aria-label={`${id}: ${verdictWords[verdict].word}`}>
        {verdictIcon(verdict)}
        <span>{id}</span>
      </a>
    </li>
  );
  return section(
    'map',
    countWithNoun(requirements.length, 'requirement'),
    <table class="map">
      <caption class="unseen">Every requirement by area, with its verdict</caption>
      {columnHeads(['Area', 'Requirements'], 'unseen')}
      <tbody>
        {Array.from(rowsByArea(requirements), ([area, rows]) => (
          <tr>
            <th scope="row">{area}</th>
            <td>
              <ul>{rows.map(cell)}</ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  );
}

/** Renders the facts that the verdict rests on. */
export function verdictBasisSection(report: Report) {
  const facts = runFacts(report).filter(({ name }) => !BESIDE.has(name) && !ABOVE.has(name));
  return section('basis', 'What the verdict rests on', factList(facts), 'basis');
}
