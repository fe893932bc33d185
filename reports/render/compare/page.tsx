import type { Comparison, VerdictMatrix } from '../../compare/comparison.ts';
import { countWithNoun } from '../../measures.ts';
import { safeLine } from '../../text.ts';
import { verdictWords } from '../../words.ts';
import { renderPageDocument } from '../page/document.tsx';
import {
  factList,
  idLink,
  commaSeparated,
  type RequirementItem,
  itemList,
  MAX_TEXT_CHARACTERS,
  verdictPill,
  runVerdictPill,
  section,
} from '../page/parts.tsx';
import { runTable } from '../html/history.tsx';
import { comparisonSummaryLines, comparisonTexts } from './view.ts';

/** Renders the differences from the first report, and all verdicts side by side. `pages`: relative URLs of their own pages. */
export function renderComparisonHtml(
  comparisons: readonly Comparison[],
  matrix: VerdictMatrix,
  pages: readonly (string | undefined)[] = [],
): string {
  const title = `${countWithNoun(matrix.columns.length, 'conformance report')} compared`;
  // A comparison of two reports begins with the differences; a comparison of more reports begins with the table of all runs.
  const isMany = matrix.columns.length > 2;
  const changed = new Set(comparisons.flatMap(({ changes }) => changes.map(({ id }) => id)));
  const table = matrixTable(matrix, changed, pages);
  return renderPageDocument({
    kind: 'compare',
    title,
    skip: ['matrix', 'the matrix'],
    children: (
      <>
        <header>
          <h1>{title}</h1>
        </header>
        <main>
          {isMany ? runRows(matrix, comparisonSummaryLines(comparisons)[0], pages) : null}
          {isMany ? table : null}
          {comparisons.map((comparison, index) => compared(comparison, `comparison-${index}`))}
          {isMany ? null : table}
        </main>
      </>
    ),
  });
}

function runRows(
  { columns, runs }: VerdictMatrix,
  answer: string | undefined,
  pages: readonly (string | undefined)[],
) {
  const named = runs
    .map((run, at) => ({ ...run, name: linked(safeLine(columns[at]?.name ?? '', 80), pages[at]) }))
    .toSorted((one, other) => one.date.localeCompare(other.date));
  return section('runs', 'Run by run', [
    answer && <p class="meaning">{answer}</p>,
    runTable('Run by run', named),
  ]);
}

function compared(comparison: Comparison, anchor: string) {
  const { before, after } = comparison;
  const { sides, facts, changes, result } = comparisonTexts(comparison);
  const items = ({ groups }: (typeof changes)[number]): readonly RequirementItem[] =>
    groups.map(({ ids: [id = '', ...more], verdict, turn, reason }) => {
      const text = `${turn}: ${reason}`;
      if (more.length === 0) return { verdict, name: idLink(id), text };
      const links = commaSeparated([id, ...more].map(idLink));
      return { verdict, name: countWithNoun(more.length + 1, 'requirement'), text: [`${text}: `, links] };
    });
  return section(
    anchor,
    `${safeLine(before.name, 120)} to ${safeLine(after.name, 120)}`,
    <>
      <p class="meaning">{result}</p>
      {changes.map((change) => (
        <>
          <h3>{change.title}</h3>
          {itemList(items(change))}
        </>
      ))}
      {factList([...sides, ...facts])}
    </>,
    'comparison',
  );
}

function matrixTable(
  { columns, rows }: VerdictMatrix,
  changed: ReadonlySet<string>,
  pages: readonly (string | undefined)[],
) {
  const differs = (row: VerdictMatrix['rows'][number]) =>
    changed.has(row.id) || new Set(row.verdicts).size > 1;
  return section(
    'matrix',
    'Every requirement',
    <>
      <label class="only">
        <input type="checkbox" autocomplete="off" />{' '}
        {`Only what differs (${rows.filter(differs).length} of ${rows.length})`}
      </label>
      <div class="wide" role="group" aria-labelledby="matrix" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Requirement</th>
              {columns.map(({ name, baseUrl, verdict, catalogue }, at) => (
                <th scope="col" title={safeLine(baseUrl, 300)}>
                  <strong>{linked(safeLine(name, 80), pages[at])}</strong>
                  <br />
                  {`catalogue ${safeLine(catalogue.version, 40)}`}
                  <br />
                  {runVerdictPill(verdict)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr id={row.id} class={differs(row) ? 'differs' : undefined}>
                <th scope="row" title={safeLine(row.statement, MAX_TEXT_CHARACTERS)}>
                  <code>{safeLine(row.id, 80)}</code> <span class="quiet">{row.level}</span>
                </th>
                {row.verdicts.map((verdict, at) => (
                  <td>
                    {verdict === undefined ? (
                      <span class="quiet">not asked</span>
                    ) : (
                      verdictPill(verdict, linked(verdictWords[verdict].word, pages[at], `#${row.id}`))
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>,
  );
}

function linked(text: string, page: string | undefined, hash = '') {
  return page === undefined ? text : <a href={page + hash}>{text}</a>;
}
