import { changeWords } from '../../compare/changes.ts';
import { baselineLine, changedRows } from '../../compare/since.ts';
import type { Report } from '../../model.ts';
import { inertLine } from '../../text.ts';
import { Mark } from './icons.tsx';

const MOST_TEXT = 400;

/** What became of the requirements since an earlier report. */
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
