import { changeCounts, changeKinds, changeWords } from '../../compare/changes.ts';
import type { Comparison, Difference, Side } from '../../compare/comparison.ts';
import type { Change } from '../../model.ts';
import { bounded, cell, code, words } from '../markdown.ts';
import { SUMMARY_LIMIT } from '../summary-md.ts';
import { result } from './text.ts';

/** Comparisons with the same first report, for a job summary or a comment. */
export function compareMarkdown(comparisons: readonly Comparison[]): string {
  return bounded(`${comparisons.flatMap(section).join('\n\n')}\n`, SUMMARY_LIMIT);
}

function section(comparison: Comparison): string[] {
  const { before, after, changes, same, catalogue } = comparison;
  const kinds: readonly Change[] = [
    ...changes.map(({ change }) => change),
    ...Array<'same'>(same).fill('same'),
  ];
  const facts: readonly (readonly [string, string])[] = [
    ['Before', side(before)],
    ['After', side(after)],
    ['Counts', words(changeCounts(kinds))],
    ...comparison.traffic.map(difference),
    ...comparison.scope.map(difference),
    ...idRow('Only before', catalogue.removed),
    ...idRow('Only after', catalogue.added),
    ...idRow('Worded anew', catalogue.reworded),
  ];
  return [
    `# ${words(after.name, 120)}: ${result(changes)}`,
    ['| | |', '|---|---|', ...facts.map(([name, text]) => `| ${name} | ${text} |`)].join('\n'),
    ...changeKinds.flatMap((kind) => {
      const own = changes.filter(({ change }) => change === kind);
      if (own.length === 0) return [];
      const lines = own.map(
        (one) => `- ${code(one.id, 80)} (${one.before} to ${one.after}): ${words(one.reason)}`,
      );
      return [`## ${capital(changeWords[kind])}`, lines.join('\n')];
    }),
  ];
}

function side({ name, verdict, startedAt, baseUrl, catalogue }: Side): string {
  const asked = catalogue === undefined ? '' : `, catalogue ${words(catalogue.version, 40)}`;
  return `${cell(name)}: **${verdict}**, ${words(startedAt, 40)}, ${cell(baseUrl)}${asked}`;
}

function difference({ name, before, after }: Difference): readonly [string, string] {
  return [capital(words(name, 60)), `${cell(before)} to ${cell(after)}`];
}

function idRow(name: string, ids: readonly string[]): readonly (readonly [string, string])[] {
  return ids.length === 0 ? [] : [[name, ids.map((id) => cell(id)).join(' ')]];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
