import { counted, number } from '../../measures.ts';
import type { Report } from '../../model.ts';
import { rowsWith } from '../../rows.ts';
import { runFacts } from '../../run-facts.ts';
import { inertLine } from '../../text.ts';
import { verdictSentence } from '../../verdict-sentence.ts';
import { causes, runVerdicts, verdictOrder } from '../../words.ts';
import { factList, mark, MOST_TEXT, pill, runPill, section } from '../page/parts.tsx';

/** What stands beside the verdict, and what is said in sentences there. */
const BESIDE = new Set(['product', 'vendor', 'target', 'judged']);
const ABOVE = new Set(['aborted', 'note']);

/** The verdict in plain words, and what it is about. */
export function head(report: Report) {
  const { word, like } = runVerdicts[report.verdict];
  const { specification, aborted } = report;
  return (
    <header class={`head v-${like}`} id="top">
      <p class="kind">
        {inertLine(specification.name, 100)} {inertLine(specification.version, 40)} · Conformance report
      </p>
      <h1 class="verdict">
        {mark(like)} {word}
      </h1>
      <p class="meaning">{verdictSentence(report)}</p>
      {aborted && (
        <p class="raised">
          <strong>The run stopped early.</strong> {inertLine(aborted.message, MOST_TEXT)} Cause:{' '}
          {causes[aborted.cause]}.
        </p>
      )}
      {(report.notes ?? []).map((note) => (
        <p class="raised">{inertLine(note, MOST_TEXT)}</p>
      ))}
      {factList(runFacts(report).filter(({ name }) => BESIDE.has(name)))}
    </header>
  );
}

/** The verdict and the way to the next failure, in sight wherever one reads. */
export function bar(report: Report) {
  const failures = rowsWith(report, 'fail').length;
  return (
    <nav class="bar" aria-label="Verdict">
      <a href="#top">{runPill(report.verdict)}</a>
      <span class="host quiet">{inertLine(report.target.baseUrl, 120)}</span>
      {failures > 0 && (
        <span class="walk aside" id="walk" hidden>
          <output id="walked">{counted(failures, 'failure')}</output>
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

/** How many requirements got which verdict; each count leads to its rows. */
export function counts({ requirements, totals }: Report) {
  const tiles = verdictOrder.map((verdict) => {
    const inside = [
      <span class={`figure verdict v-${verdict}`}>{number(totals[verdict])}</span>,
      pill(verdict),
    ];
    const link = (
      <a href="#requirements" data-filter={verdict}>
        {inside}
      </a>
    );
    const isNone = totals[verdict] === 0;
    return <li class={isNone ? 'none' : `v-${verdict}`}>{isNone ? <span>{inside}</span> : link}</li>;
  });
  return section('counts', counted(requirements.length, 'requirement'), <ul class="counts">{tiles}</ul>);
}

/** What the verdict rests on: a stranger has to be able to weigh it. */
export function basis(report: Report) {
  const facts = runFacts(report).filter(({ name }) => !BESIDE.has(name) && !ABOVE.has(name));
  return section('basis', 'What the verdict rests on', factList(facts), 'basis');
}
