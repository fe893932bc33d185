import type { CredentialForm, Exchange, Header, Operation, SentHeader } from '../exchange.ts';
import { ReportError } from '../report-error.ts';
import type { Report } from '../model.ts';
import { jsonText } from '../text.ts';

interface HarPair {
  readonly name: string;
  readonly value: string;
  /** With a header that the user gave: the variable that stands for its value in commands. */
  readonly _variable?: string;
}

/** What readHar reads of an entry of HAR 1.2; members that begin with `_` are ours, as the format allows. */
interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarPair[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: {
    /** 0 where no complete answer came, as browsers write it. */
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly HarPair[];
    readonly bodySize: number;
    readonly content: { readonly text?: string };
  };
  readonly _id: string;
  readonly _check: string;
  readonly _operation: Operation;
  readonly _attempt: number;
  readonly _repeats?: string;
  readonly _sentAt?: number;
  readonly _ended?: number;
  readonly _credential?: CredentialForm;
  readonly _cut?: true;
  readonly _problem?: string;
  readonly _unread?: true;
  readonly _failure: Exchange['failure'];
}

function headerValue(headers: readonly SentHeader[], name: string): string {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? '';
}

function pairs(headers: readonly SentHeader[]): HarPair[] {
  return headers.map(([name, value, variable]) => ({
    name,
    value,
    ...(variable === undefined ? {} : { _variable: variable }),
  }));
}

function query(url: string): HarPair[] {
  const start = url.indexOf('?');
  if (start === -1) return [];
  return [...new URLSearchParams(url.slice(start + 1))].map(([name, value]) => ({ name, value }));
}

function entry(exchange: Exchange) {
  const { request, response, failure } = exchange;
  const { body } = request;
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
  const answered = response ?? { status: 0, statusText: '', headers: [], body: '', bodySize: -1 };
  return {
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    ...(failure === null ? {} : { comment: `No complete answer: ${failure.message}` }),
    startedDateTime: exchange.startedAt,
    time: exchange.durationMs,
    request: {
      ...common,
      bodySize: body === null ? 0 : Buffer.byteLength(body),
      queryString: query(request.url),
      method: request.method,
      url: request.url,
      headers: pairs(request.headers),
      ...(body === null
        ? {}
        : { postData: { mimeType: headerValue(request.headers, 'content-type'), text: body } }),
    },
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
    _operation: exchange.operation,
    _attempt: exchange.attempt,
    ...(exchange.repeats === undefined ? {} : { _repeats: exchange.repeats }),
    ...(exchange.sentAt === undefined ? {} : { _sentAt: exchange.sentAt }),
    ...(exchange.ended === undefined ? {} : { _ended: exchange.ended }),
    ...(response?.cut === undefined ? {} : { _cut: response.cut }),
    ...(response?.problem === undefined ? {} : { _problem: response.problem }),
    ...(response?.unread === undefined ? {} : { _unread: response.unread }),
    ...(request.credential === undefined ? {} : { _credential: request.credential }),
    _failure: failure,
  };
}

/** Characters from which a piece is handed on: evidence may have many millions, which nobody needs at once. */
const PIECE = 1024 * 1024;

/** What stands around a single entry, where nothing but that is written. */
const [BEFORE = '', AFTER = ''] = jsonText({ log: { entries: [0] } }, 1).split('0');

/**
 * evidence.har, piece by piece: every exchange of the run as HTTP Archive 1.2, which browsers' network tools open. Together
 * the pieces are the text that JSON.stringify with an indent of 1 gives for the whole.
 */
export function* harPieces(report: Report, evidence: readonly Exchange[]): Iterable<string> {
  const creator = { name: report.tool.name, version: report.tool.version };
  const frame = jsonText({ log: { version: '1.2', creator, pages: [], entries: [] } }, 1);
  const end = frame.lastIndexOf(']');
  let piece = frame.slice(0, end);
  let separator = '\n   ';
  for (const exchange of evidence) {
    // As deep as it stands in the whole, for the sake of the indent.
    const text = jsonText({ log: { entries: [entry(exchange)] } }, 1);
    piece += separator + text.slice(BEFORE.length, -AFTER.length);
    separator = ',\n   ';
    if (piece.length >= PIECE) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}${evidence.length === 0 ? '' : '\n  '}${frame.slice(end)}`;
}

/** The whole of evidence.har. */
export function renderHar(report: Report, evidence: readonly Exchange[]): string {
  return [...harPieces(report, evidence)].join('');
}

function exchangeOf(item: HarEntry): Exchange {
  const { request, response } = item;
  const headers = (list: readonly HarPair[]): Header[] => list.map(({ name, value }) => [name, value]);
  return {
    id: item._id,
    check: item._check,
    operation: item._operation,
    startedAt: item.startedDateTime,
    durationMs: item.time,
    attempt: item._attempt,
    ...(item._repeats === undefined ? {} : { repeats: item._repeats }),
    ...(item._sentAt === undefined ? {} : { sentAt: item._sentAt }),
    ...(item._ended === undefined ? {} : { ended: item._ended }),
    request: {
      method: request.method,
      url: request.url,
      headers: request.headers.map(({ name, value, _variable }): SentHeader =>
        _variable === undefined ? [name, value] : [name, value, _variable],
      ),
      ...(item._credential === undefined ? {} : { credential: item._credential }),
      body: request.postData?.text ?? null,
    },
    response:
      response.status === 0
        ? null
        : {
            status: response.status,
            statusText: response.statusText,
            headers: headers(response.headers),
            body: response.content.text ?? '',
            bodySize: response.bodySize,
            ...(item._cut === undefined ? {} : { cut: item._cut }),
            ...(item._problem === undefined ? {} : { problem: item._problem }),
            ...(item._unread === undefined ? {} : { unread: item._unread }),
          },
    failure: item._failure,
  };
}

/**
 * The exchanges of an evidence.har that this kit wrote: the inverse of renderHar.
 * @throws ReportError where the text is no such file.
 */
export function readHar(text: string): Exchange[] {
  try {
    const { log } = JSON.parse(text) as { log: { entries: HarEntry[] } };
    return log.entries.map((item) => {
      if (typeof item._id !== 'string') throw new TypeError('an entry has no _id');
      return exchangeOf(item);
    });
  } catch (cause) {
    throw new ReportError('is no HTTP Archive of this kit', { cause });
  }
}
