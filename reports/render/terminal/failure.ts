import type { Exchange } from '../../../src/client/types.ts';
import { sinceWords } from '../../compare/since.ts';
import { curlNote, curlWords } from '../curl.ts';
import type { CheckReport, Report, RequirementReport } from '../../model.ts';
import { rerunWords } from '../../rerun.ts';
import { answerLine, requestLine, shownExchange, telling } from '../../rows.ts';
import { inertLine, jsonLine } from '../../text.ts';
import { waiverLine } from '../../waiver-line.ts';
import { command, hang } from './layout.ts';
import type { Paint } from './paint.ts';

/** Columns of the labels at the left of a failure. */
const LABEL = 12;
/** Characters of a command that a person would paste from a screen. */
const PASTED = 2000;

export interface Page {
  readonly columns: number;
  readonly paint: Paint;
}

/** What a row is about: its level, and the section of the document where that speaks. */
export function origin(row: RequirementReport): string {
  return row.section === '' ? row.level : `${row.level}, section ${row.section}`;
}

function line(label: string, text: string, { columns, paint }: Page): string {
  return `  ${paint.dim(label.padEnd(LABEL - 2))}${hang(text, columns, LABEL, 0)}`;
}

function reproduced({ reproduced: again }: CheckReport): string | undefined {
  if (again === undefined) return undefined;
  const count = `${String(again.times)} of ${String(again.of)}`;
  return again.times < again.of
    ? `${count} times when sent on its own: not steady, but still a failure`
    : `${count} times when sent on its own`;
}

function finding(
  check: CheckReport,
  row: RequirementReport,
  evidence: readonly Exchange[],
  page: Page,
): string[] {
  const exchange = shownExchange(check, evidence);
  const again = reproduced(check);
  const ask = exchange && inertLine(requestLine(exchange), 200);
  const said = exchange && inertLine(answerLine(exchange));
  return [
    ...(check.message === row.reason ? [] : [line('Finding', inertLine(check.message), page)]),
    ...(check.expected === undefined ? [] : [line('Expected', inertLine(check.expected), page)]),
    ...(check.actual === undefined ? [] : [line('Actual', inertLine(check.actual), page)]),
    ...(check.counterexample === undefined
      ? []
      : [line('Input', inertLine(jsonLine(check.counterexample)), page)]),
    ...(ask === undefined ? [] : [line('Request', `${ask}  (${check.exchanges.at(-1) ?? ''})`, page)]),
    ...(said === undefined ? [] : [line('Answer', said, page)]),
    ...(again === undefined ? [] : [line('Again', again, page)]),
  ];
}

function tryIt(check: CheckReport | undefined, evidence: readonly Exchange[], page: Page): string[] {
  const exchange = check && shownExchange(check, evidence);
  if (exchange === undefined) return [];
  const note = curlNote(exchange);
  const words = curlWords(exchange);
  if (words.join(' ').length > PASTED)
    return [line('Send it', `too long to paste from here: see ${exchange.id} in evidence.har`, page)];
  return [
    line(
      'Send it',
      note ??
        (words.some((word) => word.includes('PETSTORE_'))
          ? 'with the key in PETSTORE_API_KEY'
          : 'as it stands'),
      page,
    ),
    command(words, page.columns, 4),
  ];
}

/** One failure so that it can be acted on without anything else: what was asked, what came, and how to try it. */
export function failure(
  row: RequirementReport,
  report: Report,
  evidence: readonly Exchange[],
  page: Page,
): string {
  const { paint } = page;
  const [check, ...others] = telling(row);
  return [
    `${paint.verdict('fail', ' FAIL ')} ${paint.bold(row.id)}  ${paint.dim(origin(row))}`,
    line('Asked', row.statement, page),
    line('Why', inertLine(row.reason), page),
    ...(row.baseline === undefined ? [] : [line('Baseline', sinceWords(row) ?? '', page)]),
    ...(row.waivers ?? []).map((waiver) => line('Waiver', inertLine(waiverLine(waiver), 600), page)),
    ...(check === undefined ? [] : finding(check, row, evidence, page)),
    ...(others.length === 0
      ? []
      : [
          line(
            'Also',
            `${others
              .map(({ name }) => inertLine(name, 60))
              .slice(0, 3)
              .join(', ')}${others.length > 3 ? ` and ${String(others.length - 3)} more checks` : ''}`,
            page,
          ),
        ]),
    ...(row.next === undefined ? [] : [line('Next', inertLine(row.next), page)]),
    ...tryIt(check, evidence, page),
    `  ${paint.dim('Run again')}`,
    command(rerunWords(report, row), page.columns, 4),
  ].join('\n');
}
