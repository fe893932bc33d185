import type { Exchange, SentHeader } from '../../exchange.ts';
import { duration } from '../../measures.ts';
import type { CheckReport } from '../../model.ts';
import { statusLine } from '../../rows.ts';
import { inertLine } from '../../text.ts';
import { Curl } from './command.tsx';
import { Body, Raw } from './text.tsx';

/** UTF-16 units of a line, and headers, that are shown; the whole stays in evidence.har. */
const MOST_LINE = 600;
const MOST_HEADERS = 50;

/** Headers that say something to somebody who looks for a failure; the others stand with the raw bytes. */
const TELLING = new Set([
  'authorization',
  'content-type',
  'location',
  'www-authenticate',
  'deprecation',
  'sunset',
  'retry-after',
  'allow',
]);

type Places = NonNullable<CheckReport['places']>;

/** One exchange as it went over the wire, with what offends marked. */
export function Wire({ exchange, places = [] }: { readonly exchange: Exchange; readonly places?: Places }) {
  const { request, response, failure } = exchange;
  const pointers = (part: 'body' | 'request-body') =>
    places.flatMap((place) => (place.part === part ? [place.pointer] : []));
  return (
    <>
      <div class="wire">
        <figure>
          <figcaption>Request</figcaption>
          <pre>
            {inertLine(request.method, 20)} <Target url={request.url} places={places} />
            {'\n'}
            <Headers headers={request.headers} places={[]} />
          </pre>
          {request.body === null ? null : <Body text={request.body} pointers={pointers('request-body')} />}
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
            <>
              <pre>
                <Marked
                  on={places.some(({ part }) => part === 'status')}
                  text={inertLine(statusLine(exchange), 120)}
                />
                {'\n'}
                <Headers headers={response.headers} places={places} />
              </pre>
              <Body text={response.body} pointers={pointers('body')} />
            </>
          )}
        </figure>
      </div>
      <Curl exchange={exchange} />
      <RawBytes exchange={exchange} />
    </>
  );
}

/** One exchange in a line: what was asked, and what came back. */
export function Line({ exchange }: { readonly exchange: Exchange }) {
  const { id, request, response, failure, durationMs, attempt } = exchange;
  return (
    <>
      <span class="xid">{inertLine(id, 20)}</span>{' '}
      <code class="asked">
        {inertLine(request.method, 20)} {inertLine(split(request.url).path, 160)}
      </code>{' '}
      <span class="came">
        <span aria-hidden="true">→ </span>
        {response === null
          ? `no answer (${failure?.kind ?? 'unknown'})`
          : inertLine(statusLine(exchange), 60)}
        {`, ${duration(durationMs)}${attempt > 1 ? `, try ${attempt}` : ''}`}
      </span>
    </>
  );
}

/** What was asked for, with the parameter marked that offends, or the whole. */
function Target({ url, places }: { readonly url: string; readonly places: Places }) {
  const { path } = split(url);
  const [before = '', query] = path.split(/\?(.*)/su, 2);
  const marked = places.flatMap((place) => (place.part === 'url' ? [place.parameter] : []));
  if (marked.includes(undefined)) return <Marked on text={inertLine(path, MOST_LINE)} />;
  if (query === undefined) return <>{inertLine(path, MOST_LINE)}</>;
  return (
    <>
      {inertLine(before, MOST_LINE)}?
      {query.split('&').map((pair, index) => (
        <>
          {index === 0 ? '' : '&'}
          <Marked on={marked.includes(pair.split('=', 1)[0])} text={inertLine(pair, MOST_LINE)} />
        </>
      ))}
    </>
  );
}

function Headers({ headers, places }: { readonly headers: readonly SentHeader[]; readonly places: Places }) {
  const wanted = new Set(
    places.flatMap((place) => (place.part === 'header' ? [place.name.toLowerCase()] : [])),
  );
  const shown = headers.filter(([name]) => TELLING.has(name.toLowerCase()) || wanted.has(name.toLowerCase()));
  const there = new Set(shown.map(([name]) => name.toLowerCase()));
  return (
    <>
      {shown.slice(0, MOST_HEADERS).map(([name, value]) => (
        <>
          <Marked on={wanted.has(name.toLowerCase())} text={headerText([name, value])} />
          {'\n'}
        </>
      ))}
      {[...wanted]
        .filter((name) => !there.has(name))
        .map((name) => (
          <>
            <mark>no header {inertLine(name, 120)}</mark>
            {'\n'}
          </>
        ))}
    </>
  );
}

/** All of it, byte for byte as far as it is text. */
function RawBytes({ exchange }: { readonly exchange: Exchange }) {
  const { request, response } = exchange;
  const { authority, path } = split(request.url);
  const hosted = request.headers.some(([name]) => name.toLowerCase() === 'host');
  return (
    <details class="raw">
      <summary>Raw request and answer of {inertLine(exchange.id, 20)}</summary>
      <div class="wire">
        <pre>
          {`${inertLine(request.method, 20)} ${inertLine(path, MOST_LINE)} HTTP/1.1\n`}
          {hosted ? null : `host: ${inertLine(authority, MOST_LINE)}\n`}
          {request.headers.slice(0, MOST_HEADERS).map((header) => `${headerText(header)}\n`)}
          {request.body === null ? null : '\n'}
          {request.body === null ? null : <Raw text={request.body} />}
        </pre>
        {response === null ? null : (
          <pre>
            {`HTTP/1.1 ${inertLine(statusLine(exchange), 120)}\n`}
            {response.headers.slice(0, MOST_HEADERS).map((header) => `${headerText(header)}\n`)}
            {'\n'}
            <Raw text={response.body} />
          </pre>
        )}
      </div>
    </details>
  );
}

function headerText([name, value]: SentHeader): string {
  return `${inertLine(name, 120)}: ${inertLine(value, MOST_LINE)}`;
}

function Marked({ on, text }: { readonly on: boolean; readonly text: string }) {
  return on ? <mark>{text}</mark> : <>{text}</>;
}

/** An address as what the Host header and what the request line say. */
function split(url: string): { readonly authority: string; readonly path: string } {
  const origin = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url);
  return { authority: origin?.[1] ?? '', path: url.slice(origin?.[0].length ?? 0) || '/' };
}
