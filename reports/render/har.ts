import { fileProblem } from '../../schemas/files.ts';
import { withoutUndefined } from '../../src/base/without-undefined.ts';
import { checkBodyLengths, evidenceBounds } from '../bounds.ts';
import type { Exchange, Header, SentHeader } from '../exchange.ts';
import { parseBoundedJson } from '../report-json.ts';
import type { Report } from '../model.ts';
import { safeJsonText } from '../text.ts';

/** An entry of evidence.har. To read evidence back, the kit uses only the members that exchangeOf reads. */
type HarEntry = ReturnType<typeof entry>;

function headerValue(headers: readonly SentHeader[], name: string): string {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? '';
}

/** Converts headers to HAR; `_variable` names the variable for a user's header in commands. */
function pairs(headers: readonly SentHeader[]) {
  return headers.map(([name, value, _variable]) => withoutUndefined({ name, value, _variable }));
}

/** Converts an exchange to an entry of HAR 1.2; members with `_` are custom, as the format allows. */
function entry(exchange: Exchange) {
  const { request, response, failure } = exchange;
  const { body } = request;
  const query = new URLSearchParams(/\?.*/su.exec(request.url)?.[0]);
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  // Browsers also write status 0 if there is no complete response.
  const answered = response ?? { status: 0, statusText: '', headers: [], body: '', bodySize: -1 };
  return withoutUndefined({
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    comment: failure === null ? undefined : `No complete answer: ${failure.message}`,
    startedDateTime: exchange.startedAt,
    time: exchange.durationMs,
    request: withoutUndefined({
      ...common,
      bodySize: body === null ? 0 : Buffer.byteLength(body),
      queryString: Array.from(query, ([name, value]) => ({ name, value })),
      method: request.method,
      url: request.url,
      _absolute: request.absolute,
      headers: pairs(request.headers),
      postData:
        body === null ? undefined : { mimeType: headerValue(request.headers, 'content-type'), text: body },
    }),
    response: {
      ...common,
      redirectURL: headerValue(answered.headers, 'location'),
      status: answered.status,
      statusText: answered.statusText,
      headers: pairs(answered.headers),
      bodySize: answered.bodySize,
      content: {
        size: Buffer.byteLength(answered.body),
        mimeType: headerValue(answered.headers, 'content-type') || 'x-unknown',
        text: answered.body,
      },
    },
    _id: exchange.id,
    _check: exchange.check,
    _inputClasses: exchange.inputClasses,
    _operation: exchange.operation,
    _attempt: exchange.attempt,
    _repeats: exchange.repeats,
    _sentAt: exchange.sentAt,
    _ended: exchange.ended,
    _cut: response?.cut,
    _problem: response?.problem,
    _unread: response?.unread,
    _credential: request.credential,
    _failure: failure,
  });
}

/** Smallest piece that is yielded, in characters: all of the evidence at once may be many megabytes. */
const PIECE = 1024 * 1024;

/** Renders evidence.har (HTTP Archive 1.2) in pieces; joined, they are the JSON of the whole file, indented by 1. */
export function* renderHarPieces(report: Report, evidence: readonly Exchange[]): Iterable<string> {
  const creator = { name: report.tool.name, version: report.tool.version };
  const frame = safeJsonText({ log: { version: '1.2', creator, pages: [], entries: [] } }, 1);
  const end = frame.lastIndexOf(']');
  let piece = frame.slice(0, end);
  for (const [index, exchange] of evidence.entries()) {
    // Indents each line as in the whole file; strings in JSON contain no line feeds, so they are not changed.
    const text = `\n${safeJsonText(entry(exchange), 1).trimEnd()}`.replaceAll('\n', '\n   ');
    piece += index === 0 ? text : `,${text}`;
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}${evidence.length === 0 ? '' : '\n  '}${frame.slice(end)}`;
}

function exchangeOf(item: HarEntry): Exchange {
  const { request, response } = item;
  return withoutUndefined({
    id: item._id,
    check: item._check,
    inputClasses: item._inputClasses,
    operation: item._operation,
    startedAt: item.startedDateTime,
    durationMs: item.time,
    attempt: item._attempt,
    repeats: item._repeats,
    sentAt: item._sentAt,
    ended: item._ended,
    request: withoutUndefined({
      method: request.method,
      url: request.url,
      absolute: request._absolute,
      headers: request.headers.map(({ name, value, _variable }): SentHeader =>
        _variable === undefined ? [name, value] : [name, value, _variable],
      ),
      credential: item._credential,
      body: request.postData?.text ?? null,
    }),
    response:
      response.status === 0
        ? null
        : withoutUndefined({
            status: response.status,
            statusText: response.statusText,
            headers: response.headers.map(({ name, value }): Header => [name, value]),
            body: response.content.text,
            bodySize: response.bodySize,
            cut: item._cut,
            problem: item._problem,
            unread: item._unread,
          }),
    failure: item._failure,
  });
}

/** Parses an evidence.har with this number of requests. Throws an Error that continues "The file ...", if it is invalid. */
export function readHar(text: string, requests: number): Exchange[] {
  const value = parseBoundedJson(text, evidenceBounds(requests));
  const problem = fileProblem('evidence', value);
  if (problem !== undefined) throw new Error(`is not evidence of this kit: ${problem}`);
  const exchanges = (value as { log: { entries: HarEntry[] } }).log.entries.map(exchangeOf);
  checkBodyLengths(exchanges.map(({ response }) => response?.body.length ?? 0));
  return exchanges;
}
