import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import { parseExactJson } from '../json/json.ts';
import type { Redactor } from './redact.ts';
import type { WireResponse } from './transport.ts';
import type { JsonParseResult } from '../json/types.ts';
import type { Header, SentHeader } from '../../reports/exchange.ts';

export interface ParsedBody {
  /** The redacted text, decoded as UTF-8; invalid bytes become U+FFFD. */
  readonly shown: string;
  readonly body: JsonParseResult;
}

const DECODERS: Readonly<Record<string, (bytes: Buffer, bound: ZlibOptions) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  // Some servers send raw deflate where RFC 9110, section 8.4.1.2 requires the zlib format.
  deflate: (bytes, bound) =>
    promisify(inflate)(bytes, bound).catch(() => promisify(inflateRaw)(bytes, bound)),
};

class UnknownCoding extends Error {}

/** Decodes a body to its text and its JSON; undoes compression too, even if it was not requested. */
async function read(
  response: WireResponse,
  limit: number,
): Promise<readonly [text: string, body: JsonParseResult]> {
  let bytes = response.body;
  try {
    const codings = encodingOf(response)
      .split(',')
      .map((coding) => coding.trim());
    // The coding named last was applied last (RFC 9110, section 8.4).
    for (const coding of bytes.length === 0 ? [] : codings.toReversed()) {
      if (coding === '' || coding === 'identity') continue;
      const decode = DECODERS[coding];
      if (decode === undefined) throw new UnknownCoding(coding);
      bytes = await decode(bytes, { maxOutputLength: limit });
    }
  } catch (error) {
    // A body with an unknown coding, or beyond the limit, may be valid all the same; a corrupt body is not.
    const ours = error instanceof UnknownCoding || (error instanceof RangeError && 'code' in error);
    const body = { ok: false, problem: 'the body could not be decoded from its Content-Encoding' } as const;
    return [response.body.toString('utf8'), ours ? { ...body, unread: true } : body];
  }
  const text = bytes.toString('utf8');
  if (isUtf8(bytes)) return [text, parseExactJson(text)];
  return [text, { ok: false, problem: 'the body is not UTF-8 (RFC 8259, section 8.1)' }];
}

/** The maximum bytes of all cached bodies, and the bytes that each counts besides its own. */
const KNOWN = { all: 32 * 1024 * 1024, each: 4096 } as const;

/** Reads bodies of at most `limit` bytes. Equal bodies are read once and shared: most lists and errors of a run recur. */
export function createBodyReader(
  limit: number,
  redactor: Pick<Redactor, 'text'>,
): (response: WireResponse) => Promise<ParsedBody> {
  const known = new Map<string, { readonly content: Promise<ParsedBody>; readonly size: number }>();
  let size = 0;
  return (response) => {
    const key = `${hash('sha256', response.body, 'base64')} ${encodingOf(response)}`;
    const same = known.get(key);
    if (same !== undefined) return same.content;
    const content = read(response, limit).then(([text, body]) => ({ shown: redactor.text(text), body }));
    const counted = response.body.length + KNOWN.each;
    known.set(key, { content, size: counted });
    size += counted;
    for (const [oldest, one] of known) {
      if (size <= KNOWN.all) break;
      known.delete(oldest);
      size -= one.size;
    }
    return content;
  };
}

function encodingOf({ headers }: WireResponse): string {
  return headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
}

/** Value of a header, by case-insensitive name; repeated headers are joined with `, `. */
export function headerOf(headers: readonly SentHeader[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  let all: string | undefined;
  for (const [one, value] of headers) {
    if (one.length === wanted.length && one.toLowerCase() === wanted)
      all = all === undefined ? value : `${all}, ${value}`;
  }
  return all;
}

/** `application/json` of `Application/JSON; charset=utf-8`; undefined if no media type was declared. */
export function mediaTypeOf(headers: readonly Header[]): string | undefined {
  const essence = headerOf(headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  return essence === '' ? undefined : essence;
}
