import { changeCounts, changeKinds } from '../../compare/changes.ts';
import type { Comparison, Difference, Side } from '../../compare/comparison.ts';
import type { Matrix } from '../../compare/matrix.ts';
import { inertLine } from '../../text.ts';
import { Mark, Shapes } from '../html/icons.tsx';
import { counted, instant } from '../../measures.ts';
import { runVerdicts, verdicts } from '../../words.ts';
import { result } from './text.ts';

const MOST_TEXT = 400;

export interface ComparePageProps {
  readonly comparisons: readonly Comparison[];
  readonly matrix: Matrix;
  readonly style: string;
  /** The value of the Content-Security-Policy. */
  readonly policy: string;
}

/** The whole document, from `<html>` on. */
export function ComparePage({ comparisons, matrix, style, policy }: ComparePageProps) {
  // Of two what differs stands first, of more how they stand beside each other.
  const isMany = matrix.columns.length > 2;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${counted(matrix.columns.length, 'conformance report')} compared`}</title>
        {/* The kit's own constant, never text from a report. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <a class="skip" href="#matrix">
          Skip to the matrix
        </a>
        <Shapes />
        <main>
          <h1>{counted(matrix.columns.length, 'conformance report')} compared</h1>
          {isMany ? <Table matrix={matrix} /> : null}
          {comparisons.map((comparison) => (
            <Section comparison={comparison} />
          ))}
          {isMany ? null : <Table matrix={matrix} />}
        </main>
      </body>
    </html>
  );
}

function Section({ comparison }: { readonly comparison: Comparison }) {
  const { before, after, changes, same, catalogue } = comparison;
  const kinds = [...changes.map(({ change }) => change), ...Array<'same'>(same).fill('same')];
  return (
    <section class="comparison">
      <h2>
        {inertLine(before.name, 120)} to {inertLine(after.name, 120)}
      </h2>
      <p>{result(changes)}</p>
      <dl class="facts">
        <Fact name="Before">
          <SideText side={before} />
        </Fact>
        <Fact name="After">
          <SideText side={after} />
        </Fact>
        <Fact name="Counts">{changeCounts(kinds)}</Fact>
        <Differences name="Traffic" list={comparison.traffic} />
        <Differences name="Scope" list={comparison.scope} />
        <Ids name="Only in the first catalogue" ids={catalogue.removed} />
        <Ids name="Only in the second catalogue" ids={catalogue.added} />
        <Ids name="Worded anew" ids={catalogue.reworded} />
      </dl>
      {changeKinds.map((kind) => {
        const own = changes.filter(({ change }) => change === kind);
        if (own.length === 0) return null;
        return (
          <>
            <h3>{changeCounts(own.map(({ change }) => change))}</h3>
            <ul>
              {own.map((one) => (
                <li class={`v-${one.after}`}>
                  <Mark verdict={one.after} /> <code>{inertLine(one.id, 80)}</code> ({one.before} to{' '}
                  {one.after}
                  ): {inertLine(one.reason, MOST_TEXT)}
                </li>
              ))}
            </ul>
          </>
        );
      })}
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function SideText({ side }: { readonly side: Side }) {
  const { word, like } = runVerdicts[side.verdict];
  return (
    <>
      <span class={`verdict v-${like}`}>
        <Mark verdict={like} /> {word}
      </span>
      , {inertLine(instant(side.startedAt), 60)}, <code>{inertLine(side.baseUrl, 200)}</code>
      {side.catalogue === undefined ? null : `, catalogue ${inertLine(side.catalogue.version, 40)}`}
    </>
  );
}

function Differences({ name, list }: { readonly name: string; readonly list: readonly Difference[] }) {
  if (list.length === 0) return null;
  return (
    <Fact name={name}>
      {list
        .map((one) => `${one.name} ${inertLine(one.before, 120)} to ${inertLine(one.after, 120)}`)
        .join(', ')}
    </Fact>
  );
}

function Ids({ name, ids }: { readonly name: string; readonly ids: readonly string[] }) {
  return ids.length === 0 ? null : <Fact name={name}>{ids.map((id) => inertLine(id, 80)).join(', ')}</Fact>;
}

function Table({ matrix }: { readonly matrix: Matrix }) {
  return (
    <section aria-labelledby="matrix">
      <h2 id="matrix" tabIndex={-1}>
        Every requirement
      </h2>
      <div class="wide-table" role="region" aria-labelledby="matrix" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Requirement</th>
              {matrix.columns.map(({ name, baseUrl, verdict, catalogue }) => (
                <th scope="col" title={inertLine(baseUrl, 300)}>
                  {inertLine(name, 80)}
                  <br />
                  {catalogue === undefined ? null : (
                    <>
                      <span class="quiet">catalogue {inertLine(catalogue, 40)}</span>
                      <br />
                    </>
                  )}
                  <span class={`verdict v-${runVerdicts[verdict].like}`}>
                    <Mark verdict={runVerdicts[verdict].like} /> {runVerdicts[verdict].word}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map(({ id, level, statement, verdicts: found }) => (
              <tr class={new Set(found).size > 1 ? 'differs' : undefined}>
                <th scope="row" title={inertLine(statement, MOST_TEXT)}>
                  <code>{inertLine(id, 80)}</code> <span class="quiet">{level}</span>
                </th>
                {found.map((verdict) =>
                  verdict === undefined ? (
                    <td class="quiet">not asked</td>
                  ) : (
                    <td class={`v-${verdict}`}>
                      <Mark verdict={verdict} /> {verdicts[verdict].word}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
