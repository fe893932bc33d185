import type { ComponentChildren } from 'preact';
import { changeWords } from '../../compare/changes.ts';
import { baselineLine, changedRows } from '../../compare/since.ts';
import type { Exchange } from '../../exchange.ts';
import { groupsOf, leftOpenBy, symptomsOf, type Group } from '../../groups.ts';
import { counted, number } from '../../measures.ts';
import type { Report, Verdict } from '../../model.ts';
import { rowsWith } from '../../rows.ts';
import { inertLine } from '../../text.ts';
import { Id, type Item, Items, Section } from '../page/parts.tsx';

const MOST_LISTED = 12;
const MOST_TEXT = 400;

/** What asks for action, before the long table: failures, what is open by its cause, and what changed since a baseline. */
export function Attention({
  report,
  evidence,
}: {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}) {
  const symptoms = symptomsOf(report, evidence).map(
    ({ rows, text }) => `${number(rows.length)} of these show in one way: ${inertLine(text, 200)}.`,
  );
  const since = baselineLine(report);
  const changed = changedRows(report).flatMap(([kind, rows]) =>
    rows.map(({ verdict, id }) => ({ verdict, id, text: changeWords[kind] })),
  );
  // What stopped a run stands at its head; the list would say it again for each row.
  const undecided = report.aborted === undefined ? groupsOf(report, 'inconclusive').map(cause) : [];
  return (
    <>
      <List
        id="list-fail"
        title="What failed"
        notes={symptoms}
        items={rowsOf(report, 'fail')}
        most={MOST_LISTED}
      />
      <List id="list-warn" title="Warnings" items={rowsOf(report, 'warn')} most={MOST_LISTED} />
      <List id="list-inconclusive" title="Undecided" items={undecided} />
      <List id="list-waived" title="Waived" items={rowsOf(report, 'waived')} most={MOST_LISTED} />
      <List
        id="since"
        title="Since the baseline"
        notes={since === undefined ? [] : [inertLine(since, MOST_TEXT)]}
        items={changed}
      />
    </>
  );
}

function List(props: {
  readonly id: string;
  readonly title: string;
  readonly notes?: readonly string[];
  readonly items: readonly Item[];
  readonly most?: number;
}) {
  const { id, title, notes = [], items, most = items.length } = props;
  if (items.length + notes.length === 0) return null;
  return (
    <Section id={id} title={title}>
      {notes.map((note) => (
        <p class="note">{note}</p>
      ))}
      <Items items={items} most={most} />
    </Section>
  );
}

function rowsOf(report: Report, verdict: Verdict): readonly Item[] {
  return rowsWith(report, verdict).map(({ id, reason }) => {
    const open = leftOpenBy(report, id).length;
    const blocked = open === 0 ? null : <span class="quiet"> ({openedBy(open)})</span>;
    return { verdict, id, text: both(inertLine(reason, MOST_TEXT), blocked) };
  });
}

/** What could not be decided: not row by row, but by what keeps it open. */
function cause({ because, reason, next, rows }: Group): Item {
  const [first, ...others] = rows;
  const which =
    because === undefined && others.length === 0 ? null : (
      <details>
        <summary>Which</summary>
        <ul>
          {rows.map(({ id }) => (
            <li>
              <Id id={id} />
            </li>
          ))}
        </ul>
      </details>
    );
  const sentences = [reason, next ?? '']
    .filter((text) => text !== '')
    .map((text) => inertLine(text, MOST_TEXT));
  const id = because ?? (others.length === 0 ? first?.id : undefined);
  return {
    verdict: 'inconclusive',
    ...(id === undefined ? {} : { id }),
    name: counted(rows.length, 'requirement'),
    text: both(
      because === undefined ? sentences.join(reason.endsWith('.') ? ' ' : '. ') : openedBy(rows.length),
      which,
    ),
  };
}

function openedBy(count: number): string {
  return `${counted(count, 'requirement')} undecided because of it`;
}

function both(text: string, more: ComponentChildren) {
  return (
    <>
      {text}
      {more}
    </>
  );
}
