import { layOut, type Line } from '../../json-layout.ts';
import { number } from '../../measures.ts';
import { inertLine, visible } from '../../text.ts';

/** UTF-16 units of a body that are shown as they came; the whole stays in evidence.har. */
const MOST_RAW = 3000;
/** Of a body that is no JSON, what is shown at once. */
const MOST_PLAIN = 800;

/** A body: laid out where it is JSON, with what the pointers name marked, else its beginning. */
export function Body({ text, pointers }: { readonly text: string; readonly pointers: readonly string[] }) {
  if (text === '') return <Note marked={pointers.length > 0}>no bytes in the body</Note>;
  const lines = layOut(text, pointers);
  if (lines === undefined) {
    const shown = visible(text.slice(0, MOST_PLAIN));
    return (
      <pre>
        {pointers.length > 0 ? <mark>{shown}</mark> : shown}
        <Rest of={text.length} shown={MOST_PLAIN} />
      </pre>
    );
  }
  return (
    <pre class="laid">
      {lines.map((line) => (
        <LaidLine line={line} />
      ))}
    </pre>
  );
}

function LaidLine({ line }: { readonly line: Line }) {
  const indent = '  '.repeat(line.indent);
  return (
    <span class="line">
      {indent}
      {line.kind === 'gap' ? (
        <span class="gap">… {inertLine(line.text, 200)}</span>
      ) : (
        line.pieces.map(({ text, marked }) => {
          const shown = inertLine(text, 2000);
          return marked ? <mark>{shown}</mark> : shown;
        })
      )}
      {line.kind === 'gap' || line.note === undefined ? null : (
        <span class="note"> ← {inertLine(line.note, 200)}</span>
      )}
      {'\n'}
    </span>
  );
}

/** A text as it came, cut with its length said. */
export function Raw({ text }: { readonly text: string }) {
  return (
    <>
      {visible(text.slice(0, MOST_RAW))}
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

function Note({ children, marked }: { readonly children: string; readonly marked: boolean }) {
  return <p class="noanswer">{marked ? <mark>{children}</mark> : children}</p>;
}
