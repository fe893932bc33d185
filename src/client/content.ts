import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { readJson } from '../json/json.ts';
import { LONG, rememberLast } from './remember.ts';
import type { WireResponse } from './transport.ts';
import type { ReadBody } from '../json/types.ts';
import type { Header } from '../../reports/exchange.ts';

/** The body of an answer as text and as JSON. */
export interface Content {
  /** UTF-8; what is none is replaced by U+FFFD. */
  readonly text: string;
  readonly body: ReadBody;
}

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
} as const;
const inflateAsync = promisify(inflate);
const inflateRawAsync = promisify(inflateRaw);

/** Reads the body; undone is also a compression that nobody asked for. `limit` is in bytes, after that. */
export async function contentOf(response: WireResponse, limit: number): Promise<Content> {
  const encoding = encodingOf(response);
  if (encoding === '' || encoding === 'identity' || response.body.length === 0) return read(response.body);
  const codings = encoding
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== 'identity' && coding !== '');
  try {
    let bytes = response.body;
    // The last one named was applied last (RFC 9110, section 8.4).
    for (const coding of codings.toReversed()) bytes = await decoded(coding, bytes, limit);
    return read(bytes);
  } catch (error) {
    const text = response.body.toString('utf8');
    const problem = 'the Content-Encoding of the body could not be undone';
    // What we cannot undo, or only beyond our bound, may be good all the same; what is broken is not.
    const ours = error instanceof UnknownCoding || (error instanceof RangeError && 'code' in error);
    return { text, body: { ok: false, problem, ...(ours ? { unread: true } : {}) } };
  }
}

/** A content coding that this client does not know. */
class UnknownCoding extends Error {}

async function decoded(encoding: string, bytes: Buffer, maxOutputLength: number): Promise<Buffer> {
  if (encoding === 'deflate') {
    // Some servers send the bare format where RFC 9110, section 8.4.1.2 asks for zlib's.
    return inflateAsync(bytes, { maxOutputLength }).catch(() => inflateRawAsync(bytes, { maxOutputLength }));
  }
  if (encoding !== 'gzip' && encoding !== 'x-gzip' && encoding !== 'br') throw new UnknownCoding(encoding);
  return DECODERS[encoding](bytes, { maxOutputLength });
}

function read(bytes: Buffer): Content {
  const text = bytes.toString('utf8');
  if (!isUtf8(bytes))
    return { text, body: { ok: false, problem: 'the body is not UTF-8 (RFC 8259, section 8.1)' } };
  return { text, body: readJson(text) };
}

/** Long bodies that are known again. */
const KNOWN = 4;

/**
 * Reads bodies; a long one that is the same as one before, byte for byte, is read once and shared. `limit` is in bytes,
 * after decoding.
 */
export function createReader(limit: number): (response: WireResponse) => Promise<Content> {
  const remembered = rememberLast(
    (response: WireResponse) => contentOf(response, limit),
    (one, other) => encodingOf(one) === encodingOf(other) && one.body.equals(other.body),
    KNOWN,
  );
  return (response) => (response.body.length < LONG ? contentOf(response, limit) : remembered(response));
}

function encodingOf({ headers }: WireResponse): string {
  return headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
}

/** Value of a header, whatever the case of its name; several are joined with `, `. */
export function headerOf(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = headers.filter(([one]) => one.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(', ');
}

/** `application/json` of `Application/JSON; charset=utf-8`; undefined where no media type was declared. */
export function mediaTypeOf(headers: readonly Header[]): string | undefined {
  const essence = headerOf(headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  return essence === '' ? undefined : essence;
}
