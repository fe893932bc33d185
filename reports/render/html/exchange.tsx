import type { ComponentChildren } from 'preact';
import type { Exchange, SentHeader } from '../../exchange.ts';
import { curlFacts } from '../../explain.ts';
import { capitalized, formatDuration } from '../../measures.ts';
import type { CheckReport } from '../../model.ts';
import { statusLine } from '../../rows.ts';
import { safeLine } from '../../text.ts';
import { commandWithCopyButton } from '../page/parts.tsx';
import { bodyBlock, markIf } from './body.tsx';

/** Longest line (UTF-16 units), number of headers, and longest command shown; evidence.har has all. */
const MOST_LINE = 600;
const MOST_HEADERS = 50;
const MOST_CURL = 6000;

/** Headers that help to find a failure; the others are shown in the table of exchanges only. */
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

/** Renders the command to send an exchange again. */
export function curlBlock(exchange: Exchange) {
  return curlFacts(exchange, MOST_CURL).map(({ kind, text }) =>
    kind === 'command' ? (
      commandWithCopyButton(`curl line for ${exchange.id}`, text)
    ) : (
      <p class="more">{capitalized(text)}</p>
    ),
  );
}

/** Renders an exchange with its wrong parts marked. */
export function exchangeBlock(exchange: Exchange, places: Places = []) {
  const { request, response, failure } = exchange;
  const pointers = places.flatMap((place) => (place.part === 'body' ? [place.pointer] : []));
  const wanted = places.flatMap((place) => (place.part === 'header' ? [place.name.toLowerCase()] : []));
  const has = (part: 'status' | 'url') => places.some((place) => place.part === part);
  const unanswered = failure === null ? 'No complete answer came.' : `${failure.kind}: ${failure.message}`;
  return (
    <div class="wire">
      {figure(
        'Request',
        <pre>
          {safeLine(request.method, 20)} {markIf(safeLine(pathOf(request.url), MOST_LINE), has('url'))}
          {'\n'}
          {headerLines(request.headers, [])}
        </pre>,
        request.body !== null && bodyBlock(request.body, []),
      )}
      {response === null
        ? figure('No answer', <p class="noanswer">{safeLine(unanswered, MOST_LINE)}</p>)
        : figure(
            'Answer',
            <pre>
              {markIf(safeLine(statusLine(exchange), 120), has('status'))}
              {'\n'}
              {headerLines(response.headers, wanted)}
            </pre>,
            bodyBlock(response.body, pointers),
          )}
    </div>
  );
}

function figure(caption: string, ...inside: readonly ComponentChildren[]) {
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      {inside}
    </figure>
  );
}

export function exchangeLine(exchange: Exchange) {
  const { id, request, response, failure, durationMs, attempt } = exchange;
  const came = response === null ? `no answer (${failure?.kind ?? 'unknown'})` : statusLine(exchange);
  return (
    <>
      <span class="xid">{safeLine(id, 20)}</span>{' '}
      <code>
        {safeLine(request.method, 20)} {safeLine(pathOf(request.url), 160)}
      </code>{' '}
      <span class="came">
        <span aria-hidden="true">→ </span>
        {`${safeLine(came, 60)}, ${formatDuration(durationMs)}${attempt > 1 ? `, try ${attempt}` : ''}`}
      </span>
    </>
  );
}

/** Renders headers that help to find a failure, and the `wanted` headers with a mark, which also shows missing ones. */
function headerLines(headers: readonly SentHeader[], wanted: readonly string[]) {
  const named = headers.map(([name, value]) => ({
    name: name.toLowerCase(),
    text: `${safeLine(name, 120)}: ${safeLine(value, MOST_LINE)}`,
  }));
  const there = new Set(named.map(({ name }) => name));
  const missing = new Set(wanted.filter((name) => !there.has(name)));
  return [
    ...named.filter(({ name }) => TELLING.has(name) || wanted.includes(name)).slice(0, MOST_HEADERS),
    ...Array.from(missing, (name) => ({ name, text: `no header ${safeLine(name, 120)}` })),
  ].map(({ name, text }) => [markIf(text, wanted.includes(name)), '\n']);
}

/** Returns a URL as a request line has it, without scheme and host. */
function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/iu, '') || '/';
}
