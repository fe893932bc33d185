import type { Exchange } from '../../../reports/exchange.ts';
import type { Ask } from '../../http/types.ts';
import { headerOf } from '../../http/content.ts';
import { frameworkOf, isPage, serverOf } from './page.ts';
import { type Api, isObject, logIndex, type Reply } from '../target/index.ts';

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
/** What no bearer token has (RFC 6750, section 2.1). */
const NO_TOKEN = /[^A-Za-z0-9\-._~+/=]|--/u;
/** The same in a body that is not JSON, whose quotes, equals signs and line ends are of its own grammar. */
const RAW_ATTACK = /[^\s\u0020-\u007e]|[`<>;|$%\\]|--|\{\{|\.\.|0x/u;
/**
 * In a path: what nginx, Apache, IIS, ASP.NET, servlet containers and CDNs refuse or resolve by themselves (requirements, rule 28),
 * doubled slashes and file extensions among them.
 */
const ODD_PATH = /%(?:[01][0-9a-f]|7f|2[035afAF]|3[abfABF]|5c)|[;*:]|\/\/|\/[^/]{256,}|\.[^/]*$/iu;
/** Bytes of a target, a header or a body that every gateway lets through. */
const ORDINARY = 4096;
const JSON_TYPE = /^(?:application\/json\b.*)?$/iu;
/** Answers by which the service's own are known. */
const ENOUGH = 10;
/** Headers of a hop or of one answer, which say nothing of who answers. */
const ANY_HOP: ReadonlySet<string> = new Set(
  'connection keep-alive transfer-encoding content-length content-type content-encoding date vary trailer'.split(
    ' ',
  ),
);
/** Headers by which intermediaries name themselves. */
const OF_INTERMEDIARIES: ReadonlySet<string> = new Set(
  'cf-ray cf-mitigated x-amz-cf-id x-amzn-waf-action x-azure-ref x-sucuri-id x-iinfo x-akamai-request-id x-waf-event-info'.split(
    ' ',
  ),
);
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
  return isLikeAnAttack(ask) || (LIKE_AN_ATTACK.test(ask.body ?? '') && !isJson(ask.body));
}

/** Whether a request holds what firewalls take for an attack: in its path, query, token or the strings of its body. */
function isLikeAnAttack({ url, body, credential }: Ask): boolean {
  const [path, query] = partsOf(url);
  const parameters = [...new URLSearchParams(query).values()];
  const token = (credential.value ?? '').replace(/^[A-Za-z]+ /u, '');
  return (
    NO_TOKEN.test(token) ||
    [decoded(path) ?? path, ...parameters].some((text) => LIKE_AN_ATTACK.test(text)) ||
    (isJson(body)
      ? textsIn(body).some((text) => LIKE_AN_ATTACK.test(text)) || body?.includes('\\') === true
      : RAW_ATTACK.test(body ?? ''))
  );
}

/**
 * Whether every gateway passes such a request on: plain in bytes and size, whether or not the document calls it faulty
 * (requirements, rule 28).
 */
function isOrdinary(ask: Ask): boolean {
  const { url, body, contentType, credential } = ask;
  const [path, query] = partsOf(url);
  return !(
    gatewayMayRefuse(ask) ||
    ODD_PATH.test(path) ||
    query.includes('%') ||
    path.length + query.length > ORDINARY ||
    (credential.value?.length ?? 0) > ORDINARY ||
    Buffer.byteLength(body ?? '') > ORDINARY ||
    !JSON_TYPE.test(contentType ?? '') ||
    isLikeAnAttack(ask)
  );
}

/** What the service's own answers have in common, learnt from those to ordinary requests. */
interface Own {
  readonly servers: Set<string | undefined>;
  readonly vias: Set<string | undefined>;
  readonly names: Set<string>;
  /** Names of headers that every one of them has; undefined before the first. */
  always: readonly string[] | undefined;
  answers: number;
}

const nothing = (): Own => ({
  servers: new Set(),
  vias: new Set(),
  names: new Set(),
  always: undefined,
  answers: 0,
});

/** Messages are at an address of their own, and may be another service. */
const owns = logIndex<Readonly<Record<'animals' | 'messages', Own>>>(
  () => ({ animals: nothing(), messages: nothing() }),
  (all, { answer, operation, outcome: { ask, exchange } }) => {
    const own = all[operation === 'message' ? 'messages' : 'animals'];
    const { response } = exchange;
    if (answer === undefined || response === null || !answer.body.ok || !isOrdinary(ask)) return;
    const names = response.headers.map(([name]) => name.toLowerCase());
    own.answers += 1;
    own.servers.add(serverOf(response));
    own.vias.add(headerOf(response.headers, 'via'));
    for (const name of names) own.names.add(name);
    own.always =
      own.always?.filter((name) => names.includes(name)) ?? names.filter((name) => !ANY_HOP.has(name));
  },
);

/** Whether an answer bears the mark of somebody in front of the service, who answered in its place. */
function isMarked(response: NonNullable<Exchange['response']>, own: Own): boolean {
  if (own.answers < ENOUGH) return false;
  const names = new Set(response.headers.map(([name]) => name.toLowerCase()));
  const via = headerOf(response.headers, 'via');
  return (
    !own.servers.has(serverOf(response)) ||
    !own.vias.has(via) ||
    [...names].some((name) => OF_INTERMEDIARIES.has(name) && !own.names.has(name)) ||
    (own.always ?? []).some((name) => !names.has(name)) ||
    (isPage(response) && frameworkOf(response) === undefined)
  );
}

/**
 * Whether an answer proves nothing of the service, which may never have seen the request: one that is not ordinary, and whose
 * answer bears an intermediary's mark, or is what a firewall answers.
 */
export function isIntermediarys(reply: Reply, api: Api): boolean {
  const { response } = reply.outcome.exchange;
  if (response === null || response.status < 300) return false;
  const own = owns(api)[reply.operation === 'message' ? 'messages' : 'animals'];
  return looksLikeFirewall(reply) || (!isOrdinary(reply.outcome.ask) && isMarked(response, own));
}

function isJson(text: string | null | undefined): boolean {
  try {
    JSON.parse(text ?? '');
    return true;
  } catch {
    return false;
  }
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
  const framework = response.status < 400 ? undefined : frameworkOf(response);
  if (framework !== undefined) return `; that answer is the default error page of ${framework}`;
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
