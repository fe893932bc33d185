import type { ComponentChildren } from 'preact';
import { groupByKind } from '../../../src/base/group-by.ts';
import type { ReportDigestsByFormat } from '../../../src/base/digests.ts';
import type { Exchange } from '../../exchange.ts';
import { formats } from '../../formats.ts';
import { countWithNoun, formatInstant, formatCount } from '../../measures.ts';
import type { Report, RequirementReport } from '../../model.ts';
import { rowsByArea } from '../../rows.ts';
import { safeLine } from '../../text.ts';
import { levelMeanings, runVerdictWords, verdictCountWord, verdictOrder, verdictWords } from '../../words.ts';
import { renderPageDocument } from '../page/document.tsx';
import {
  choice,
  factList,
  renderFirstItems,
  collapsedBlock,
  commaSeparated,
  verdictPill,
  section,
} from '../page/parts.tsx';
import { attentionSection, failuresSection } from './attention.tsx';
import { areInSeparateFile, exchangeTableSection } from './exchanges.tsx';
import { certificateSection, notFailedPrintSection, digestsOf, printedPageStyle } from './certificate.tsx';
import { copyTextsTemplate, requirementRow } from './requirement.tsx';
import { historySection } from './history.tsx';
import { supportSection } from './support.tsx';
import {
  stickyVerdictBar,
  verdictBasisSection,
  requirementMapSection,
  pageHeader,
  operationsSection,
} from './summary.tsx';

/** Names of the report's other files, which the footer links. */
const BESIDE = Object.values(formats).flatMap(({ file }) => (file === formats.html.file ? [] : [file]));

/** Maximum number of animals listed by id and name; further animals are only counted. */
const MOST_CREATED = 200;

/** Renders report.html from report and evidence alone; printed: a certificate, the failures in full, all else in short. */
export function renderHtml(
  report: Report,
  evidence: readonly Exchange[],
  written: ReportDigestsByFormat = {},
) {
  const { tool, target, finishedAt } = report;
  const digests = digestsOf(report, evidence, written);
  const areas = rowsByArea(report.requirements);
  const draw = (one: RequirementReport) => requirementRow(report, one, evidence);
  const table = [...areas].map(([area, rows]) => areaTable(area, rows, rows.map(draw)));
  const filter = controls([...areas.keys()], report.requirements.length);
  return renderPageDocument({
    kind: 'report',
    title: `${runVerdictWords[report.verdict].word}: ${safeLine(target.baseUrl, 120)} - conformance report`,
    skip: ['requirements', 'the requirements'],
    more: printedPageStyle(report, digests),
    loads: areInSeparateFile(evidence),
    children: (
      <>
        {pageHeader(report)}
        {stickyVerdictBar(report)}
        <main>
          {operationsSection(report)}
          {failuresSection(report, evidence)}
          {requirementMapSection(report)}
          {attentionSection(report)}
          {verdictBasisSection(report)}
          {historySection(report)}
          {certificateSection(report, digests)}
          {section('requirements', 'Requirements', [filter, table], 'table')}
          {notFailedPrintSection(report)}
          {exchangeTableSection(evidence)}
          {copyTextsTemplate(report, evidence)}
          {leftBehind(report)}
          {supportSection(report, digests.report)}
          {legend()}
        </main>
        <footer>
          <p>
            {safeLine(`${tool.name} ${tool.version}`, 100)}, finished{' '}
            {safeLine(formatInstant(finishedAt), 60)}. Beside this page:{' '}
            {commaSeparated(BESIDE.map((file) => <a href={file}>{file}</a>))}.
          </p>
        </footer>
      </>
    ),
  });
}

/** Renders the filter; hidden until the page's script shows it. */
function controls(areas: readonly string[], total: number) {
  const verdicts = verdictOrder.map((verdict) => [verdict, verdictWords[verdict].word] as const);
  const byThemselves = (values: readonly string[]) =>
    Object.fromEntries(values.map((value) => [value, value]));
  return (
    <form id="filter" class="filter" role="search" aria-label="Filter the requirements" hidden>
      {choice('Verdict', {
        '': 'All verdicts',
        'fail warn inconclusive': 'Needs attention',
        ...Object.fromEntries(verdicts),
      })}
      {choice('Level', { '': 'All levels', ...byThemselves(Object.keys(levelMeanings)) })}
      {choice('Area', { '': 'All areas', ...byThemselves(areas) })}
      <div class="aside">
        <button type="reset">Reset</button>
        <button type="button" id="open-all">
          Open all
        </button>
        <button type="button" id="close-all">
          Close all
        </button>
      </div>
      <label class="aside">
        <input type="checkbox" name="keys" checked autocomplete="off" />
        <span>
          <kbd>j</kbd> and <kbd>k</kbd> walk the failures
        </span>
      </label>
      <output id="shown">{`${formatCount(total)} of ${formatCount(total)} shown`}</output>
    </form>
  );
}

function areaTable(area: string, rows: readonly RequirementReport[], children: ComponentChildren) {
  const id = `area-${area.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  const tally = groupByKind(verdictOrder, rows, ({ verdict }) => verdict).map(
    ([verdict, { length }]) => `${formatCount(length)} ${verdictCountWord(verdict, length)}`,
  );
  return (
    <section class="area" aria-labelledby={id} data-section>
      <div class="areahead">
        <h3 id={id}>{area}</h3>
        <p>{tally.join(', ')}</p>
      </div>
      <div class="columnnames" aria-hidden="true">
        <span>Verdict</span>
        <span>Requirement</span>
        <span>Level</span>
        <span>Section of the document</span>
      </div>
      <ul class="rows">{children}</ul>
    </section>
  );
}

function leftBehind({ created }: Report) {
  if (created.length === 0) return null;
  const draw = ({ id, name }: Report['created'][number]) => (
    <li>
      <code>{safeLine(id, 40)}</code> {safeLine(name, 120)}
    </li>
  );
  const rest = (more: number) => `${formatCount(more)} more in report.json.`;
  return section(
    'created',
    'Left on the target',
    <>
      <p>
        The run created {countWithNoun(created.length, 'animal')}. The interface has no operation that
        deletes, so {created.length === 1 ? 'it stays' : 'they stay'}.
      </p>
      {collapsedBlock(
        'Ids and names',
        <ul>{renderFirstItems(created, MOST_CREATED, draw, rest)}</ul>,
        'created',
      )}
    </>,
  );
}

function legend() {
  const facts = [
    ...verdictOrder.map((verdict) => ({ label: verdictPill(verdict), text: verdictWords[verdict].meaning })),
    ...Object.entries(levelMeanings).map(([level, text]) => ({ label: <strong>{level}</strong>, text })),
  ];
  return section('legend', 'How to read this', factList(facts), 'legend');
}
