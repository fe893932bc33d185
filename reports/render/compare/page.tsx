import type { Comparison, Side } from '../../compare/comparison.ts';
import type { Matrix } from '../../compare/matrix.ts';
import { counted, instant } from '../../measures.ts';
import { inertLine } from '../../text.ts';
import { drawPage } from '../page/document.tsx';
import { factList, itemList, MOST_TEXT, pill, runPill, section } from '../page/parts.tsx';
import { tell, turnWords } from './told.ts';

/** What differs from the first report, and all of them beside each other. */
export function compareHtml(comparisons: readonly Comparison[], matrix: Matrix): string {
  const title = `${counted(matrix.columns.length, 'conformance report')} compared`;
  // Of two what differs stands first, of more how they stand beside each other.
  const isMany = matrix.columns.length > 2;
  const table = matrixTable(matrix);
  return drawPage({
    kind: 'compare',
    title,
    skip: ['matrix', 'the matrix'],
    children: (
      <>
        <header>
          <h1>{title}</h1>
        </header>
        <main>
          {isMany ? table : null}
          {comparisons.map((comparison, index) => compared(comparison, `comparison-${index}`))}
          {isMany ? null : table}
        </main>
      </>
    ),
  });
}

function compared(comparison: Comparison, id: string) {
  const { before, after } = comparison;
  const { facts, changes, result } = tell(comparison);
  const items = ({ rows }: (typeof changes)[number]) =>
    rows.map((row) => ({
      verdict: row.after ?? 'not-tested',
      id: row.id,
      text: `${turnWords(row, 'to')}: ${row.reason}`,
    }));
  return section(
    id,
    `${inertLine(before.name, 120)} to ${inertLine(after.name, 120)}`,
    <>
      <p class="meaning">{result}</p>
      {changes.map((change) => (
        <>
          <h3>
            {change.title}: {change.rows.length}
          </h3>
          {itemList(items(change))}
        </>
      ))}
      {factList([
        { label: 'Before', text: sideText(before) },
        { label: 'After', text: sideText(after) },
        ...facts,
      ])}
    </>,
    'comparison',
  );
}

function sideText({ verdict, startedAt, baseUrl, catalogue }: Side) {
  return (
    <>
      {runPill(verdict)}, {inertLine(instant(startedAt), 60)}, <code>{inertLine(baseUrl, 200)}</code>
      {catalogue === undefined ? null : `, catalogue ${inertLine(catalogue.version, 40)}`}
    </>
  );
}

function matrixTable({ columns, rows }: Matrix) {
  return section(
    'matrix',
    'Every requirement',
    <div class="wide" role="group" aria-labelledby="matrix" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Requirement</th>
            {columns.map(({ name, baseUrl, verdict, catalogue }) => (
              <th scope="col" title={inertLine(baseUrl, 300)}>
                <strong>{inertLine(name, 80)}</strong>
                <br />
                {catalogue === undefined ? null : [`catalogue ${inertLine(catalogue, 40)}`, <br />]}
                {runPill(verdict)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, level, statement, verdicts }) => (
            <tr id={id} class={new Set(verdicts).size > 1 ? 'differs' : undefined}>
              <th scope="row" title={inertLine(statement, MOST_TEXT)}>
                <code>{inertLine(id, 80)}</code> <span class="quiet">{level}</span>
              </th>
              {verdicts.map((verdict) => (
                <td>{verdict === undefined ? <span class="quiet">not asked</span> : pill(verdict)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
  );
}
