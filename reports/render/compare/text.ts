import { isRegression, type Comparison, type RowChange, type Side } from '../../compare/comparison.ts';
import { inertLine } from '../../text.ts';
import { runVerdicts } from '../../words.ts';
import { hang, measure } from '../terminal/layout.ts';
import { view, turnWords } from './view.ts';

/** Comparisons with the same first report, for a screen. */
export function compareText(comparisons: readonly Comparison[], columns: number): string {
  const width = measure(columns);
  return `${comparisons.map((one) => block(one, width).join('\n')).join('\n\n')}\n`;
}

function block(comparison: Comparison, width: number): string[] {
  const { facts, changes, result } = view(comparison);
  const line = (label: string, text: string) =>
    hang(label.length < 10 ? `${label.padEnd(10)}${text}` : `${label}: ${text}`, width, 10, 0);
  return [
    line('Before', side(comparison.before)),
    line('After', side(comparison.after)),
    '',
    ...changes.flatMap(({ title, groups }) => [
      title,
      ...groups.map((alike) =>
        hang(`${alike.map(({ id }) => inertLine(id, 80)).join(', ')} ${changed(alike[0])}`, width, 4, 2),
      ),
      '',
    ]),
    ...facts.map(({ label, text }) => line(label, text)),
    line('Result', result),
  ];
}

function side({ name, verdict, startedAt, baseUrl }: Side): string {
  return `${inertLine(name, 200)}: ${runVerdicts[verdict].word.toUpperCase()}, ${startedAt.slice(0, 10)}, ${inertLine(baseUrl, 200)}`;
}

/** What became of a row, and why. */
function changed(row: RowChange): string {
  const { change, stops } = row;
  const allowed = !stops && isRegression(change) ? ', allowed' : '';
  return `(${turnWords(row, '->')}${allowed}): ${inertLine(row.reason)}`;
}
