import type { Comparison, Side } from '../../compare/comparison.ts';
import type { Matrix } from '../../compare/matrix.ts';
import { counted, instant } from '../../measures.ts';
import { inertLine } from '../../text.ts';
import { verdicts } from '../../words.ts';
import { drawPage } from '../page/document.tsx';
import {
  factList,
  idLink,
  inLine,
  type Item,
  itemList,
  MOST_TEXT,
  pill,
  runPill,
  section,
} from '../page/parts.tsx';
import { view, turnWords } from './view.ts';

/**
 * What differs from the first report, and all of them beside each other.
 * @param pages by column the relative address of that report's own page; undefined where there is none
 */
export function compareHtml(
  comparisons: readonly Comparison[],
  matrix: Matrix,
  pages: readonly (string | undefined)[] = [],
): string {
  const title = `${counted(matrix.columns.length, 'conformance report')} compared`;
  // Of two what differs stands first, of more how they stand beside each other.
  const isMany = matrix.columns.length > 2;
  const changed = new Set(comparisons.flatMap(({ changes }) => changes.map(({ id }) => id)));
  const table = matrixTable(matrix, changed, pages);
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

function compared(comparison: Comparison, anchor: string) {
  const { before, after } = comparison;
  const { facts, changes, result } = view(comparison);
  const items = ({ groups }: (typeof changes)[number]): readonly Item[] =>
    groups.map((alike) => {
      const [first] = alike;
      const verdict = first.after ?? 'not-tested';
      const text = `${turnWords(first, 'to')}: ${first.reason}`;
      const links = inLine(alike.map((row) => idLink(row.id)));
      return alike.length === 1
        ? { verdict, id: first.id, text }
        : {
            verdict,
            name: counted(alike.length, 'requirement'),
            text: [`${inertLine(text, MOST_TEXT)}: `, links],
          };
    });
  return section(
    anchor,
    `${inertLine(before.name, 120)} to ${inertLine(after.name, 120)}`,
    <>
      <p class="meaning">{result}</p>
      {changes.map((change) => (
        <>
          <h3>{change.title}</h3>
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
      {`, catalogue ${inertLine(catalogue.version, 40)}`}
    </>
  );
}

function matrixTable(
  { columns, rows }: Matrix,
  changed: ReadonlySet<string>,
  pages: readonly (string | undefined)[],
) {
  const differs = (row: Matrix['rows'][number]) => changed.has(row.id) || new Set(row.verdicts).size > 1;
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
                <th scope="col" title={inertLine(baseUrl, 300)}>
                  <strong>{linked(inertLine(name, 80), pages[at])}</strong>
                  <br />
                  {`catalogue ${inertLine(catalogue, 40)}`}
                  <br />
                  {runPill(verdict)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr id={row.id} class={differs(row) ? 'differs' : undefined}>
                <th scope="row" title={inertLine(row.statement, MOST_TEXT)}>
                  <code>{inertLine(row.id, 80)}</code> <span class="quiet">{row.level}</span>
                </th>
                {row.verdicts.map((verdict, at) => (
                  <td>
                    {verdict === undefined ? (
                      <span class="quiet">not asked</span>
                    ) : (
                      pill(verdict, linked(verdicts[verdict].word, pages[at], `#${row.id}`))
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

/** A text as a link to a page, where there is one. */
function linked(text: string, page: string | undefined, hash = '') {
  return page === undefined ? text : <a href={page + hash}>{text}</a>;
}
