import type { Header } from '../../../reports/exchange.ts';
import { headerOf } from '../../http/content.ts';
import { type Api, isObject, isSuccess, createLogIndex, type Reply } from '../target/index.ts';
import { isOrdinaryRequest } from './ordinary.ts';
import { frameworkOfErrorPage, isHtmlPage, describePage, serverProductOf } from './page.ts';
import type { RecordedResponse } from '../../http/retry.ts';

/** Statuses that a firewall sends; they count as the firewall's if the body is not that of the service. */
const FORBIDDEN: ReadonlySet<number> = new Set([403, 406, 418, 501]);
/** Headers of a connection, or of the framing of a body: they differ between the responses of one server. */
const OF_THE_WIRE =
  /^(?:connection|keep-alive|proxy-connection|transfer-encoding|content-length|trailer|upgrade)$/u;
/** Headers by which intermediaries identify themselves or mark a refusal. */
const OF_INTERMEDIARIES: readonly string[] = [
  'cf-mitigated',
  'cf-ray',
  'x-akamai-request-id',
  'x-amz-cf-id',
  'x-amzn-errortype',
  'x-amzn-waf-action',
  'x-azure-ref',
  'x-datadome',
  'x-denied-reason',
  'x-iinfo',
  'x-squid-error',
  'x-sucuri-block',
  'x-sucuri-id',
  'x-waf-event-info',
];

/** What responses of a service to ordinary requests have in common. */
const noMarks = () => ({
  answers: 0,
  names: [] as readonly string[],
  /** True if these headers came in the same order in every response. */
  isOrdered: true,
  /** Every product seen in the Server header; undefined for a response without one. */
  servers: new Set<string | undefined>(),
  seen: new Set<string>(),
  types: new Set<string>(),
  hasVia: false,
  /** The shapes of responses with 400 to ordinary messages: the document does not define their bodies. */
  refusals: new Set<string>(),
});
type Marks = ReturnType<typeof noMarks>;

/** Headers and media types of the service's own responses (successes and Error objects), for animals and for messages. */
const marksOf = createLogIndex(
  () => ({ animals: noMarks(), messages: noMarks() }),
  (all, { answer, operation, outcome: { ask, exchange } }) => {
    const { response } = exchange;
    if (response === null || !isOrdinaryRequest(ask)) return;
    const marks = operation === 'message' ? all.messages : all.animals;
    if (operation === 'message' && answer?.status === 400) marks.refusals.add(shapeOf(response.headers));
    if (!isAsDocumented(answer)) return;
    const names = namesOf(response.headers);
    if (marks.answers === 0) marks.names = names;
    const both = marks.names.filter((name) => names.includes(name));
    marks.isOrdered &&= isInOrder(both, names);
    marks.names = both;
    marks.answers += 1;
    for (const name of names) marks.seen.add(name);
    marks.servers.add(serverProductOf(response));
    marks.types.add(typeOf(response.headers));
    marks.hasVia ||= headerOf(response.headers, 'via') !== undefined;
  },
);

function marksFor(operation: Reply['operation'], api: Api): Marks {
  return marksOf(api)[operation === 'message' ? 'messages' : 'animals'];
}

/** True for a success with JSON, or for an Error object with `code` and `message`. */
function isAsDocumented(answer: Reply['answer']): boolean {
  if (answer?.body.ok !== true) return false;
  const { value } = answer.body;
  return isSuccess(answer) || (isObject(value) && 'code' in value && 'message' in value);
}

function namesOf(headers: readonly Header[]): readonly string[] {
  const names = headers.map(([name]) => name.toLowerCase()).filter((name) => !OF_THE_WIRE.test(name));
  return [...new Set(names)];
}

function isInOrder(some: readonly string[], names: readonly string[]): boolean {
  const order = names.filter((name) => some.includes(name));
  return order.length === some.length && order.every((name, at) => name === some[at]);
}

