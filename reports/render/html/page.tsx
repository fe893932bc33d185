import type { ComponentChildren } from 'preact';
import { byKind } from '../../../src/base/group-by.ts';
import type { Written } from '../../../src/base/digests.ts';
import type { Exchange } from '../../exchange.ts';
import { formats } from '../../formats.ts';
import { countWithNoun, formatInstant, formatCount } from '../../measures.ts';
import type { Report, RequirementReport } from '../../model.ts';
import { rowsByArea } from '../../rows.ts';
import { safeLine } from '../../text.ts';
import { levelMeanings, runVerdicts, verdictOrder, verdicts } from '../../words.ts';
import { drawPage } from '../page/document.tsx';
import { factList, firstOf, fold, inLine, pill, section } from '../page/parts.tsx';
import { attention, failures } from './attention.tsx';
import { areBeside, exchangeSection } from './exchanges.tsx';
import { certificate, compact, digestsOf, pageStyle } from './certificate.tsx';
import { row } from './requirement.tsx';
import { history } from './history.tsx';
import { bar, basis, counts, pageHeader, operationBox } from './summary.tsx';

/** Names of the report's other files, which the footer links. */
const BESIDE = Object.values(formats).flatMap(({ file }) => (file === formats.html.file ? [] : [file]));

/** Animals that are listed by id and name; the others are counted. */
const MOST_CREATED = 200;

/**
 * Renders report.html from report and evidence alone. Printed, it is a certificate, then the failures in full, then
 * all else in short.
 */
export function renderHtml(report: Report, evidence: readonly Exchange[], written: Written = {}): string {
  const { tool, target, finishedAt } = report;
  const digests = digestsOf(report, evidence, written);
  const areas = rowsByArea(report);
  const draw = (one: RequirementReport) => row(report, one, evidence);
  const table = [...areas].map(([area, rows]) => areaTable(area, rows, rows.map(draw)));
  const filter = controls([...areas.keys()], report.requirements.length);
  return drawPage({
    kind: 'report',
    title: `${runVerdicts[report.verdict].word}: ${safeLine(target.baseUrl, 120)} - conformance report`,
    skip: ['requirements', 'the requirements'],
    more: pageStyle(report, digests),
    loads: areBeside(evidence),
    children: (
      <>
        {pageHeader(report)}
        {bar(report)}
        <main>
          {operationBox(report)}
          {failures(report, evidence)}
          {counts(report)}
          {attention(report)}
          {basis(report)}
          {history(report)}
          {certificate(report, digests)}
          {section('requirements', 'Requirements', [filter, table], 'table')}
          {compact(report)}
          {exchangeSection(evidence)}
          {leftBehind(report)}
          {legend()}
        </main>
        <footer>
          <p>
            {safeLine(`${tool.name} ${tool.version}`, 100)}, finished{' '}
            {safeLine(formatInstant(finishedAt), 60)}. Beside this page:{' '}
            {inLine(BESIDE.map((file) => <a href={file}>{file}</a>))}.
          </p>
        </footer>
      </>
    ),
  });
}

/** Renders the filter; hidden until the page's script shows it. */
function controls(areas: readonly string[], total: number) {
  const choices: Record<string, readonly (readonly [value: string, text: string])[]> = {
    Verdict: [
      ['fail warn inconclusive', 'Needs attention'],
      ...verdictOrder.map((verdict) => [verdict, verdicts[verdict].word] as const),
    ],
    Level: Object.keys(levelMeanings).map((level) => [level, level]),
    Area: areas.map((area) => [area, area]),
  };
  return (
    <form id="filter" class="filter" role="search" aria-label="Filter the requirements" hidden>
      <label>
        <span>Search</span>
        <input
          type="search"
          name="text"
          autocomplete="off"
          spellcheck={false}
          placeholder="limit, 401, get.…"
        />
      </label>
      {Object.entries(choices).map(([label, options]) => (
        <label>
          <span>{label}</span>
          <select name={label.toLowerCase()} autocomplete="off">
            <option value="">All {label.toLowerCase()}s</option>
            {options.map(([value, text]) => (
              <option value={value}>{text}</option>
            ))}
          </select>
        </label>
      ))}
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
          Keys: <kbd>/</kbd> searches, <kbd>j</kbd> and <kbd>k</kbd> walk the failures
        </span>
      </label>
      <output id="shown">{`${formatCount(total)} of ${formatCount(total)} shown`}</output>
    </form>
  );
}

function areaTable(area: string, rows: readonly RequirementReport[], children: ComponentChildren) {
  const id = `area-${area.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  const tally = byKind(verdictOrder, rows, ({ verdict }) => verdict).map(
    ([verdict, { length }]) => `${formatCount(length)} ${verdicts[verdict].word.toLowerCase()}`,
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
      {fold('Ids and names', <ul>{firstOf(created, MOST_CREATED, draw, rest)}</ul>, 'created')}
    </>,
  );
}

function legend() {
  const facts = [
    ...verdictOrder.map((verdict) => ({ label: pill(verdict), text: verdicts[verdict].meaning })),
    ...Object.entries(levelMeanings).map(([level, text]) => ({ label: <strong>{level}</strong>, text })),
  ];
  return section('legend', 'How to read this', factList(facts), 'legend');
}
