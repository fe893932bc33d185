import type { Exchange } from '../exchange.ts';
import { explain, type Failure } from '../explain.ts';
import type { Report } from '../model.ts';
import { requestLine, statusLine } from '../rows.ts';
import { cut, visible } from '../text.ts';
import { code, codeBlock, words } from './markdown.ts';

/** Characters of a body in an issue; the whole stands in evidence.har. */
const BODY = 4000;

/** A row that is not a pass in Markdown: facts in one list, and each command in a block of its own, which has a button that copies it. */
export function blockOf(failure: Failure): readonly string[] {
  const facts = explain(failure);
  const list = facts
    .filter(({ kind }) => kind !== 'command')
    .map(({ label, text, kind }) => {
      const [first = '', ...more] = text
        .split('\n')
        .map((line) => (kind === 'code' ? code(line) : words(line, 600)));
      return [`- **${label}**: ${first}`, ...more.map((line) => `  - ${line}`)].join('\n');
    });
  const commands = facts
    .filter(({ kind }) => kind === 'command')
    .flatMap(({ label, text }) => [`${label}:`, codeBlock(text)]);
  return [`### ${code(failure.row.id)}`, list.join('\n'), ...commands];
}

/** The same as an issue: with the section of the document, and the exchanges that show it. */
export function issueOf(failure: Failure, { specification, target, startedAt }: Report): string {
  const { row, detail: { proof, comparison } = {} } = failure;
  const [head = '', ...block] = blockOf(failure);
  const { name, version } = specification;
  const from = row.section === '' ? 'which is silent about it' : `section ${row.section}`;
  return [
    head,
    words(
      `${row.level}; ${name} ${version}, ${from}. Seen at ${target.baseUrl}, ${startedAt}. Replay needs the folder of that report.`,
      600,
    ),
    ...block,
    ...[proof, comparison].flatMap((one) =>
      one === undefined ? [] : [`${one.id}, as it went over the wire:`, codeBlock(wireText(one), 'http')],
    ),
  ].join('\n\n');
}

function wireText(exchange: Exchange): string {
  const { request, response } = exchange;
  const lines = (headers: Exchange['request']['headers']) =>
    headers.map(([name, value]) => `${name}: ${value}`);
  const body = (text: string) => (text === '' ? [] : ['', cut(text, BODY)]);
  const answer = response === null ? [] : [...lines(response.headers), ...body(response.body)];
  const text = [
    requestLine(exchange),
    ...lines(request.headers),
    ...body(request.body ?? ''),
    '',
    statusLine(exchange),
    ...answer,
  ].join('\n');
  return visible(text);
}
