import type { Report, Verdict } from '../../model.ts';
import { Mark } from './icons.tsx';
import { changeWords } from '../../compare/changes.ts';
import { baselineLine, changedRows } from '../../compare/since.ts';
import { runFacts } from '../../run-facts.ts';
import { inertLine } from '../../text.ts';
import { counted, instant, number } from '../../measures.ts';
import { causes, profileNames, runVerdicts, verdictOrder, verdicts } from '../../words.ts';
import { verdictSentence } from '../../verdict-sentence.ts';

const MOST_LISTED = 12;
const MOST_TEXT = 400;

/** The verdict in plain words, what it is about, and when it was reached. */
export function Head({ report }: { readonly report: Report }) {
  const { word, like } = runVerdicts[report.verdict];
  const { target, specification } = report;
  return (
    <header class={`head v-${like}`}>
      <p class="kind">
        {inertLine(specification.name, 100)} {inertLine(specification.version, 40)} · Conformance report
      </p>
      <h1 class="verdict">
        <Mark verdict={like} /> {word}
      </h1>
      <p class="meaning">{verdictSentence(report)}</p>
      {report.aborted === undefined ? null : (
        <p class="aborted">
          <strong>The run stopped early.</strong> {inertLine(report.aborted.message, 1000)} Cause:{' '}
          {causes[report.aborted.cause]}.
        </p>
      )}
      <dl class="facts">
        <div class="wide">
          <dt>Target</dt>
          <dd>
            <code>{inertLine(target.baseUrl, 300)}</code>
            {target.embedded ? ' (the reference server of the kit)' : null}
          </dd>
        </div>
        {target.messagesUrl === null ? null : (
          <div class="wide">
            <dt>Messages</dt>
            <dd>
              <code>{inertLine(target.messagesUrl, 300)}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>Judged</dt>
          <dd>
            <time dateTime={inertLine(report.startedAt, 60)}>{inertLine(instant(report.startedAt), 60)}</time>
          </dd>
        </div>
        <Profiles report={report} />
      </dl>
    </header>
  );
}

function Profiles({ report }: { readonly report: Report }) {
  return (
    <div>
      <dt>Profiles</dt>
      <dd>
        <ul class="profiles">
          {(['animals', 'messages'] as const).map((profile) => {
            const verdict = report.profiles[profile];
            const like = verdict === undefined ? 'not-tested' : runVerdicts[verdict].like;
            return (
              <li>
                {profileNames[profile]}:{' '}
                <span class={`verdict v-${like}`}>
                  <Mark verdict={like} />{' '}
                  {verdict === undefined ? 'not claimed' : runVerdicts[verdict].word.toLowerCase()}
                </span>
              </li>
            );
          })}
        </ul>
      </dd>
    </div>
  );
}

/** How many requirements got which verdict. */
export function Counts({ report }: { readonly report: Report }) {
  return (
    <section aria-labelledby="counts">
      <h2 id="counts">{counted(report.requirements.length, 'requirement')}</h2>
      <ul class="counts">
        {verdictOrder.map((verdict) => (
          <li class={`v-${verdict}${report.totals[verdict] === 0 ? ' none' : ''}`}>
            <span class="figure">{number(report.totals[verdict])}</span>
            <span class="verdict">
              <Mark verdict={verdict} /> {verdicts[verdict].word}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the verdict rests on: a stranger has to be able to weigh it. */
export function Basis({ report }: { readonly report: Report }) {
  return (
    <section aria-labelledby="basis" class="basis">
      <h2 id="basis">What the verdict rests on</h2>
      <dl class="facts">
        {runFacts(report)
          .filter(({ weight }) => weight !== 'lead')
          .map(({ label, text }) => (
            <div>
              <dt>{label}</dt>
              <dd>{inertLine(text, 600)}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** What asks for action, each with its reason, before the long table. */
export function Attention({ report }: { readonly report: Report }) {
  const lists = [
    ['fail', 'What failed'],
    ['warn', 'Warnings'],
    ['inconclusive', 'Undecided'],
    ['waived', 'Waived'],
  ] as const satisfies readonly (readonly [Verdict, string])[];
  // What stopped a run stands at its head; the list would say it again for each row.
  const shown =
    report.aborted === undefined ? lists : lists.filter(([verdict]) => verdict !== 'inconclusive');
  return (
    <>
      {shown.map(([verdict, title]) => {
        const rows = report.requirements.filter((row) => row.verdict === verdict);
        return rows.length === 0 ? null : (
          <section class="attention" aria-labelledby={`list-${verdict}`}>
            <h2 id={`list-${verdict}`}>{title}</h2>
            <ul>
              {rows.slice(0, MOST_LISTED).map((row) => (
                <li>
                  <span class={`v-${verdict}`}>
                    <Mark verdict={verdict} />
                  </span>
                  <a href={`#${row.id}`}>
                    <code>{row.id}</code>
                  </a>
                  <span>{inertLine(row.reason, MOST_TEXT)}</span>
                </li>
              ))}
              {rows.length > MOST_LISTED ? (
                <li class="more">{number(rows.length - MOST_LISTED)} more in the table</li>
              ) : null}
            </ul>
          </section>
        );
      })}
    </>
  );
}

/** What changed since the baseline, where the run was held against one. */
export function Since({ report }: { readonly report: Report }) {
  const line = baselineLine(report);
  if (line === undefined) return null;
  return (
    <section class="attention" aria-labelledby="since">
      <h2 id="since">Since the baseline</h2>
      <p>{inertLine(line, MOST_TEXT)}</p>
      <ul>
        {changedRows(report).flatMap(([kind, rows]) =>
          rows.map((row) => (
            <li>
              <span class={`v-${row.verdict}`}>
                <Mark verdict={row.verdict} />
              </span>
              <a href={`#${row.id}`}>
                <code>{row.id}</code>
              </a>
              <span>{changeWords[kind]}</span>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}