function typeOf(headers: readonly Header[]): string {
  return (headerOf(headers, 'content-type') ?? 'none').toLowerCase().replaceAll(/\s/gu, '');
}

/**
 * Describes a mark of an intermediary on a response, in words that can follow "with". A response with a mark proves nothing:
 * the service may never have got the request. A response to an ordinary request never has a mark, because only the service has
 * a reason to refuse it.
 */
export function intermediaryMark(
  { answer, operation, outcome: { ask, exchange } }: Pick<Reply, 'answer' | 'operation' | 'outcome'>,
  api: Api,
): string | undefined {
  const { response } = exchange;
  if (answer === undefined || response === null || isOrdinaryRequest(ask)) return undefined;
  const marks = marksFor(operation, api);
  const server = serverMark(response, marks);
  if (server !== undefined || frameworkOfErrorPage(response) !== undefined) return server;
  if (isHtmlPage(response)) return describePage(response);
  const { status, body } = answer;
  if (status < 300) return undefined;
  const isJsonObject = body.ok && isObject(body.value);
  if (FORBIDDEN.has(status) && !isJsonObject) return `status ${String(status)} and no JSON object`;
  return shapeMark(response, marks);
}

function serverMark(
  response: RecordedResponse,
  { answers, servers, seen, hasVia }: Marks,
): string | undefined {
  const server = serverProductOf(response);
  if (answers > 0 && server !== undefined && !servers.has(server)) return `Server: ${server}`;
  if (answers > 0 && !hasVia && headerOf(response.headers, 'via') !== undefined) return 'a Via header';
  if (/^error from/iu.test(headerOf(response.headers, 'x-cache') ?? ''))
    return 'an X-Cache header that says so';
  const header = OF_INTERMEDIARIES.find(
    (name) => !seen.has(name) && headerOf(response.headers, name) !== undefined,
  );
  return header === undefined ? undefined : `the header ${header}`;
}

function shapeOf(headers: readonly Header[]): string {
  return [...namesOf(headers), typeOf(headers)].join();
}

/** Headers of content, which a 304 does not have (RFC 9110, section 15.4.5). */
const OF_CONTENT: ReadonlySet<string> = new Set(['content-type', 'content-length', 'transfer-encoding']);

/** Describes how a response differs from all responses to ordinary requests; undefined if it does not. */
function shapeMark({ headers, status }: RecordedResponse, marks: Marks): string | undefined {
  if (marks.answers === 0 || marks.refusals.has(shapeOf(headers))) return undefined;
  const names = namesOf(headers);
  const isEmpty = status === 304;
  const usual = marks.names.filter((name) => !isEmpty || !OF_CONTENT.has(name));
  const lacking = usual.find((name) => !names.includes(name));
  if (lacking !== undefined) return `no ${lacking} header`;
  if (marks.isOrdered && !isInOrder(usual, names)) return 'headers in another order';
  const type = typeOf(headers);
  return isEmpty || marks.types.has(type)
    ? undefined
    : `Content-Type ${/^[\w.+/;=-]{1,60}/u.exec(type)?.[0] ?? 'other'}`;
}

/** Returns a note on which other server may have sent the response; empty if it looks like the target's. */
export function foreignServerNote(
  { operation, outcome }: Pick<Reply, 'operation' | 'outcome'>,
  api: Api,
): string {
  const { response } = outcome.exchange;
  if (response === null) return '';
  const framework = response.status < 400 ? undefined : frameworkOfErrorPage(response);
  if (framework !== undefined) return `; that answer is the default error page of ${framework}`;
  if (isHtmlPage(response)) return `; that answer is ${describePage(response)}`;
  const server = serverProductOf(response);
  const { servers } = marksFor(operation, api);
  const isForeign = servers.size > 0 && server !== undefined && !servers.has(server);
  return isForeign ? `; that answer comes from ${server}, not like the target's others` : '';
}
