import { layOutJson, type JsonLine } from '../../json-layout.ts';
import { formatCount } from '../../measures.ts';
import { safeLine, escapeUnsafe } from '../../text.ts';

/** Longest body shown that is not JSON, in UTF-16 units; evidence.har has all of it. */
const MOST_PLAIN = 800;
/** UTF-16 units of a body that are shown before and after the start of a syntax error, and marked. */
const [BEFORE, AFTER, MARKED] = [300, 120, 20];

/** Renders a body: laid out with marks if it is JSON, otherwise its beginning. */
export function bodyBlock(text: string, pointers: readonly string[]) {
  const isMarked = pointers.length > 0;
  if (text === '') return <p class="noanswer">{markIf('no bytes in the body', isMarked)}</p>;
  const lines = layOutJson(text, pointers);
  return <pre>{lines?.map(laidLine) ?? (isMarked ? excerpt(text) : beginning(text))}</pre>;
}

/** Renders the text around the first syntax error of JSON, marked; the beginning if its position is unknown. */
function excerpt(text: string) {
  const at = flawAt(text);
  if (at === undefined) return beginning(text, true);
  const from = Math.max(0, at - BEFORE);
  const to = Math.min(text.length, at + AFTER);
  return [
    gap(from, 'characters before'),
    escapeUnsafe(text.slice(from, at)),
    markIf(at === text.length ? '(it ends here)' : escapeUnsafe(text.slice(at, at + MARKED)), true),
    escapeUnsafe(text.slice(at + MARKED, to)),
    gap(text.length - to, 'characters after'),
  ];
}

/** Returns the position of the syntax error that JSON.parse reports; undefined if it reports none. */
function flawAt(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    if (/^Unexpected end|^Unterminated/u.test(said)) return text.length;
    const place = / at position (\d+)/u.exec(said)?.[1];
    return place === undefined ? undefined : Number(place);
  }
}

function gap(count: number, words: string) {
  return count <= 0 ? null : <span class="gap">{`… ${formatCount(count)} ${words}\n`}</span>;
}

function laidLine(line: JsonLine) {
  return (
    <span class={line.isGap ? 'line gap' : 'line'}>
      {'  '.repeat(line.indent)}
      {line.isGap && '… '}
      {line.pieces.map((piece) => markIf(safeLine(piece.text, 2000), piece.marked))}
      {line.notes.map((note) => (
        <span class="marking"> ← {safeLine(note, 200)}</span>
      ))}
      {'\n'}
    </span>
  );
}

/** Renders the first characters of a text, and how many are left out. */
function beginning(text: string, isMarked = false) {
  const rest = text.length - MOST_PLAIN;
  return [
    markIf(escapeUnsafe(text.slice(0, MOST_PLAIN)), isMarked),
    rest > 0 && (
      <span class="gap">
        {'\n'}… {formatCount(rest)} of {formatCount(text.length)} characters left out; all of it is in
        evidence.har
      </span>
    ),
  ];
}

export function markIf(text: string, isMarked: boolean) {
  return isMarked ? <mark>{text}</mark> : text;
}
