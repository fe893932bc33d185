import type { Header } from '../reports/exchange.ts';
import { PHP_JSON_SPELLING, type JsonSpelling } from '../src/json/spellings.ts';
import { partition, type Partitions } from './partitions.ts';

/** A variation of a valid request: each member replaces a part of the kit's usual request. */
export interface EquivalentForm {
  readonly operation: 'list' | 'create' | 'message';
  /** Value of the Accept header; null for no header. */
  readonly accept?: string | null;
  readonly contentType?: string;
  /** Headers to add, or to send instead of the usual ones of the same name. */
  readonly headers?: readonly Header[];
  /** If true, header names are sent in lower case. */
  readonly lowercaseHeaderNames?: true;
  /** If true, the body is sent in two chunks, without Content-Length. */
  readonly chunked?: true;
  readonly spelling?: JsonSpelling;
  /** Text with characters that this form affects; it is appended to the name or message. */
  readonly text?: string;
  /** The raw query string, and the parameters that it decodes to. */
  readonly search?: { readonly text: string; readonly query: Readonly<Record<string, string>> };
}

/** Headers of a browser; Accept allows any type, so JSON too. */
const BROWSER = [
  ['User-Agent', 'Mozilla/5.0 (Linux; Android 14; Mobile)'],
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['Accept-Language', 'fr-FR,fr;q=0.8,en;q=0.5'],
  ['Accept-Encoding', 'gzip, deflate, br'],
] as const;

/** A character of two bytes in UTF-8; the chunked body is cut between them. */
const WIDE = '\u00e9';
/** Characters that JSON may escape, one of them as a surrogate pair (RFC 8259, section 7). */
const ESCAPABLE = '/\u{1F436}';

const accept = (value: string | null): readonly EquivalentForm[] => [{ operation: 'list', accept: value }];
const type = (
  operation: EquivalentForm['operation'],
  ...values: readonly string[]
): readonly EquivalentForm[] => values.map((contentType) => ({ operation, contentType }));
const CHARSET = [
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
  'application/json; charset=UTF-8',
];
const search = (text: string, query: Readonly<Record<string, string>>): readonly EquivalentForm[] => [
  { operation: 'list', search: { text, query } },
];

/**
 * Requests equal to the plain one: media types in other case or with a charset (RFC 9110, section 8.3.1; RFC 8259,
 * section 11), escapes in strings (RFC 8259, section 7), Accept headers that allow JSON (RFC 9110, section 12.5.1),
 * chunks (RFC 9112, section 7.1), escaped unreserved characters (RFC 3986, section 6.2.2.2).
 */
export const equivalentForms: Partitions<EquivalentForm> = partition<EquivalentForm>({
  'no Accept header': accept(null),
  'Accept: */*': [...accept('*/*'), ...accept('application/*')],
  'Accept: a list with JSON': accept('application/json, text/plain, */*'),
  'Accept: JSON with a quality': accept('application/json;q=0.9'),
  'Accept: JSON behind a type that counts less': accept('application/yaml;q=0.1, application/json'),
  'the headers of a browser': [{ operation: 'list', headers: BROWSER }],
  'names of headers in small letters': [{ operation: 'list', lowercaseHeaderNames: true }],
  'a create with names of headers in small letters': [{ operation: 'create', lowercaseHeaderNames: true }],
  'a create with the headers of a browser': [{ operation: 'create', headers: BROWSER }],
  'an escape in the name of a parameter': search('%6Cimit=7', { limit: '7' }),
  'an escape in a limit': search('limit=%37', { limit: '7' }),
  'an escape in a status': search('status=%73old', { status: 'sold' }),
  'Content-Type in other case, with a charset': type(
    'create',
    'Application/JSON; charset=utf-8',
    'application/Json;charset=UTF-8',
  ),
  'a body in chunks that cut a character': [{ operation: 'create', chunked: true, text: WIDE }],
  'JSON with escapes that it may have': [
    { operation: 'create', spelling: PHP_JSON_SPELLING, text: ESCAPABLE },
  ],
});

/** Messages in forms that the standards treat like an ordinary message; see `equivalentForms`. */
export const equivalentMessages: Partitions<EquivalentForm> = partition<EquivalentForm>({
  'a message with a charset': CHARSET.map((contentType) => ({
    operation: 'message',
    contentType,
    text: WIDE,
  })),
  'a message with the headers of a browser': [{ operation: 'message', headers: BROWSER }],
  'a message with text before JSON in Accept': [
    { operation: 'message', accept: 'text/plain;q=0.5, application/json' },
  ],
  'a message with Content-Type in other case': type('message', 'Application/JSON', 'application/Json'),
  'a message in chunks that cut a character': [{ operation: 'message', chunked: true, text: WIDE }],
  'a message with escapes that it may have': [
    { operation: 'message', spelling: PHP_JSON_SPELLING, text: ESCAPABLE },
  ],
  'a message with names of headers in small letters': [{ operation: 'message', lowercaseHeaderNames: true }],
});

/** Headers for requests that must be rejected: the error has to be JSON whatever the client accepts. */
export const otherClientHeaders: Partitions<
  Pick<EquivalentForm, 'accept' | 'headers'> & { readonly label: string }
> = partition({
  'a browser': [{ label: 'the headers of a browser', headers: BROWSER }],
  'a client without an Accept header': [{ label: 'no Accept header', accept: null }],
  'a client that takes text too': [
    { label: 'Accept: JSON or text', accept: 'application/json, text/plain, */*' },
  ],
});
