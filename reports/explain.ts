import type { Exchange } from '../src/client/types.ts';
import { curlLine, curlNote } from './render/curl.ts';
import { rerunLine } from './rerun.ts';
import { answerLine, requestLine, shownExchange, telling } from './rows.ts';
import { cut, jsonLine } from './text.ts';
import { sinceWords } from './compare/since.ts';
import { waiverLine } from './waiver-line.ts';
import type { Report, RequirementReport } from './model.ts';

/** One thing to know about a row. The text is raw: each renderer escapes it as its format asks. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** Characters of one text of a server's; the whole stands in evidence.har. */
const BOUND = 2000;

function fact(label: string, text: string | undefined): Fact[] {
  return text === undefined || text === '' ? [] : [{ label, text: cut(text, BOUND) }];
}

/** What a reader needs to act on a row that is not a pass, in the order of reading. */
export function explain(
  row: RequirementReport,
  report: Report,
  evidence: readonly Exchange[],
): readonly Fact[] {
  const [check, ...others] = telling(row);
  const exchange = check && shownExchange(check, evidence);
  const again = check?.reproduced;
  const curl = exchange && curlLine(exchange);
  return [
    ...fact('Asked', row.statement),
    ...fact('Why', row.reason),
    ...fact('Baseline', sinceWords(row)),
    ...(row.waivers ?? []).flatMap((waiver) => fact('Waiver', waiverLine(waiver))),
    ...(check?.message === row.reason ? [] : fact('Finding', check?.message)),
    ...fact('Expected', check?.expected),
    ...fact('Actual', check?.actual),
    ...fact('Input', check?.counterexample === undefined ? undefined : jsonLine(check.counterexample)),
    ...fact('Request', exchange && requestLine(exchange)),
    ...fact('Answer', exchange && cut(answerLine(exchange), 500)),
    ...fact(
      'Reproduced',
      again && `${String(again.times)} of ${String(again.of)} times when sent on its own`,
    ),
    ...fact('Evidence', check?.exchanges.slice(-5).join(', ')),
    ...fact(
      'Also',
      others
        .map((other) => `${other.name}: ${cut(other.message, 200)}`)
        .slice(0, 5)
        .join('; '),
    ),
    ...fact('Next', row.next),
    // A command that is cut does something else than it says.
    ...(curl === undefined || curl.length > BOUND
      ? []
      : [...fact('Send it', curl), ...fact('Note', exchange && curlNote(exchange))]),
    ...fact('Run again', rerunLine(report, row)),
  ];
}
