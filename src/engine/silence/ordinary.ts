import type { Ask } from '../../http/types.ts';

/** Characters of a segment that every server takes: an escape, a point or a sign is what some refuse by themselves. */
const PLAIN_SEGMENT = /^[\w~-]{0,255}$/u;
/** Another spelling means the same, and a gateway may not know it. */
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/u;
const VISIBLE = /^[\u0020-\u007e]*$/u;
/** Characters of a target or of a header, and bytes of a body, above which a server may refuse by itself. */
const LONGEST = 4000;
/** Signs of an attack to a firewall: of SQL, markup, addresses, shells, templates and paths. */
const LIKE_AN_ATTACK =
  /[^\u0020-\u007e]|['"`<>;|\\$%@={}]|--|\/\*|\.\.|0x|__proto__|constructor|prototype|[a-z]{3,}:\S|\[\/?[a-z]/iu;
/** Characters that no bearer token contains (RFC 6750, section 2.1), and that firewalls look for. */
const NO_TOKEN = /[^A-Za-z0-9\-._~+/=]|--/u;
/** The same in a body that is not JSON: quotes, braces, equals signs and line ends are of the grammar that it misses. */
const RAW_ATTACK = /[^\s\u0020-\u007e]|['`<>;|\\$%]|--|\/\*|\{\{|\.\.|0x|__proto__/u;

/** Headers beside those of every request that nothing before the service has a reason to look at. */
const USUAL_HEADERS: ReadonlySet<string> = new Set(['Accept', 'Accept-Language', 'Accept-Encoding']);

const known = new WeakMap<Ask, boolean>();

/**
 * Whether a request is plain in bytes and size, however faulty the document calls it: then nothing but the service has a
 * reason to answer it. Gateways, HTTP servers and firewalls refuse others by themselves.
 */
export function isOrdinary(ask: Ask): boolean {
  const before = known.get(ask);
  if (before !== undefined) return before;
  const is = isPlainTarget(ask) && isPlainHeader(ask) && isPlainBody(ask);
  known.set(ask, is);
  return is;
}

function isPlainTarget({ url, operation }: Ask): boolean {
  const target = url.replace(/^[a-z]+:\/\/[^/?#]*/iu, '');
  if (target.length > LONGEST) return false;
  // The user gave it.
  if (operation === 'message') return true;
  const [path = '', query = ''] = target.split('?');
  // What stands before is in every request, and the user gave it.
  const own = path.slice(Math.max(0, path.search(/\/pets(?![^/])/u)) + 1);
  const isPlainPath = own
    .split('/')
    .every((part, at) => part !== '' && PLAIN_SEGMENT.test(part) && (at === 0 || !isLikeAnAttack(part)));
  return (
    isPlainPath && !query.includes('%') && ![...new URLSearchParams(query).values()].some(isLikeAnAttack)
  );
}

function isPlainHeader({ credential: { value, valid }, headers }: Ask): boolean {
  if (headers?.every(([name]) => USUAL_HEADERS.has(name)) === false) return false;
  if (value === null || valid) return true;
  if (!VISIBLE.test(value) || value.length > LONGEST) return false;
  const token = value.replace(/^[A-Za-z]+ /u, '');
  // Base64 is padded with equals signs.
  return !NO_TOKEN.test(token) && !isLikeAnAttack(token.replace(/=+$/u, ''));
}

function isPlainBody({ method, body = null, contentType, chunked }: Ask): boolean {
  if (method === 'GET' || body === null) return true;
  return (
    // 411 or 501 where a length is asked for (RFC 9112, section 6).
    chunked !== true &&
    JSON_TYPE.test(contentType ?? '') &&
    Buffer.byteLength(body) <= LONGEST &&
    !body.includes('\\') &&
    !isAttackIn(body)
  );
}

function isLikeAnAttack(text: string): boolean {
  return LIKE_AN_ATTACK.test(text);
}

/** Whether a string in a body looks like one, names of members included; what is not JSON is one text. */
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
