import { changeCounts, changeKinds, changeWords } from '../../compare/changes.ts';
import { REGRESSIONS } from '../../compare/comparison.ts';
import type { Comparison, Difference, RowChange, Side } from '../../compare/comparison.ts';
import type { Change } from '../../model.ts';
import { inertLine } from '../../text.ts';
import { runVerdicts } from '../../words.ts';
import { hang, measure } from '../terminal/layout.ts';

/** Ids that are named before the others are counted. */
const NAMED = 20;

/** Comparisons with the same first report, for a screen. */
export function compareText(comparisons: readonly Comparison[], columns: number): string {
  const width = measure(columns);
  return `${comparisons.map((one) => block(one, width).join('\n')).join('\n\n')}\n`;
}

function block(comparison: Comparison, width: number): string[] {
  const { before, after, changes, catalogue, same } = comparison;
  const kinds: readonly Change[] = [
    ...changes.map(({ change }) => change),
    ...Array<'same'>(same).fill('same'),
  ];
  return [
    line('Before', title(before), width),
    line('After', title(after), width),
    '',
    ...changeKinds.flatMap((kind) => changed(kind, changes, width)),
    line('Counts', changeCounts(kinds), width),
    ...differences('Traffic', comparison.traffic, width),
    ...differences('Scope', comparison.scope, width),
    ...versions(before, after, width),
    ...ids('Only in the first', catalogue.removed, width),
    ...ids('Only in the second', catalogue.added, width),
    ...ids('Worded anew', catalogue.reworded, width),
    line('Result', result(changes), width),
  ];
}

function title({ name, verdict, startedAt, baseUrl }: Side): string {
  return `${inertLine(name, 200)}: ${runVerdicts[verdict].word.toUpperCase()}, ${startedAt.slice(0, 10)}, ${inertLine(baseUrl, 200)}`;
}

function changed(kind: Change, changes: readonly RowChange[], width: number): string[] {
  const own = changes.filter(({ change }) => change === kind);
  if (own.length === 0) return [];
  const word = changeWords[kind];
  return [
    `${word.charAt(0).toUpperCase()}${word.slice(1)}: ${String(own.length)}`,
    ...own.map(({ id, before, after, reason, stops }) => {
      const allowed = stops || (kind !== 'new-failure' && kind !== 'lost-coverage') ? '' : ', allowed';
      return hang(
        `${inertLine(id, 80)} (${before} -> ${after}${allowed}): ${inertLine(reason)}`,
        width,
        4,
        2,
      );
    }),
    '',
  ];
}

function line(label: string, text: string, width: number): string {
  return hang(`${label.padEnd(10)}${text}`, width, 10, 0);
}

function differences(label: string, list: readonly Difference[], width: number): string[] {
  if (list.length === 0) return [];
  const texts = list.map(
    ({ name, before, after }) => `${name} ${inertLine(before, 120)} -> ${inertLine(after, 120)}`,
  );
  return [line(label, texts.join(', '), width)];
}

function versions(before: Side, after: Side, width: number): string[] {
  const catalogue = [before.catalogue?.version ?? 'not said', after.catalogue?.version ?? 'not said'];
  const kit = [before.tool.version, after.tool.version];
  const told = [
    ...(before.catalogue?.digest === after.catalogue?.digest ? [] : [`catalogue ${catalogue.join(' -> ')}`]),
    ...(before.tool.digest === after.tool.digest ? [] : [`kit ${kit.join(' -> ')}`]),
  ].map((text) => inertLine(text, 120));
  return told.length === 0 ? [] : [line('Versions', `${told.join(', ')} (not the same)`, width)];
}

function ids(label: string, list: readonly string[], width: number): string[] {
  if (list.length === 0) return [];
  const more = list.length > NAMED ? ` and ${String(list.length - NAMED)} more` : '';
  const shown = list.slice(0, NAMED).map((id) => inertLine(id, 80));
  return [hang(`${label}: ${shown.join(', ')}${more}`, width, 10, 0)];
}

/** What a comparison comes to, in one sentence. */
export function result(changes: readonly RowChange[]): string {
  const stops = changes.filter((one) => one.stops);
  if (stops.length > 0)
    return `${changeCounts(stops.map(({ change }) => change))}. Where that is meant, name it with --allow.`;
  const allowed = changes.filter(({ change }) => REGRESSIONS.some((kind) => kind === change));
  if (allowed.length > 0) return `${changeCounts(allowed.map(({ change }) => change))}, allowed.`;
  return changes.length === 0 ? 'Nothing changed.' : 'No new failure and no lost coverage.';
}
