import type { ComponentChildren } from 'preact';
import { formatCount } from '../../measures.ts';
import type { RunVerdict, Verdict } from '../../model.ts';
import { safeLine } from '../../text.ts';
import { runVerdictWords, verdictWords } from '../../words.ts';

/** Maximum length of a text that the server may have written, in characters. */
export const MAX_TEXT_CHARACTERS = 1000;

/** A shape for each verdict, so that colour is not needed to tell them apart. */
const shapes = {
  pass: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm3.7 5.2-4.4 5a.9.9 0 0 1-1.3 0L4.200 9.200a.9.9 0 1 1 1.300-1.200l1.100 1.200 3.800-4.300a.9.9 0 0 1 1.300 1.300Z',
  fail: 'M5.100 1h5.800L15 5.100v5.800L10.900 15H5.100L1 10.900V5.100L5.100 1Zm.7 3.900-.9.9L7.100 8l-2.200 2.200.9.9L8 8.900l2.200 2.200.9-.9L8.900 8l2.200-2.200-.9-.9L8 7.100 5.800 4.900Z',
  warn: 'M8 1.300c.4 0 .7.2.9.500l6.300 11.200c.4.700-.1 1.600-.9 1.600H1.700c-.8 0-1.300-.9-.9-1.600L7.100 1.800c.2-.3.5-.5.9-.5Zm-.8 4.200.2 4.400h1.200l.2-4.400H7.200ZM8 10.700a.9.9 0 1 0 0 1.800.9.9 0 0 0 0-1.800Z',
  inconclusive:
    'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm.1 2.900c1.500 0 2.500.8 2.500 2.100 0 .9-.4 1.400-1.200 1.900-.6.4-.7.6-.7 1v.3H7.200v-.4c0-.9.4-1.400 1.100-1.900.5-.3.7-.5.7-.9s-.4-.7-.9-.7c-.6 0-1 .4-1 1H5.500c0-1.500 1-2.400 2.600-2.400ZM8 10.300a.9.9 0 1 1 0 1.800.9.9 0 0 1 0-1.800Z',
  'not-tested':
    'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm0 1.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11ZM5 7.250v1.500h6v-1.500H5Z',
  waived: 'M3 1h1.500v1H13l-2 3.500L13 9H4.500v6H3V1Z',
} as const satisfies Record<Verdict, string>;

/** Renders the shapes once; each use refers to their ids. */
export function verdictShapeDefinitions() {
  return (
    <svg class="shapes" width="0" height="0" aria-hidden="true" focusable="false">
      {Object.entries(shapes).map(([verdict, path]) => (
        <symbol id={`shape-${verdict}`} viewBox="0 0 16 16">
          <path d={path} fill="currentColor" fill-rule="evenodd" />
        </symbol>
      ))}
    </svg>
  );
}

/** Renders the shape of a verdict; its word must be next to it. */
export function verdictIcon(verdict: Verdict) {
  return (
    <svg class="shape" width="16" height="16" aria-hidden="true" focusable="false">
      <use href={`#shape-${verdict}`} />
    </svg>
  );
}

/** Renders a verdict with its word, colour and shape. */
export function verdictPill(verdict: Verdict, word: ComponentChildren = verdictWords[verdict].word) {
  return (
    <span class={`verdict v-${verdict}`}>
      {verdictIcon(verdict)} {word}
    </span>
  );
}

export function runVerdictPill(verdict: RunVerdict) {
  return verdictPill(runVerdictWords[verdict].like, runVerdictWords[verdict].word);
}

export function idLink(id: string) {
  return (
    <a href={`#${id}`}>
      <code>{safeLine(id, 80)}</code>
    </a>
  );
}

export function section(id: string, title: string, children: ComponentChildren, kind?: string) {
  return (
    <section aria-labelledby={id} class={kind}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export function collapsedBlock(line: ComponentChildren, children: ComponentChildren, kind?: string) {
  return (
    <details class={kind}>
      <summary>{line}</summary>
      {children}
    </details>
  );
}

export function commaSeparated(list: readonly ComponentChildren[]) {
  return list.map((one, index) => [index === 0 ? '' : ', ', one]);
}

/** A label and its value, which may be text of a server. */
export interface LabelledFact {
  readonly label: ComponentChildren;
  readonly text: ComponentChildren;
  readonly kind?: string;
}

/** Renders facts; leaves out those without a text. */
export function factList(facts: readonly LabelledFact[], kind = 'facts') {
  const known = facts.filter(({ text }) => text !== undefined);
  return (
    <dl class={kind}>
      {known.map((fact) => (
        <div class={fact.kind}>
          <dt>{fact.label}</dt>
          <dd>{bounded(fact.text)}</dd>
        </div>
      ))}
    </dl>
  );
}

function bounded(text: ComponentChildren) {
  return typeof text === 'string' ? safeLine(text, MAX_TEXT_CHARACTERS) : text;
}

export function renderFirstItems<T>(
  list: readonly T[],
  most: number,
  draw: (one: T) => ComponentChildren,
  rest: (more: number) => string,
) {
  const more = list.length - most;
  return (
    <>
      {list.slice(0, most).map(draw)}
      {more > 0 ? <li class="more">{rest(more)}</li> : null}
    </>
  );
}

/** A line of the page about one requirement, or about several. */
export interface RequirementItem {
  readonly verdict: Verdict;
  /** A link to the requirement, or how many there are. */
  readonly name: ComponentChildren;
  readonly text: ComponentChildren;
  /** Further content below the line, in full width. */
  readonly below?: ComponentChildren;
}

/** Renders at most `most` items, and how many more there are. */
export function itemList(items: readonly RequirementItem[], most = items.length) {
  const draw = ({ verdict, name, text, below }: RequirementItem) => (
    <li class={`v-${verdict}`}>
      {verdictIcon(verdict)}
      {typeof name === 'string' ? <span>{name}</span> : name}
      <span>{bounded(text)}</span>
      {below && <div class="below">{below}</div>}
    </li>
  );
  return (
    <ul class="items">
      {renderFirstItems(items, most, draw, (more) => `${formatCount(more)} more in the table`)}
    </ul>
  );
}

export function columnHeads(heads: readonly string[], kind?: string) {
  return (
    <thead class={kind}>
      <tr>
        {heads.map((head) => (
          <th scope="col">{head}</th>
        ))}
      </tr>
    </thead>
  );
}

/** Renders a small table; the first cell of each row is its heading. */
export function numberTable(
  heads: readonly string[],
  rows: readonly (readonly ComponentChildren[])[],
  caption?: string,
) {
  return (
    <table class="number">
      {caption === undefined ? null : <caption>{caption}</caption>}
      {columnHeads(heads)}
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr>
            <th scope="row">{name}</th>
            {cells.map((cell) => (
              <td>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders a field to choose one of several values from; `texts`: the text of each value. */
export function choice(label: string, texts: Readonly<Record<string, string>>) {
  return (
    <label>
      <span>{label}</span>
      <select name={label.toLowerCase()} autocomplete="off">
        {Object.entries(texts).map(([value, text]) => (
          <option value={value}>{text}</option>
        ))}
      </select>
    </label>
  );
}

/** Renders a command, or other text to paste, with a copy button, which needs a script. */
export function commandWithCopyButton(label: string, line: string) {
  return (
    <div class="command">
      <code>{line}</code>
      <button type="button" data-copy hidden aria-label={`Copy the ${label}`}>
        Copy
      </button>
    </div>
  );
}
