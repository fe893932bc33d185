import { digest, type ReportDigestsByFormat } from '../../../src/base/digests.ts';
import type { Exchange } from '../../exchange.ts';
import { capitalized, formatInstant, formatCount } from '../../measures.ts';
import type { Report } from '../../model.ts';
import { rerunAllCommand } from '../../rerun.ts';
import { safeLine, safeJsonText, escapeUnsafe } from '../../text.ts';
import { levelMeanings, verdictOrder, verdictWords } from '../../words.ts';
import { renderHarPieces } from '../har.ts';
import { factList, verdictIcon, numberTable } from '../page/parts.tsx';

/** Returns the SHA-256 of report.json and evidence.har, as `sha256:` and the digits that sha256sum prints. */
export function digestsOf(
  report: Report,
  evidence: readonly Exchange[],
  { json, har }: ReportDigestsByFormat,
) {
  return {
    report: json ?? digest(safeJsonText(report)),
    evidence: har ?? digest(renderHarPieces(report, evidence)),
  };
}

type Digests = ReturnType<typeof digestsOf>;

/** Renders the printed parts of the certificate that the screen does not show. */
export function certificateSection(report: Report, digests: Digests) {
  return (
    <section class="paper">
      {factList([
        { label: 'The document', text: report.specification.digest },
        { label: 'report.json', text: digests.report },
        { label: 'evidence.har', text: digests.evidence },
        { label: 'Signature', text: 'None on this page; in statement.dsse.json, if the report is signed' },
      ])}
      {levelTable(report)}
      <h2>What this does not claim</h2>
      <p>
        It speaks of the answers that one run got, at that address and on that day: requirements of the
        document that were tested, with the inputs that the seed drew. It says nothing of other interfaces, of
        load, of what the document leaves open, or of any version of the service but the one that answered.
      </p>
      <h2>How to verify</h2>
      <p>
        This page proves nothing by itself. Ask for the files behind it: report.json and evidence.har, whose
        digests stand above (sha256sum), and statement.dsse.json, without which the report is not signed. With
        the signer’s public key, this checks the signature and computes every verdict again:
      </p>
      <pre>npx petstore-conformance verify DIR --public-key pub.pem</pre>
      <p>This judges the target again in the same way:</p>
      <pre>{rerunAllCommand(report).join(' ')}</pre>
    </section>
  );
}

function levelTable({ requirements, totals }: Report) {
  const found = verdictOrder.filter((verdict) => totals[verdict] > 0);
  const rows = Object.keys(levelMeanings).map((level) => {
    const asked = requirements.filter((row) => row.level === level);
    const counts = found.map((verdict) => asked.filter((row) => row.verdict === verdict));
    return [level, ...[...counts, asked].map(({ length }) => formatCount(length))];
  });
  return numberTable(['Requirements', ...found.map((verdict) => verdictWords[verdict].word), 'All'], rows);
}

/** Renders all requirements that did not fail, for print only. The reason of an aborted run is not repeated. */
export function notFailedPrintSection(report: Report) {
  const rows = report.requirements.filter(({ verdict }) => verdict !== 'fail');
  if (rows.length === 0) return null;
  return (
    <section class="paper compact">
      <h2>{report.totals.fail === 0 ? 'Every requirement' : 'Every other requirement'}</h2>
      <ul>
        {rows.map(({ id, verdict, level, statement, reason }) => (
          <li class={`v-${verdict}`}>
            {verdictIcon(verdict)} <code>{safeLine(id, 80)}</code> {level}
            {verdict === 'pass' ? '' : `, ${verdictWords[verdict].word.toLowerCase()}`}.{' '}
            {safeLine(statement, 300)}
            {verdict === 'pass' || reason === report.aborted?.message ? null : (
              <em> {safeLine(capitalized(reason), 300)}</em>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the CSS of the printed header (target, day) and footer (run). */
export function printedPageStyle({ target, product, startedAt, tool }: Report, digests: Digests): string {
  const what = [product?.vendor, product?.name, target.baseUrl].filter((text) => text !== undefined);
  // The first digits of the report's digest identify the run.
  const run = digests.report.slice('sha256:'.length, 'sha256:'.length + 12);
  return `
@page {
  @top-left {
    content: ${quoted(what.join(', ').slice(0, 110))};
  }
  @top-right {
    content: ${quoted(formatInstant(startedAt))};
  }
  @bottom-left {
    content: ${quoted(`Run ${run}, ${tool.name} ${tool.version}`)};
  }
}
`;
}

/** Returns a text as a CSS string, with everything but ASCII letters, digits and blanks escaped (css-syntax-3, section 4.3.7). */
function quoted(text: string): string {
  const safe = Array.from(escapeUnsafe(text), (character) =>
    /[A-Za-z0-9 ]/u.test(character) ? character : `\\${(character.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `'${safe.join('')}'`;
}
