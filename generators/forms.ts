import type { Header } from '../reports/exchange.ts';
import { SLASHES_ESCAPED, type Spelling } from '../src/json/spellings.ts';
import { drawn, type Partitions } from './partitions.ts';

/** Another form of a plain request: what goes out in place of what the kit usually sends. */
export interface Form {
  readonly operation: 'list' | 'create' | 'message';
  /** Value of the Accept header; null sends none. */
  readonly accept?: string | null;
  readonly contentType?: string;
  /** Further headers, and others in the place of common ones. */
  readonly headers?: readonly Header[];
  /** Whether the names of its headers go out in small letters. */
  readonly smallNames?: true;
  /** Whether the body goes out in two chunks, without a length. */
  readonly chunked?: true;
  readonly spelling?: Spelling;
  /** What its text ends with, so that the form shows. */
  readonly text?: string;
  /** The query as it goes out, and what it asks for. */
  readonly search?: { readonly text: string; readonly query: Readonly<Record<string, string>> };
}

/** What a browser sends, with JSON among what it takes. Each request keeps its User-Agent, by which logs find it. */
const BROWSER = [
  ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
  ['Accept-Language', 'fr-FR,fr;q=0.8,en;q=0.5'],
  ['Accept-Encoding', 'gzip, deflate, br'],
] as const;

/** A letter of two bytes: chunks are cut within that. */
const WIDE = '\u00e9';
/** What is escaped, with two units for one character (RFC 8259, section 7). */
const ESCAPABLE = '/\u{1F436}';

const accept = (value: string | null): readonly Form[] => [{ operation: 'list', accept: value }];
const type = (operation: Form['operation'], ...values: readonly string[]): readonly Form[] =>
  values.map((contentType) => ({ operation, contentType }));
const CHARSET = [
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
  'application/json; charset=UTF-8',
];
const search = (text: string, query: Readonly<Record<string, string>>): readonly Form[] => [
  { operation: 'list', search: { text, query } },
];

/**
 * Forms that HTTP and URI call equal to the plain one: media types in other case, with blanks or a charset (RFC 9110, section
 * 8.3.1; RFC 8259, section 11), escapes in strings (RFC 8259, section 7), Accept headers that allow JSON (RFC 9110, section 12.5.1), chunks (RFC 9112, section 7.1), and
 * unreserved characters as escapes (RFC 3986, section 6.2.2.2).
 */
export const equalForms: Partitions<Form> = drawn<Form>({
  'no Accept header': accept(null),
  'Accept: */*': [...accept('*/*'), ...accept('application/*')],
  'Accept: a list with JSON': accept('application/json, text/plain, */*'),
  'Accept: JSON with a quality': accept('application/json;q=0.9'),
  'the headers of a browser': [{ operation: 'list', headers: BROWSER }],
  'names of headers in small letters': [{ operation: 'list', smallNames: true }],
  'a create with names of headers in small letters': [{ operation: 'create', smallNames: true }],
  'an escape in the name of a parameter': search('%6Cimit=7', { limit: '7' }),
  'an escape in a limit': search('limit=%37', { limit: '7' }),
  'an escape in a status': search('status=%73old', { status: 'sold' }),
  'Content-Type in other case, with a charset': type(
    'create',
    'Application/JSON; charset=utf-8',
    'application/Json;charset=UTF-8',
  ),
  'a body in chunks that cut a character': [{ operation: 'create', chunked: true, text: WIDE }],
  'JSON with escapes that it may have': [{ operation: 'create', spelling: SLASHES_ESCAPED, text: ESCAPABLE }],
});

/** The same for a message. */
export const equalMessages: Partitions<Form> = drawn<Form>({
  'a message with a charset': type('message', ...CHARSET),
  'a message with the headers of a browser': [{ operation: 'message', headers: BROWSER }],
  'a message with Content-Type in other case': type('message', 'Application/JSON', 'application/Json'),
  'a message in chunks that cut a character': [{ operation: 'message', chunked: true, text: WIDE }],
  'a message with escapes that it may have': [
    { operation: 'message', spelling: SLASHES_ESCAPED, text: ESCAPABLE },
  ],
  'a message with names of headers in small letters': [{ operation: 'message', smallNames: true }],
});

/** How a plain request that has to be refused may be sent as well: an error is JSON, whatever else a client takes. */
export const otherClients: Partitions<Pick<Form, 'accept' | 'headers'> & { readonly label: string }> = drawn({
  'a browser': [{ label: 'the headers of a browser', headers: BROWSER }],
  'a client without an Accept header': [{ label: 'no Accept header', accept: null }],
});
