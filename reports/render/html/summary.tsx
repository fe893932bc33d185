import { counted, number } from '../../measures.ts';
import type { Report } from '../../model.ts';
import { runFacts, type RunFact } from '../../run-facts.ts';
import { inertLine } from '../../text.ts';
import { verdictSentence } from '../../verdict-sentence.ts';
import { causes, runVerdicts, verdictOrder, verdicts } from '../../words.ts';
import { Mark } from './icons.tsx';

/** What stands beside the verdict, and what is said in sentences there. */
const BESIDE = new Set(['product', 'vendor', 'target', 'judged']);
const ABOVE = new Set(['aborted', 'note']);

/** The verdict in plain words, and what it is about. */
export function Head({ report }: { readonly report: Report }) {
  const { word, like } = runVerdicts[report.verdict];
  const { specification, aborted } = report;
  return (
    <header class={`head v-${like}`} id="top">
      <p class="kind">
        {inertLine(specification.name, 100)} {inertLine(specification.version, 40)} · Conformance report
      </p>
      <h1 class="verdict">
        <Mark verdict={like} /> {word}
      </h1>
      <p class="meaning">{verdictSentence(report)}</p>
      {aborted === undefined ? null : (
        <p class="aborted">
          <strong>The run stopped early.</strong> {inertLine(aborted.message, 1000)} Cause:{' '}
          {causes[aborted.cause]}.
        </p>
      )}
      {(report.notes ?? []).map((note) => (
        <p class="aborted">{inertLine(note, 1000)}</p>
      ))}
      <Facts facts={runFacts(report).filter(({ name }) => BESIDE.has(name))} />
    </header>
  );
}

/** The verdict and the way to the next failure, in sight wherever one reads. */
export function Bar({ report }: { readonly report: Report }) {
  const { word, like } = runVerdicts[report.verdict];
  const failures = report.requirements.filter(({ verdict }) => verdict === 'fail').length;
  return (
    <nav class={`bar v-${like}`} aria-label="Verdict">
      <a class="verdict" href="#top">
        <Mark verdict={like} /> {word}
      </a>
      <span class="host">{inertLine(report.target.baseUrl, 120)}</span>
      {failures === 0 ? null : (
        <span class="walk" id="walk" hidden>
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
export function Counts({ report }: { readonly report: Report }) {
  return (
    <section aria-labelledby="counts">
      <h2 id="counts">{counted(report.requirements.length, 'requirement')}</h2>
      <ul class="counts">
        {verdictOrder.map((verdict) => {
          const count = report.totals[verdict];
          const inside = (
            <>
              <span class="figure">{number(count)}</span>
              <span class="verdict">
                <Mark verdict={verdict} /> {verdicts[verdict].word}
              </span>
            </>
          );
          return (
            <li class={`v-${verdict}${count === 0 ? ' none' : ''}`}>
              {count === 0 ? (
                <span>{inside}</span>
              ) : (
                <a href="#requirements" data-filter={verdict}>
                  {inside}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What the verdict rests on: a stranger has to be able to weigh it. */
export function Basis({ report }: { readonly report: Report }) {
  return (
    <section aria-labelledby="basis" class="basis">
      <h2 id="basis">What the verdict rests on</h2>
      <Facts facts={runFacts(report).filter(({ name }) => !BESIDE.has(name) && !ABOVE.has(name))} />
    </section>
  );
}

function Facts({ facts }: { readonly facts: readonly RunFact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ label, text }) => (
        <div>
          <dt>{label}</dt>
          <dd>{inertLine(text, 600)}</dd>
        </div>
      ))}
    </dl>
  );
}
