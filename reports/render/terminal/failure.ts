import { failureFacts, type RequirementFact, type Failure } from '../../explain.ts';
import { safeLine } from '../../text.ts';
import { wrapCommand, labelled, type TerminalLayout } from './layout.ts';

/** Width of the label column, in characters. */
const LABEL = 13;
/** Maximum characters of a fact (two lines of 80 columns), items of a list, and lines of a command that sends a request. */
const MOST = { text: 130, items: 3, sending: 6 } as const;

/** Labels of facts shown on the screen; the report has all. */
const ON_SCREEN = new Set([
  'Asked',
  'Quoted',
  'Found',
  'Waiver',
  'Steps',
  'Sent',
  'Expected',
  'Received',
  'Evidence',
  'Next',
  'Caused by',
  'Same cause',
]);

/** Shortens a text to `most` characters, at a blank if there is one near. */
function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/\s\S{0,20}$/u, '')}…`;
}

function shown(
  { kind, label, text, parts = [text] }: RequirementFact,
  page: TerminalLayout,
): readonly string[] {
  if (kind === 'command') {
    const lines = wrapCommand(parts, page.columns, 4);
    const isLong = !label.startsWith('Run again') && lines.split('\n').length > MOST.sending;
    return isLong
      ? [labelled(label.split(',', 1)[0] ?? label, 'see the report', LABEL, page)]
      : [`  ${page.paint.dim(label)}`, lines];
  }
  const lines = kind === 'quote' || kind === 'list' ? text.split('\n') : [text];
  // A quoted table shows its column names and a row, any other quotation one line: either fits into two lines of 80 columns.
  const isTable = kind === 'quote' && /^.*: \|/u.test(text);
  const most = kind === 'list' ? MOST.items : isTable ? 2 : 1;
  const room = kind === 'list' || isTable ? MOST.text / 2 : MOST.text;
  const more = kind === 'list' ? lines.length - most : 0;
  return [
    ...lines.slice(0, most).map((line) => shortened(safeLine(line, 600), room)),
    ...(more > 0 ? [`and ${String(more)} more in the report`] : []),
  ].map((line, at) => labelled(at === 0 ? label : '', line, LABEL, page));
}

/** Renders a failure with all facts that are needed to fix it. */
export function failureText(failure: Failure, page: TerminalLayout): string {
  const { row } = failure;
  const { paint } = page;
  const head = `${paint.verdict('fail', ' FAIL ')} ${paint.bold(row.id)}  ${paint.dim(row.level)}`;
  return [head, ...factsOf(failure, page, ON_SCREEN)].join('\n');
}

/** Renders the request of a requirement that got no response, and the command to send it. */
export function unansweredRequestText(failure: Failure, page: TerminalLayout): string {
  const head = `  Example request of ${page.paint.bold(failure.row.id)}`;
  return [head, ...factsOf(failure, page, new Set(['Sent', 'Received']))].join('\n');
}

/** Returns the commands of a failure, and its facts whose label is in `labels`, as lines of the screen. */
function factsOf(failure: Failure, page: TerminalLayout, labels: ReadonlySet<string>): readonly string[] {
  return failureFacts(failure)
    .filter(({ kind, label }) => kind === 'command' || labels.has(label))
    .flatMap((fact) => shown(fact, page));
}
