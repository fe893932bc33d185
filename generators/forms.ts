import { drawn, type Partitions } from './partitions.ts';

/** Another form of a plain request: what goes out in place of what the kit usually sends. */
export interface Form {
  readonly operation: 'list' | 'create';
  /** Value of the Accept header; null sends none. */
  readonly accept?: string | null;
  readonly contentType?: string;
  /** Whether the body goes out in chunks, without a length. */
  readonly chunked?: true;
  /** The query as it goes out, and what it asks for. */
  readonly search?: { readonly text: string; readonly query: Readonly<Record<string, string>> };
}

const accept = (value: string | null): readonly Form[] => [{ operation: 'list', accept: value }];
const type = (...values: readonly string[]): readonly Form[] =>
  values.map((contentType) => ({ operation: 'create', contentType }));
const search = (text: string, query: Readonly<Record<string, string>>): readonly Form[] => [
  { operation: 'list', search: { text, query } },
];

/**
 * Forms that HTTP and URI call equal to the plain one: media types in other case, with blanks or a charset (RFC 9110, section
 * 8.3.1; RFC 8259, section 11), Accept headers that allow JSON (RFC 9110, section 12.5.1), chunks (RFC 9112, section 7.1), and
 * unreserved characters as escapes (RFC 3986, section 6.2.2.2).
 */
export const equalForms: Partitions<Form> = drawn<Form>({
  'no Accept header': accept(null),
  'Accept: */*': accept('*/*'),
  'Accept: a list with JSON': accept('application/json, text/plain, */*'),
  'Accept: JSON with a quality': accept('application/json;q=0.9'),
  'an escape in the name of a parameter': search('%6Cimit=7', { limit: '7' }),
  'an escape in a limit': search('limit=%37', { limit: '7' }),
  'an escape in a status': search('status=%73old', { status: 'sold' }),
  'Content-Type with a charset': type(
    'application/json; charset=utf-8',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
  ),
  'Content-Type in other case': type('Application/JSON'),
  'a body in chunks': [{ operation: 'create', chunked: true }],
});
