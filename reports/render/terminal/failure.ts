import type { Exchange } from '../../exchange.ts';
import { commandLabel, explain, type Fact } from '../../explain.ts';
import type { Report, RequirementReport } from '../../model.ts';
import { inertLine } from '../../text.ts';
import { command, labelled, type Page } from './layout.ts';

/** Columns of the labels at the left of a failure. */
const LABEL = 13;
/** Characters of a text that is read on a screen. */
const MOST = 600;

/**
 * Facts that are spared where there is not room for all, the first of them first: each stands in the report too. How to send it
 * again goes last: what is found, what is expected and what came say what is asked too.
 */
const SPARED: readonly string[] = [
  'Also',
  'Compared',
  'Document',
  'Evidence',
  'Note',
  'Waiting',
  'Steps',
  'Asked',
  'Send them',
  'Send it',
];
/** Lines of a list. */
const MOST_ITEMS = 5;

/** A string of JSON: where a line breaks at a blank, the blank is not seen. */
const QUOTED = /"(?:[^"\\]|\\.)*"/gu;
/** In the place of such a blank; for private use, so that it is in no text that people write. */
const HELD = '\u{e000}';

function hold(text: string): string {
  return text.replaceAll(' ', HELD);
}

function shown(fact: Fact, page: Page): readonly string[] {
  const { kind, label, text, parts } = fact;
  if (kind === 'command') {
    return [`  ${page.paint.dim(commandLabel(fact))}`, command(parts ?? [text], page.columns, 4)];
  }
  const room = page.columns - LABEL;
  const items = text.split('\n');
  const left = items.length - MOST_ITEMS + 1;
  const some =
    left > 1 && kind === 'list'
      ? [...items.slice(0, -left), `and ${String(left)} more in the report`]
      : items;
  // Of a few each is told whole, as far as two lines go.
  const most = items.length > 2 || page.short === true ? room : 2 * room;
  return some.map((one, index) => {
    const whole = inertLine(one, MOST);
    const shortened =
      kind === 'list' && whole.length > most ? `${whole.slice(0, most - 1).replace(/\s\S*$/u, '')}…` : whole;
    const held = kind === 'code' ? shortened.replaceAll(QUOTED, hold) : shortened;
    return labelled(index === 0 ? label : '', held, LABEL, page).replaceAll(HELD, ' ');
  });
}

/** What of an undecided row shows the request that it waits for. */
const SENDING: readonly string[] = ['Sent', 'Received', 'Send it', 'Send them', 'Run again'];

/** The request of a row that stayed without an answer, and how to send it. */
export function silence(
  row: RequirementReport,
  report: Report,
  evidence: readonly Exchange[],
  page: Page,
): string {
  const facts = explain(row, report, evidence).filter(({ label }) => SENDING.includes(label));
  return [
    `  ${page.paint.bold(row.id)}, one of its requests`,
    ...facts.flatMap((fact) => shown(fact, page)),
  ].join('\n');
}

/**
 * One failure so that it can be acted on without anything else: what was asked, what came, and how to try it.
 * @param room lines that it may take, as far as what can be spared allows
 */
export function failure(
  row: RequirementReport,
  report: Report,
  evidence: readonly Exchange[],
  page: Page,
  room = Infinity,
): string {
  const { paint } = page;
  const head = `${paint.verdict('fail', ' FAIL ')} ${paint.bold(row.id)}  ${paint.dim(row.level)}`;
  const all = explain(row, report, evidence);
  const spared = new Set<string>();
  const text = () => {
    const facts = all.filter(({ label }) => !spared.has(label)).flatMap((fact) => shown(fact, page));
    const named =
      spared.size === 0 ? [] : labelled('Left out', `${[...spared].join(', ')}: see the report`, LABEL, page);
    return [head, ...facts, named].flat().join('\n');
  };
  const isShort = () => text().split('\n').length <= room;
  for (const label of SPARED) if (all.some((fact) => fact.label === label) && !isShort()) spared.add(label);
  // A long one may have made room for those that were spared before it.
  for (const label of [...spared].toReversed()) {
    spared.delete(label);
    if (!isShort()) spared.add(label);
  }
  return text();
}
