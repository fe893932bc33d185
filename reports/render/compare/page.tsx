import type { Comparison, Side } from '../../compare/comparison.ts';
import type { Matrix } from '../../compare/matrix.ts';
import { counted, instant } from '../../measures.ts';
import { inertLine } from '../../text.ts';
import { drawPage } from '../page/document.tsx';
import { Facts, Items, MOST_TEXT, Pill, RunPill, Section } from '../page/parts.tsx';
import { tell } from './told.ts';

/** What differs from the first report, and all of them beside each other. */
export function compareHtml(comparisons: readonly Comparison[], matrix: Matrix): string {
  const title = `${counted(matrix.columns.length, 'conformance report')} compared`;
  // Of two what differs stands first, of more how they stand beside each other.
  const isMany = matrix.columns.length > 2;
  const table = <Table matrix={matrix} />;
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
          {comparisons.map((comparison, index) => (
            <Compared comparison={comparison} id={`comparison-${index}`} />
          ))}
          {isMany ? null : table}
        </main>
      </>
    ),
  });
}

function Compared({ comparison, id }: { readonly comparison: Comparison; readonly id: string }) {
  const { before, after } = comparison;
  const { facts, changes, result } = tell(comparison);
  return (
    <Section
      id={id}
      title={`${inertLine(before.name, 120)} to ${inertLine(after.name, 120)}`}
      class="comparison"
    >
      <p class="meaning">{result}</p>
      {changes.map(({ title, rows }) => (
        <>
          <h3>
            {title}: {rows.length}
          </h3>
          <Items
            items={rows.map((row) => ({
              verdict: row.after,
              id: row.id,
              text: `${row.before} to ${row.after}: ${row.reason}`,
            }))}
          />
        </>
      ))}
      <Facts
        facts={[
          { label: 'Before', text: <SideText side={before} /> },
          { label: 'After', text: <SideText side={after} /> },
          ...facts,
        ]}
      />
    </Section>
  );
}

function SideText({ side }: { readonly side: Side }) {
  return (
    <>
      <RunPill verdict={side.verdict} />, {inertLine(instant(side.startedAt), 60)},{' '}
      <code>{inertLine(side.baseUrl, 200)}</code>
      {side.catalogue === undefined ? null : `, catalogue ${inertLine(side.catalogue.version, 40)}`}
    </>
  );
}

function Table({ matrix }: { readonly matrix: Matrix }) {
  return (
    <Section id="matrix" title="Every requirement">
      <div class="wide" role="region" aria-labelledby="matrix" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Requirement</th>
              {matrix.columns.map(({ name, baseUrl, verdict, catalogue }) => (
                <th scope="col" title={inertLine(baseUrl, 300)}>
                  <strong>{inertLine(name, 80)}</strong>
                  <br />
                  {catalogue === undefined ? null : (
                    <>
                      catalogue {inertLine(catalogue, 40)}
                      <br />
                    </>
                  )}
                  <RunPill verdict={verdict} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map(({ id, level, statement, verdicts }) => (
              <tr id={id} class={new Set(verdicts).size > 1 ? 'differs' : undefined}>
                <th scope="row" title={inertLine(statement, MOST_TEXT)}>
                  <code>{inertLine(id, 80)}</code> <span class="quiet">{level}</span>
                </th>
                {verdicts.map((verdict) => (
                  <td>
                    {verdict === undefined ? (
                      <span class="quiet">not asked</span>
                    ) : (
                      <Pill verdict={verdict} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
