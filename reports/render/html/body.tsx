import { layOut, type Line } from '../../json-layout.ts';
import { number } from '../../measures.ts';
import { inertLine, visible } from '../../text.ts';

/** UTF-16 units of a body that are shown as they came; the whole stays in evidence.har. */
const MOST_RAW = 3000;
/** Of a body that is no JSON, what is shown at once. */
const MOST_PLAIN = 800;

/** A body: laid out where it is JSON, with what the pointers name marked, else its beginning. */
export function Body({ text, pointers }: { readonly text: string; readonly pointers: readonly string[] }) {
  const isMarked = pointers.length > 0;
  if (text === '') {
    return (
      <p class="noanswer">
        <Marked on={isMarked} text="no bytes in the body" />
      </p>
    );
  }
  const lines = layOut(text, pointers);
  return (
    <pre>
      {lines?.map((line) => <LaidLine line={line} />) ?? (
        <>
          <Marked on={isMarked} text={visible(text.slice(0, MOST_PLAIN))} />
          <Rest of={text.length} shown={MOST_PLAIN} />
        </>
      )}
    </pre>
  );
}

function LaidLine({ line }: { readonly line: Line }) {
  return (
    <span class="line">
      {'  '.repeat(line.indent)}
      {line.kind === 'gap' ? (
        <span class="gap">… {inertLine(line.text, 200)}</span>
      ) : (
        line.pieces.map(({ text, marked }) => <Marked on={marked} text={inertLine(text, 2000)} />)
      )}
      {line.kind === 'gap' || line.note === undefined ? null : (
        <span class="marking"> ← {inertLine(line.note, 200)}</span>
      )}
      {'\n'}
    </span>
  );
}

/** A body as it came, after the empty line that precedes it, cut with its length said. */
export function Raw({ text }: { readonly text: string }) {
  return (
    <>
      {`\n${visible(text.slice(0, MOST_RAW))}`}
      <Rest of={text.length} shown={MOST_RAW} />
    </>
  );
}

function Rest({ of, shown }: { readonly of: number; readonly shown: number }) {
  return of <= shown ? null : (
    <span class="gap">
      {'\n'}… {number(of - shown)} of {number(of)} characters left out; all of it is in evidence.har
    </span>
  );
}

export function Marked({ on, text }: { readonly on: boolean; readonly text: string }) {
  return on ? <mark>{text}</mark> : <>{text}</>;
}
