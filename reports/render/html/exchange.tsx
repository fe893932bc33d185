import type { Exchange, SentHeader } from '../../exchange.ts';
import { duration, number } from '../../measures.ts';
import type { CheckReport } from '../../model.ts';
import { statusLine } from '../../rows.ts';
import { inertLine } from '../../text.ts';
import { curlLine, curlNote } from '../curl.ts';
import { Command } from '../page/parts.tsx';
import { Body, Marked, Raw } from './body.tsx';

/** UTF-16 units of a line, headers, and characters of a command that are shown; the whole stays in evidence.har. */
const MOST_LINE = 600;
const MOST_HEADERS = 50;
const MOST_CURL = 6000;

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

/** One exchange as it went over the wire, with what offends marked; how to send it again, and all of it raw. */
export function Wire({ exchange, places = [] }: { readonly exchange: Exchange; readonly places?: Places }) {
  const { request, response, failure } = exchange;
  const at = (part: 'body' | 'request-body') =>
    places.flatMap((place) => (place.part === part ? [place.pointer] : []));
  const headers = places.flatMap((place) => (place.part === 'header' ? [place.name.toLowerCase()] : []));
  return (
    <>
      <div class="wire">
        <figure>
          <figcaption>Request</figcaption>
          <pre>
            {inertLine(request.method, 20)} <Target url={request.url} places={places} />
            {'\n'}
            <Headers headers={request.headers} wanted={[]} />
          </pre>
          {request.body === null ? null : <Body text={request.body} pointers={at('request-body')} />}
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
                <Headers headers={response.headers} wanted={headers} />
              </pre>
              <Body text={response.body} pointers={at('body')} />
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
  const came = response === null ? `no answer (${failure?.kind ?? 'unknown'})` : statusLine(exchange);
  return (
    <>
      <span class="xid">{inertLine(id, 20)}</span>{' '}
      <code>
        {inertLine(request.method, 20)} {inertLine(split(request.url).path, 160)}
      </code>{' '}
      <span class="came">
        <span aria-hidden="true">→ </span>
        {`${inertLine(came, 60)}, ${duration(durationMs)}${attempt > 1 ? `, try ${attempt}` : ''}`}
      </span>
    </>
  );
}

/** What was asked for, with the parameter marked that offends, or the whole. */
function Target({ url, places }: { readonly url: string; readonly places: Places }) {
  const { path } = split(url);
  const [before = '', query] = path.split(/\?(.*)/su, 2);
  const marked = places.flatMap((place) => (place.part === 'url' ? [place.parameter] : []));
  if (query === undefined || marked.includes(undefined))
    return <Marked on={marked.includes(undefined)} text={inertLine(path, MOST_LINE)} />;
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

/** Headers in a line each: those that tell, and those that are wanted, marked; also where they are not there. */
function Headers(props: { readonly headers: readonly SentHeader[]; readonly wanted: readonly string[] }) {
  const wanted = new Set(props.wanted);
  const named = props.headers.map((header) => ({ name: header[0].toLowerCase(), text: headerText(header) }));
  const there = new Set(named.map(({ name }) => name));
  const lines = [
    ...named.filter(({ name }) => TELLING.has(name) || wanted.has(name)).slice(0, MOST_HEADERS),
    ...[...wanted]
      .filter((name) => !there.has(name))
      .map((name) => ({ name, text: `no header ${inertLine(name, 120)}` })),
  ];
  return (
    <>
      {lines.map(({ name, text }) => (
        <>
          <Marked on={wanted.has(name)} text={text} />
          {'\n'}
        </>
      ))}
    </>
  );
}

/** The command that sends an exchange again. */
function Curl({ exchange }: { readonly exchange: Exchange }) {
  const line = curlLine(exchange);
  const note = curlNote(exchange);
  if (line.length > MOST_CURL) {
    return (
      <p class="more">
        The curl line would have {number(line.length)} characters; send the body of {exchange.id} in
        evidence.har.
      </p>
    );
  }
  return (
    <>
      <Command label={`curl line for ${exchange.id}`} line={line} />
      {note === undefined ? null : <p class="more">{note}</p>}
    </>
  );
}

/** All of it, byte for byte as far as it is text. */
function RawBytes({ exchange }: { readonly exchange: Exchange }) {
  const { request, response } = exchange;
  const { authority, path } = split(request.url);
  const hosted = request.headers.some(([name]) => name.toLowerCase() === 'host');
  const head = (first: string, headers: readonly SentHeader[]) =>
    [first, ...headers.slice(0, MOST_HEADERS).map(headerText)].map((line) => `${line}\n`).join('');
  return (
    <details class="raw">
      <summary>Raw request and answer of {inertLine(exchange.id, 20)}</summary>
      <div class="wire">
        <pre>
          {head(`${inertLine(request.method, 20)} ${inertLine(path, MOST_LINE)} HTTP/1.1`, [
            ...(hosted ? [] : [['host', authority] as const]),
            ...request.headers,
          ])}
          {request.body === null ? null : <Raw text={request.body} />}
        </pre>
        {response === null ? null : (
          <pre>
            {head(`HTTP/1.1 ${inertLine(statusLine(exchange), 120)}`, response.headers)}
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

/** An address as what the Host header and what the request line say. */
function split(url: string): { readonly authority: string; readonly path: string } {
  const origin = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url);
  return { authority: origin?.[1] ?? '', path: url.slice(origin?.[0].length ?? 0) || '/' };
}
