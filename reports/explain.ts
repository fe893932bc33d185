import type { Exchange } from './exchange.ts';
import { curlLine, curlNote, curlWords } from './render/curl.ts';
import { counted } from './measures.ts';
import { rerunLine, rerunWords } from './rerun.ts';
import { answerLine, requestLine, statusLine } from './rows.ts';
import { shownAt } from './shown.ts';
import { storyOf, tellingInput, type Story } from './story.ts';
import { cut, jsonLine } from './text.ts';
import { waiverLine } from './waiver-line.ts';
import { operations } from './words.ts';
import type { CheckReport, Report, RequirementReport, Verdict } from './model.ts';

/** One thing to know about a row. The text is raw: each renderer escapes it as its format asks. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** Whether it is a sentence, something that stands as it is, or a command to paste. */
  readonly kind: 'words' | 'code' | 'command';
  /** With a command: its parts, each of which may stand on a line of its own after a backslash. */
  readonly parts?: readonly string[];
}

/** Characters of one text of a server's; the whole stands in evidence.har. */
const BOUND = 2000;

/** A fact that there may be none of. */
type Row = readonly [kind: Fact['kind'], label: string, text: string | undefined];

/** What the reason of a row is called. */
const reasons = {
  pass: 'Tried',
  fail: 'Found',
  warn: 'Found',
  waived: 'Found',
  inconclusive: 'Undecided',
  'not-tested': 'Left out',
} as const satisfies Record<Verdict, string>;

/** What a reader needs to act on a row that is not a pass, in the order of reading: each thing once. */
export function explain(
  row: RequirementReport,
  report: Report,
  evidence: readonly Exchange[],
): readonly Fact[] {
  const story = storyOf(row, evidence);
  return [
    ...facts([
      ['words', 'Asked', row.statement],
      ['words', reasons[row.verdict], row.reason],
      ...(row.waivers ?? []).map((waiver): Row => ['words', 'Waiver', waiverLine(waiver)]),
      ...(story === undefined ? [] : told(story, row)),
      ['words', 'Next', nextStep(row)],
    ]),
    ...(story?.proof === undefined ? [] : sending(story.proof)),
    { kind: 'command', label: 'Run again', text: rerunLine(report, row), parts: rerunWords(report, row) },
  ];
}

function facts(rows: readonly Row[]): readonly Fact[] {
  return rows.flatMap(([kind, label, text = '']) =>
    text === '' ? [] : [{ kind, label, text: cut(text, BOUND) }],
  );
}

/** The next step, where it is not plain already: what a server got wrong has to be corrected. */
export function nextStep({ verdict, cause, next }: RequirementReport): string | undefined {
  return cause === 'server' && verdict !== 'inconclusive' ? undefined : next;
}

function told(story: Story, row: RequirementReport): readonly Row[] {
  const { check, proof, comparison, setUp, others } = story;
  const input = tellingInput(story);
  const shown = proof === undefined ? [] : shownAt(check, proof);
  const answer = proof && (shown.length > 0 ? statusLine(proof) : cut(answerLine(proof), 400));
  const beside = comparison && `${requestLine(comparison)} -> ${cut(answerLine(comparison), 200)}`;
  const also = others.map((other) => `${other.name}: ${cut(other.message, 200)}`);
  const ids = setUp.map(({ id }) => id);
  return [
    // The reason of a row mostly is the sentence of its first check.
    ['words', 'Finding', row.reason.startsWith(check.message) ? undefined : check.message],
    ['code', 'Sent', proof && sentLine(proof)],
    ['code', 'Input', input === undefined ? undefined : jsonLine(input)],
    ['words', 'Expected', check.expected],
    ['words', 'Received', check.actual],
    ['code', 'Proof', proof && `${proof.id}: ${answer ?? ''}`],
    ['code', 'Shown at', shown.join('\n')],
    ['code', 'Beside', comparison && `${comparison.id}: ${beside ?? ''}`],
    ['words', 'Set-up', ids.slice(-5).join(', ')],
    ['words', 'Again', reproduced(check)],
    ['words', 'As often', spread(check)],
    ['words', 'Also', also.slice(0, 5).join('; ')],
  ];
}

/** The request that shows it, body and all; the credential too where it was not the valid key. */
function sentLine(exchange: Exchange): string {
  const { body, credential } = exchange.request;
  const who =
    credential === undefined || credential.kind === 'valid' ? '' : ` (Authorization: ${credential.label})`;
  return `${requestLine(exchange)}${who}${body === null ? '' : ` ${cut(body, 500)}`}`;
}

/** How often a failure came again when it was put to the target on its own, as a sentence. */
export function reproduced({ reproduced: again }: CheckReport): string | undefined {
  if (again === undefined) return undefined;
  const steady = again.times < again.of ? ': not steady, but still a failure' : '';
  return `it came again ${String(again.times)} of ${counted(again.of, 'time')} when sent on its own${steady}`;
}

function spread({ spread: found = [] }: CheckReport): string | undefined {
  return found
    .map(
      ({ operation, status, count }) =>
        `${operations[operation]} ${String(status)}: ${counted(count, 'answer')}`,
    )
    .join(', ');
}

/** How to send an exchange again, or why it cannot be pasted; `most` are the characters of a command that can. */
export function sending(proof: Exchange, most = BOUND): readonly Fact[] {
  const line = curlLine(proof);
  // A command that is cut does something else than it says.
  if (line.length > most)
    return facts([['words', 'Send it', `too long to paste: send the body of ${proof.id} in evidence.har`]]);
  return [
    { kind: 'command', label: 'Send it', text: line, parts: curlWords(proof) },
    ...facts([['words', 'Note', curlNote(proof)]]),
  ];
}
