import { layOut, type Line } from '../../json-layout.ts';
import { number } from '../../measures.ts';
import { inertLine, visible } from '../../text.ts';

/** UTF-16 units of a body that are shown as they came; the whole stays in evidence.har. */
const MOST_RAW = 3000;
/** Of a body that is no JSON, what is shown at once. */
const MOST_PLAIN = 800;

/** A body: laid out where it is JSON, with what the pointers name marked, else its beginning. */
export function bodyText(text: string, pointers: readonly string[]) {
  const isMarked = pointers.length > 0;
  if (text === '') return <p class="noanswer">{marked('no bytes in the body', isMarked)}</p>;
  const lines = layOut(text, pointers);
  return (
    <pre>
      {lines?.map(laidLine) ?? [
        marked(visible(text.slice(0, MOST_PLAIN)), isMarked),
        leftOut(text.length, MOST_PLAIN),
      ]}
    </pre>
  );
}

function laidLine(line: Line) {
  return (
    <span class="line">
      {'  '.repeat(line.indent)}
      {line.kind === 'gap' ? (
        <span class="gap">… {inertLine(line.text, 200)}</span>
      ) : (
        line.pieces.map((piece) => marked(inertLine(piece.text, 2000), piece.marked))
      )}
      {line.kind === 'gap' || line.note === undefined ? null : (
        <span class="marking"> ← {inertLine(line.note, 200)}</span>
      )}
      {'\n'}
    </span>
  );
}

/** A body as it came, after the empty line that precedes it, cut with its length said. */
export function rawBody(text: string) {
  return [`\n${visible(text.slice(0, MOST_RAW))}`, leftOut(text.length, MOST_RAW)];
}

function leftOut(of: number, shown: number) {
  return of <= shown ? null : (
    <span class="gap">
      {'\n'}… {number(of - shown)} of {number(of)} characters left out; all of it is in evidence.har
    </span>
  );
}

export function marked(text: string, isMarked: boolean) {
  return isMarked ? <mark>{text}</mark> : text;
}
