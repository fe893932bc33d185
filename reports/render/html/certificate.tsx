import { instant, number } from '../../measures.ts';
import type { Report, RequirementReport } from '../../model.ts';
import { rerunAllLine } from '../../rerun.ts';
import { runFacts } from '../../run-facts.ts';
import { inertLine } from '../../text.ts';
import { verdictSentence } from '../../verdict-sentence.ts';
import { levels, runVerdicts, verdictOrder, verdicts } from '../../words.ts';
import { Mark } from './icons.tsx';

/** SHA-256 of what the page was drawn from, as `sha256:` and 64 hexadecimal digits. */
export interface Digests {
  readonly report: string;
  readonly evidence: string;
}

/** What tells a run from every other one: the beginning of the digest of its report. */
export function runId({ report }: Digests): string {
  return report.slice('sha256:'.length, 'sha256:'.length + 12);
}

/** On paper the report is a certificate; a screen never shows it. What failed follows in full, and then what passed. */
export function Certificate({ report, digests }: { readonly report: Report; readonly digests: Digests }) {
  const { word, like } = runVerdicts[report.verdict];
  const { specification } = report;
  return (
    <div class="paper">
      <section class={`certificate v-${like}`}>
        <p class="kind">Conformance report</p>
        <p class="title verdict">
          <Mark verdict={like} /> {word}
        </p>
        <p class="meaning">{verdictSentence(report)}</p>
        <dl class="facts">
          <Fact label="Run" text={`${runId(digests)}, ${instant(report.startedAt)}`} />
          {runFacts(report)
            .filter(({ name }) => name !== 'judged')
            .map(({ label, text }) => (
              <Fact label={label} text={text} />
            ))}
          {specification.digest === undefined ? null : (
            <Fact label="The document" text={specification.digest} />
          )}
          <Fact label="report.json" text={digests.report} />
          <Fact label="evidence.har" text={digests.evidence} />
        </dl>
        <Levels report={report} />
        <h2>What this does not claim</h2>
        <p>
          It speaks of the answers that one run got, at that address and on that day: requirements of the
          document that were put to the test, with the inputs that the seed drew. It says nothing of other
          interfaces, of load, of what the document leaves open, or of any version of the service but the one
          that answered.
        </p>
        <h2>How to verify</h2>
        <p>
          Compare the digests with those of the files that came with this page (sha256sum report.json
          evidence.har); the page can be drawn again from them (npx petstore-conformance report DIR). To have
          the target judged again in the same way:
        </p>
        <pre>{rerunAllLine(report)}</pre>
      </section>
      <Compact report={report} />
    </div>
  );
}

function Fact({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{inertLine(text, 400)}</dd>
    </div>
  );
}

/** How many requirements of each level got which verdict. */
function Levels({ report }: { readonly report: Report }) {
  const count = (some: readonly RequirementReport[], level: string) =>
    some.filter((row) => row.level === level).length;
  const found = verdictOrder
    .map((verdict) => [verdict, report.requirements.filter((row) => row.verdict === verdict)] as const)
    .filter(([, rows]) => rows.length > 0);
  return (
    <table class="levels">
      <thead>
        <tr>
          <th scope="col">Requirements</th>
          {found.map(([verdict]) => (
            <th scope="col">{verdicts[verdict].word}</th>
          ))}
          <th scope="col">All</th>
        </tr>
      </thead>
      <tbody>
        {Object.keys(levels).map((level) => (
          <tr>
            <th scope="row">{level}</th>
            {found.map(([, rows]) => (
              <td>{number(count(rows, level))}</td>
            ))}
            <td>{number(count(report.requirements, level))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Everything that did not fail, in two columns: what was asked, and what became of it. */
function Compact({ report }: { readonly report: Report }) {
  const rows = report.requirements.filter(({ verdict }) => verdict !== 'fail');
  if (rows.length === 0) return null;
  return (
    <section class="compact">
      <h2>{report.totals.fail === 0 ? 'Every requirement' : 'Every other requirement'}</h2>
      <ul>
        {rows.map((row) => (
          <li class={`v-${row.verdict}`}>
            <Mark verdict={row.verdict} /> <code>{inertLine(row.id, 80)}</code> {row.level}
            {row.verdict === 'pass' ? '' : `, ${verdicts[row.verdict].word.toLowerCase()}`}.{' '}
            {inertLine(row.statement, 300)}
            {row.verdict === 'pass' ? null : <em> {inertLine(row.reason, 200)}</em>}
          </li>
        ))}
      </ul>
    </section>
  );
}
