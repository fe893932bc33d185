import type { Exchange, SentHeader } from '../../../src/client/types.ts';
import type { CheckReport } from '../../model.ts';
import { excerpt } from './excerpt.ts';
import { marksOf } from './marks.ts';
import type { Span } from './span.ts';
import { curlLine, curlNote } from '../curl.ts';
import { inertLine, visible } from '../../text.ts';
import { duration, number } from '../../measures.ts';

/** UTF-16 units of a body, and of a line, that are shown; the whole stays in evidence.har. */
const MOST_BODY = 3000;
const MOST_LINE = 600;
const MOST_HEADERS = 50;
const MOST_CURL = 6000;

/** One exchange as it went over the wire, with what offends marked. */
export function Wire(props: {
  readonly exchange: Exchange;
  readonly check: CheckReport;
  readonly open: boolean;
}) {
  const { exchange, check, open } = props;
  const { request, response, failure } = exchange;
  const marks = marksOf(check, exchange);
  const { authority, path, offset } = target(request.url);
  const urlMarks = marks.url.map(({ start, end }) => ({
    start: Math.max(0, start - offset),
    end: end - offset,
  }));
  return (
    <details class="exchange" open={open}>
      <summary>
        <Line exchange={exchange} />
      </summary>
      <div class="wire">
        <figure>
          <figcaption>Request</figcaption>
          <pre>
            {`${inertLine(request.method, 20)} `}
            <Pieces text={path} marks={urlMarks} max={MOST_LINE} />
            {' HTTP/1.1\n'}
            {request.headers.some(([name]) => name.toLowerCase() === 'host')
              ? null
              : `host: ${inertLine(authority, MOST_LINE)}\n`}
            <Headers headers={request.headers} marked={new Set()} />
            {request.body === null ? null : <Body text={request.body} marks={marks.requestBody} />}
          </pre>
        </figure>
        <figure>
          <figcaption>{response === null ? 'No answer' : 'Answer'}</figcaption>
          {response === null ? (
            <p class="noanswer">
              {failure === null
                ? 'No complete answer came.'
                : inertLine(`${failure.kind}: ${failure.message}`, MOST_LINE)}
            </p>
          ) : (
            <pre>
              {'HTTP/1.1 '}
              <Marked
                on={marks.status}
                text={inertLine(`${response.status} ${response.statusText}`.trim(), 120)}
              />
              {'\n'}
              <Headers headers={response.headers} marked={marks.headers} />
              <Body text={response.body} marks={marks.body} />
            </pre>
          )}
        </figure>
      </div>
      <Curl exchange={exchange} />
    </details>
  );
}

/** One exchange in a line: what was asked, and what came back. */
export function Line({ exchange }: { readonly exchange: Exchange }) {
  const { id, request, response, failure, durationMs, attempt } = exchange;
  return (
    <>
      <span class="xid">{inertLine(id, 20)}</span>{' '}
      <code class="asked">
        {inertLine(request.method, 20)} {inertLine(target(request.url).path, 160)}
      </code>{' '}
      <span class="came">
        <span aria-hidden="true">→ </span>
        {response === null
          ? `no answer (${failure?.kind ?? 'unknown'})`
          : inertLine(`${response.status} ${response.statusText}`.trim(), 60)}
        {`, ${duration(durationMs)}${attempt > 1 ? `, try ${attempt}` : ''}`}
      </span>
    </>
  );
}

function Curl({ exchange }: { readonly exchange: Exchange }) {
  const line = curlLine(exchange);
  const note = curlNote(exchange);
  return line.length > MOST_CURL ? (
    <p class="more">
      The curl line would have {number(line.length)} characters; send the body of {exchange.id} in
      evidence.har.
    </p>
  ) : (
    <>
      <Command label={`curl line for ${exchange.id}`} line={line} />
      {note !== undefined && <p class="more">{note}</p>}
    </>
  );
}

/** A line to paste into a shell, with a button that copies it where scripts run. */
export function Command({ label, line }: { readonly label: string; readonly line: string }) {
  return (
    <div class="command">
      <code>{line}</code>
      <button type="button" data-copy hidden aria-label={`Copy the ${label}`}>
        Copy
      </button>
    </div>
  );
}

function Headers({
  headers,
  marked,
}: {
  readonly headers: readonly SentHeader[];
  readonly marked: ReadonlySet<string>;
}) {
  return (
    <>
      {headers.slice(0, MOST_HEADERS).map(([name, value]) => (
        <>
          <Marked
            on={marked.has(name.toLowerCase())}
            text={`${inertLine(name, 120)}: ${inertLine(value, MOST_LINE)}`}
          />
          {'\n'}
        </>
      ))}
      {headers.length > MOST_HEADERS ? (
        <>
          <Gap>{number(headers.length - MOST_HEADERS)} more headers in evidence.har</Gap>
          {'\n'}
        </>
      ) : null}
    </>
  );
}

function Body({ text, marks }: { readonly text: string; readonly marks: readonly Span[] }) {
  if (text === '') return <Gap>no bytes in the body</Gap>;
  return (
    <>
      {'\n'}
      <Pieces text={text} marks={marks} max={MOST_BODY} />
    </>
  );
}

function Pieces({
  text,
  marks,
  max,
}: {
  readonly text: string;
  readonly marks: readonly Span[];
  readonly max: number;
}) {
  return (
    <>
      {excerpt(text, marks, max).map((piece) =>
        piece.kind === 'gap' ? (
          <Gap>
            {number(piece.length)} of {number(text.length)} characters left out; all of it is in evidence.har
          </Gap>
        ) : (
          <Marked on={piece.kind === 'marked'} text={visible(piece.text)} />
        ),
      )}
    </>
  );
}

function Marked({ on, text }: { readonly on: boolean; readonly text: string }) {
  return on ? <mark>{text}</mark> : <>{text}</>;
}

function Gap({ children }: { readonly children: preact.ComponentChildren }) {
  return <span class="gap">[{children}]</span>;
}

/** Splits an address into what the Host header and what the request line say; `offset` is where the path begins. */
function target(url: string): { readonly authority: string; readonly path: string; readonly offset: number } {
  const origin = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url);
  const offset = origin?.[0].length ?? 0;
  return { authority: origin?.[1] ?? '', path: url.slice(offset) || '/', offset };
}
