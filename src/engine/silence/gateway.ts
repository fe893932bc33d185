import type { Exchange } from '../../../reports/exchange.ts';
import type { Ask } from '../../http/types.ts';
import { isPage, serverOf } from './page.ts';
import { isObject, type Reply } from '../target/index.ts';

/**
 * Encoded in a path: control characters, slashes, backslashes and percent signs. nginx and Apache refuse `%00`, Tomcat and
 * Jetty slashes and backslashes, Spring's firewall percent signs too.
 */
const ODD_ESCAPES = /%(?:[01][0-9a-f]|7f|2f|5c|25)/iu;
/** Also behind `%2e` (RFC 3986, section 6.2.2.3): whoever resolves them asks for something else. */
const DOT_SEGMENT = /\/(?:\.|%2e){1,2}(?:\/|$)/iu;
const VISIBLE = /^[\u0020-\u007e]*$/u;
/** Bytes that every HTTP server has to take, or takes as it comes from its package (RFC 9110, section 4.1, asks for 8000). */
const LONGEST = { target: 4000, header: 4000, body: 500_000 } as const;
/** What a web application firewall takes for an attack: signs of SQL, markup, shells, templates and paths. */
const LIKE_AN_ATTACK = /[^\u0020-\u007e]|['"`<>;|\\$%@=]|--|\{\{|\.\.|0x/u;
/** What a firewall answers then. */
const FORBIDDEN: ReadonlySet<number> = new Set([403, 406, 418, 501]);

/**
 * Whether gateways and HTTP servers are known to refuse such a request by themselves, before the service sees it: what they
 * answer is in their own form, and says nothing of the service's.
 */
export function gatewayMayRefuse({ url, body, chunked, credential }: Ask): boolean {
  const [path, query] = partsOf(url);
  return (
    // 411 or 501 where a length is asked for (RFC 9112, section 6).
    chunked === true ||
    ODD_ESCAPES.test(path) ||
    DOT_SEGMENT.test(path) ||
    // Tomcat, Jetty and nginx refuse it, each in its own way.
    decoded(path) === undefined ||
    path.length + query.length > LONGEST.target ||
    !VISIBLE.test(credential.value ?? '') ||
    (credential.value?.length ?? 0) > LONGEST.header ||
    Buffer.byteLength(body ?? '') > LONGEST.body
  );
}

/**
 * Whether an answer may be one that a web application firewall gives to what it takes for an attack: it is in a form of its
 * own, and says nothing of the service, which never saw the request.
 */
export function looksLikeFirewall({ answer, outcome: { ask } }: Pick<Reply, 'answer' | 'outcome'>): boolean {
  if (answer === undefined || !FORBIDDEN.has(answer.status)) return false;
  if (answer.body.ok && isObject(answer.body.value)) return false;
  const { url, body, credential } = ask;
  const [path, query] = partsOf(url);
  const parameters = [...new URLSearchParams(query).values()];
  const token = (credential.value ?? '').replace(/^[A-Za-z]+ /u, '');
  return [decoded(path) ?? path, ...parameters, token, ...textsIn(body)].some((text) =>
    LIKE_AN_ATTACK.test(text),
  );
}

/** The strings in a body, names of members included; what is no JSON is one text. */
function textsIn(body: string | null | undefined): readonly string[] {
  const texts: string[] = [];
  try {
    JSON.parse(body ?? '', (name, value: unknown) => {
      texts.push(name, typeof value === 'string' ? value : '');
      return value;
    });
    return texts;
  } catch {
    return [body ?? ''];
  }
}

/** The path and the query of an address. */
function partsOf(url: string): readonly [path: string, query: string] {
  const [path = '', query = ''] = url.replace(/^[a-z]+:\/\/[^/?#]*/iu, '').split('?');
  return [path, query];
}

/** Undefined where the text has an escape that is none, or one of what is no UTF-8. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/**
 * Whose answer it looks like, where it is unlike the target's others: the end of a sentence, or nothing.
 * @param others what else came in this run
 */
export function foreignServerNote({ response }: Exchange, others: Iterable<Exchange>): string {
  if (response === null) return '';
  const server = serverOf(response);
  const page = isPage(response);
  const servers = new Set<string | undefined>();
  let [pages, plain] = [0, 0];
  for (const { response: other } of others) {
    if (other === null) continue;
    if (isPage(other)) pages += 1;
    else if (other.status < 300) servers.add(serverOf(other));
    else if (other.status >= 400) plain += 1;
  }
  const foreign = servers.size > 0 && server !== undefined && !servers.has(server);
  // A service that mostly refuses with a page has that habit; one page among other refusals is somebody else's.
  if (!foreign && !(page && pages < plain)) return '';
  const what = foreign ? `comes from ${server}` : 'is an HTML page';
  return `; that answer ${what}, not like the target's others`;
}
