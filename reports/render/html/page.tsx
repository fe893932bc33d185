import type { Exchange } from '../../exchange.ts';
import { counted, instant, number } from '../../measures.ts';
import type { Report, RequirementReport } from '../../model.ts';
import { byArea } from '../../rows.ts';
import { inertLine } from '../../text.ts';
import { levels, runVerdicts, verdictOrder, verdicts } from '../../words.ts';
import { drawPage } from '../page/document.tsx';
import { Facts, firstOf, Pill, Section } from '../page/parts.tsx';
import { Attention } from './attention.tsx';
import { Certificate, Compact, digestsOf, pageStyle } from './certificate.tsx';
import { Controls } from './controls.tsx';
import { Row } from './requirement.tsx';
import { Bar, Basis, Counts, Head } from './summary.tsx';

/** Animals that are listed by id and name; the others are counted. */
const MOST_CREATED = 200;

/**
 * report.html: a pure function of the report and the exchanges of evidence.har. On paper it is a certificate, then what
 * failed in full, then everything else in a line each.
 */
export function renderHtml(report: Report, evidence: readonly Exchange[]): string {
  const { tool, target, finishedAt } = report;
  const digests = digestsOf(report, evidence);
  const areas = byArea(report);
  // One at a time: what opens first is what has to be read first.
  const first = report.requirements.find(({ verdict }) => verdict === 'fail');
  return drawPage({
    kind: 'report',
    title: `${runVerdicts[report.verdict].word}: ${inertLine(target.baseUrl, 120)} - conformance report`,
    skip: ['requirements', 'the requirements'],
    more: pageStyle(report, digests),
    children: (
      <>
        <Head report={report} />
        <Bar report={report} />
        <main>
          <Counts report={report} />
          <Attention report={report} evidence={evidence} />
          <Basis report={report} />
          <Certificate report={report} digests={digests} />
          <Section id="requirements" title="Requirements" class="table">
            <Controls areas={[...areas.keys()]} total={report.requirements.length} />
            {[...areas].map(([area, rows]) => (
              <Area area={area} rows={rows}>
                {rows.map((row) => (
                  <Row report={report} row={row} evidence={evidence} open={row === first} />
                ))}
              </Area>
            ))}
          </Section>
          <Compact report={report} />
          <Created report={report} />
          <Legend />
        </main>
        <footer>
          <p>
            {inertLine(`${tool.name} ${tool.version}`, 100)}, finished {inertLine(instant(finishedAt), 60)}.
            The same in full for machines: report.json; every exchange: evidence.har.
          </p>
        </footer>
      </>
    ),
  });
}

function Area(props: {
  readonly area: string;
  readonly rows: readonly RequirementReport[];
  readonly children: preact.ComponentChildren;
}) {
  const id = `area-${props.area.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
  const tally = verdictOrder.flatMap((verdict) => {
    const count = props.rows.filter((row) => row.verdict === verdict).length;
    return count === 0 ? [] : [`${number(count)} ${verdicts[verdict].word.toLowerCase()}`];
  });
  return (
    <section class="area" aria-labelledby={id} data-section>
      <div class="areahead">
        <h3 id={id}>{props.area}</h3>
        <p>{tally.join(', ')}</p>
      </div>
      <div class="columnnames" aria-hidden="true">
        <span>Verdict</span>
        <span>Requirement</span>
        <span>Level</span>
        <span>Section of the document</span>
      </div>
      <ul class="rows">{props.children}</ul>
    </section>
  );
}

function Created({ report: { created } }: { readonly report: Report }) {
  if (created.length === 0) return null;
  const draw = ({ id, name }: Report['created'][number]) => (
    <li>
      <code>{inertLine(id, 40)}</code> {inertLine(name, 120)}
    </li>
  );
  return (
    <Section id="created" title="Left on the target">
      <p>
        The run created {counted(created.length, 'animal')}. The interface has no operation that deletes, so{' '}
        {created.length === 1 ? 'it stays' : 'they stay'}.
      </p>
      <details class="created">
        <summary>Ids and names</summary>
        <ul>{firstOf(created, MOST_CREATED, draw, (more) => `${number(more)} more in report.json.`)}</ul>
      </details>
    </Section>
  );
}

function Legend() {
  return (
    <Section id="legend" title="How to read this" class="legend">
      <Facts
        facts={[
          ...verdictOrder.map((verdict) => ({
            label: <Pill verdict={verdict} />,
            text: verdicts[verdict].meaning,
          })),
          ...Object.entries(levels).map(([level, text]) => ({ label: <strong>{level}</strong>, text })),
        ]}
      />
    </Section>
  );
}
