import type { OutgoingRequest } from '../../http/types.ts';

/** Path segments that every server accepts: some servers refuse escapes, dots or other signs by themselves. */
const PLAIN_SEGMENT = /^[\w~-]{0,255}$/u;
/** Maximum characters of a value in a query, as of a path segment. */
const LONGEST_VALUE = 255;
/** The usual spellings of the JSON media type: a gateway may not know other spellings of it. */
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/u;
const VISIBLE = /^[\u0020-\u007e]*$/u;
/** What JSON without other letters consists of. This is no part of a pattern that ignores case: U+017F would pass for an s. */
const ASCII_TEXT = /^[\t\n\r\u0020-\u007e]*$/u;
/** Maximum characters of a target or a header, and maximum bytes of a body: a server may refuse longer ones by itself. */
const LONGEST = 4000;
/** Maximum characters of an Authorization header: nginx's buffer for headers is 1 KiB unless it may use larger ones. */
export const LONGEST_AUTHORIZATION = 1000;
/** Patterns that a firewall may take for an attack: of SQL, markup, addresses, shells, templates and paths. */
const LIKE_AN_ATTACK =
  /['"`<>;|\\$%@={}]|--|\/\*|\.\.|0x|__proto__|constructor|prototype|[a-z]{3,}:\S|\[\/?[a-z]/iu;
/** Characters that no bearer token contains (RFC 6750, section 2.1), and words of SQL, which a random one may contain. */
const NO_TOKEN = /[^A-Za-z0-9\-._~+/=]|--|\b(?:or|and|union|select|drop)\b/iu;
/** Patterns of an attack in a body that is not JSON; quotes and braces are left out, since bodies usually have them. */
const RAW_ATTACK = /['`<>;|\\$%]|--|\/\*|\{\{|\.\.|0x|__proto__/u;

/** Headers that nothing in front of the service has a reason to inspect. */
const USUAL_HEADERS: ReadonlySet<string> = new Set(['Accept', 'Accept-Language', 'Accept-Encoding']);

/** As many digits in a row as the number of a payment card has, which a gateway may keep from leaking. */
const CARD_NUMBER = /\d{13}/u;

const known = new WeakMap<OutgoingRequest, boolean>();

/**
 * True if a request is plain in bytes and size, even if it is invalid: then only the service has a reason to answer it. Other
 * requests may be refused by a gateway, an HTTP server or a firewall in front of the service.
 */
export function isOrdinaryRequest(ask: OutgoingRequest): boolean {
  const before = known.get(ask);
  if (before !== undefined) return before;
  const is = isPlainTarget(ask) && isPlainHeader(ask) && isPlainBody(ask);
  known.set(ask, is);
  return is;
}

function isPlainTarget({ url, operation }: OutgoingRequest): boolean {
  const target = url.replace(/^[a-z]+:\/\/[^/?#]*/iu, '');
  if (target.length > LONGEST || !VISIBLE.test(target)) return false;
  // The user chose the path of messages, so it makes no request unusual.
  if (operation === 'message') return true;
  const [path = '', query = ''] = target.split('?');
  // The path before `/pets` is not examined: the user chose it, and it is in every request.
  const own = path.slice(Math.max(0, path.search(/\/pets(?![^/])/u)) + 1);
  const isPlainPath = own
    .split('/')
    .every((part, at) => part !== '' && PLAIN_SEGMENT.test(part) && (at === 0 || !isLikeAnAttack(part)));
  return (
    isPlainPath &&
    !query.includes('%') &&
    [...new URLSearchParams(query).values()].every(
      (value) => value.length <= LONGEST_VALUE && !isLikeAnAttack(value),
    )
  );
}

function isPlainHeader({ credential: { value, valid }, headers }: OutgoingRequest): boolean {
  if (headers?.every(([name]) => USUAL_HEADERS.has(name)) === false) return false;
  if (value === null || valid) return true;
  if (!VISIBLE.test(value) || value.length > LONGEST_AUTHORIZATION) return false;
  const token = value.replace(/^[A-Za-z]+ /u, '');
  // Base64 is padded with equals signs.
  return !NO_TOKEN.test(token) && !isLikeAnAttack(token.replace(/=+$/u, ''));
}

function isPlainBody({ method, body = null, contentType, chunked }: OutgoingRequest): boolean {
  if (method === 'GET') return true;
  return (
    // A server may require a length, with a 411 or 501 (RFC 9112, section 6).
    chunked !== true &&
    JSON_TYPE.test(contentType ?? '') &&
    (body === null ||
      (Buffer.byteLength(body) <= LONGEST &&
        !body.includes('\\') &&
        !CARD_NUMBER.test(body) &&
        ASCII_TEXT.test(body) &&
        !isAttackIn(body)))
  );
}

function isLikeAnAttack(text: string): boolean {
  return LIKE_AN_ATTACK.test(text);
}

/** True if a member name or a string in a JSON body looks like an attack; another body is one text. */
function isAttackIn(body: string): boolean {
  let found = false;
  try {
    JSON.parse(body, (name, value: unknown) => {
      found ||= isLikeAnAttack(name) || (typeof value === 'string' && isLikeAnAttack(value));
      return value;
    });
    return found;
  } catch {
    return RAW_ATTACK.test(body);
  }
}
