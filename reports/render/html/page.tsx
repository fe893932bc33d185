import type { Exchange } from '../../exchange.ts';
import { counted, instant, number } from '../../measures.ts';
import type { Report, RequirementReport } from '../../model.ts';
import { byArea } from '../../rows.ts';
import { inertLine } from '../../text.ts';
import { levels, runVerdicts, verdictOrder, verdicts } from '../../words.ts';
import { Attention } from './attention.tsx';
import { Certificate, type Digests } from './certificate.tsx';
import { Controls } from './controls.tsx';
import { Mark, Shapes } from './icons.tsx';
import { Row } from './requirement.tsx';
import { Since } from './since.tsx';
import { Bar, Basis, Counts, Head } from './summary.tsx';

/** Animals that are listed by id and name; the others are counted. */
const MOST_CREATED = 200;

export interface PageProps {
  readonly report: Report;
  readonly exchanges: readonly Exchange[];
  readonly digests: Digests;
  readonly style: string;
  readonly script: string;
  /** The value of the Content-Security-Policy. */
  readonly policy: string;
}

/** The whole document, from `<html>` on. */
export function Page({ report, exchanges, digests, style, script, policy }: PageProps) {
  const areas = byArea(report);
  // One at a time: what opens first is what has to be read first.
  const first = report.requirements.find(({ verdict }) => verdict === 'fail');
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${runVerdicts[report.verdict].word}: ${inertLine(report.target.baseUrl, 120)} - conformance report`}</title>
        {/* The kit's own constants, never text from a report. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a class="skip" href="#requirements">
          Skip to the requirements
        </a>
        <Shapes />
        <Certificate report={report} digests={digests} />
        <Head report={report} />
        <Bar report={report} />
        <main>
          <Counts report={report} />
          <Attention report={report} evidence={exchanges} />
          <Since report={report} />
          <Basis report={report} />
          <section aria-labelledby="requirements">
            <h2 id="requirements" tabIndex={-1}>
              Requirements
            </h2>
            <Controls areas={[...areas.keys()]} total={report.requirements.length} />
            {[...areas].map(([area, rows]) => (
              <AreaTable area={area} rows={rows} report={report} evidence={exchanges} first={first} />
            ))}
          </section>
          <Created report={report} />
          <Legend />
        </main>
        <footer>
          <p>
            {inertLine(`${report.tool.name} ${report.tool.version}`, 100)}, finished{' '}
            {inertLine(instant(report.finishedAt), 60)}. The same in full for machines: report.json; every
            exchange: evidence.har.
          </p>
        </footer>
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
}

function AreaTable(props: {
  readonly area: string;
  readonly rows: readonly RequirementReport[];
  readonly report: Report;
  readonly evidence: readonly Exchange[];
  readonly first: RequirementReport | undefined;
}) {
  const { area, rows, report, evidence, first } = props;
  const id = `area-${area.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  return (
    <section class="area" aria-labelledby={id} data-section>
      <div class="areahead">
        <h3 id={id}>{area}</h3>
        <p>{tally(rows)}</p>
      </div>
      <div class="columnnames" aria-hidden="true">
        <span>Verdict</span>
        <span>Requirement</span>
        <span>Level</span>
        <span>Section of the document</span>
      </div>
      <ul class="rows">
        {rows.map((row) => (
          <Row report={report} row={row} evidence={evidence} open={row === first} />
        ))}
      </ul>
    </section>
  );
}

function tally(rows: readonly RequirementReport[]): string {
  return verdictOrder
    .map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${number(count)} ${verdicts[verdict].word.toLowerCase()}`)
    .join(', ');
}

function Created({ report }: { readonly report: Report }) {
  const { created } = report;
  if (created.length === 0) return null;
  return (
    <section aria-labelledby="created">
      <h2 id="created">Left on the target</h2>
      <p>
        The run created {counted(created.length, 'animal')}. The interface has no operation that deletes, so{' '}
        {created.length === 1 ? 'it stays' : 'they stay'}.
      </p>
      <details class="created">
        <summary>Ids and names</summary>
        <ul>
          {created.slice(0, MOST_CREATED).map(({ id, name }) => (
            <li>
              <code>{inertLine(id, 40)}</code> {inertLine(name, 120)}
            </li>
          ))}
        </ul>
        {created.length > MOST_CREATED ? (
          <p class="more">{number(created.length - MOST_CREATED)} more in report.json.</p>
        ) : null}
      </details>
    </section>
  );
}

function Legend() {
  return (
    <section class="legend" aria-labelledby="legend">
      <h2 id="legend">How to read this</h2>
      <dl>
        {verdictOrder.map((verdict) => (
          <div>
            <dt class={`verdict v-${verdict}`}>
              <Mark verdict={verdict} /> {verdicts[verdict].word}
            </dt>
            <dd>{verdicts[verdict].meaning}</dd>
          </div>
        ))}
        {Object.entries(levels).map(([level, text]) => (
          <div>
            <dt class="levelname">{level}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
