import type { Exchange, Header } from '../../../reports/exchange.ts';
import { headerOf } from '../../http/content.ts';
import { type Api, isObject, isSuccess, logIndex, type Reply } from '../target/index.ts';
import { isOrdinary } from './ordinary.ts';
import { frameworkOf, intermediaryOf, isPage, serverOf, type Response } from './page.ts';

/** What a firewall answers, with a body that is not the service's. */
const FORBIDDEN: ReadonlySet<number> = new Set([403, 406, 418, 501]);
/** Headers of one connection, or of the way in which a body is sent: they differ with each answer of one server. */
const OF_THE_WIRE: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'content-length',
  'trailer',
  'upgrade',
]);
/** Headers by which intermediaries name themselves, or that they put on what they refuse. */
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

/** What every answer of a service to ordinary requests bears. */
interface Marks {
  answers: number;
  /** Names of headers, in their order. */
  names: readonly string[];
  /** Whether they came in that order each time. */
  isOrdered: boolean;
  /** Each that was seen; undefined for none. */
  readonly servers: Set<string | undefined>;
  /** Names of headers that any of them bore. */
  readonly seen: Set<string>;
  readonly types: Set<string>;
  hasVia: boolean;
}

const noMarks = (): Marks => ({
  answers: 0,
  names: [],
  isOrdered: true,
  servers: new Set(),
  seen: new Set(),
  types: new Set(),
  hasVia: false,
});

/** The marks of both addresses, which two services may stand behind, from what the document asks for: no gateway gives that. */
const marksOf = logIndex(
  () => ({ animals: noMarks(), messages: noMarks() }),
  (all, { answer, operation, outcome: { ask, exchange } }) => {
    const { response } = exchange;
    if (response === null || !isAsDocumented(answer) || !isOrdinary(ask)) return;
    const marks = operation === 'message' ? all.messages : all.animals;
    const names = namesOf(response.headers);
    if (marks.answers === 0) marks.names = names;
    const both = marks.names.filter((name) => names.includes(name));
    marks.isOrdered &&= isInOrder(both, names);
    marks.names = both;
    marks.answers += 1;
    for (const name of names) marks.seen.add(name);
    marks.servers.add(serverOf(response));
    marks.types.add(typeOf(response.headers));
    marks.hasVia ||= headerOf(response.headers, 'via') !== undefined;
  },
);

/** JSON that goes well, or an Error object as far as it tells one from what others answer. */
function isAsDocumented(answer: Reply['answer']): boolean {
  if (answer?.body.ok !== true) return false;
  const { value } = answer.body;
  return isSuccess(answer) || (isObject(value) && 'code' in value && 'message' in value);
}

function namesOf(headers: readonly Header[]): readonly string[] {
  const names = headers.map(([name]) => name.toLowerCase()).filter((name) => !OF_THE_WIRE.has(name));
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
 * The mark of an intermediary on the answer to a request that is not ordinary, in words behind "with"; undefined where there
 * is none. Such an answer proves nothing: the service may never have seen the request. To an ordinary request nothing but the
 * service has a reason to answer, and no mark is an excuse.
 */
export function intermediaryMark(
  { answer, operation, outcome: { ask, exchange } }: Pick<Reply, 'answer' | 'operation' | 'outcome'>,
  api: Api,
): string | undefined {
  const { response } = exchange;
  if (answer === undefined || response === null || isOrdinary(ask)) return undefined;
  const marks = marksOf(api)[operation === 'message' ? 'messages' : 'animals'];
  const { headers } = response;
  return (
    ownServer(response, marks) ??
    pageMark(response) ??
    (frameworkOf(response) === undefined && answer.status >= 300
      ? (refusalMark(answer.status, answer.body.ok && isObject(answer.body.value)) ??
        shapeMark(headers, marks))
      : undefined)
  );
}

function ownServer(response: Response, { answers, servers, seen, hasVia }: Marks): string | undefined {
  const server = serverOf(response);
  if (answers > 0 && server !== undefined && !servers.has(server)) return `Server: ${server}`;
  if (answers > 0 && !hasVia && headerOf(response.headers, 'via') !== undefined) return 'a Via header';
  if (/^error from/iu.test(headerOf(response.headers, 'x-cache') ?? ''))
    return 'an X-Cache header that says so';
  const header = OF_INTERMEDIARIES.find(
    (name) => !seen.has(name) && headerOf(response.headers, name) !== undefined,
  );
  return header === undefined ? undefined : `the header ${header}`;
}

function pageMark(response: Response): string | undefined {
  const intermediary = intermediaryOf(response);
  if (intermediary !== undefined) return `a page of ${intermediary}`;
  return isPage(response) && frameworkOf(response) === undefined ? 'an HTML page' : undefined;
}

function refusalMark(status: number, isJsonObject: boolean): string | undefined {
  return FORBIDDEN.has(status) && !isJsonObject ? `status ${String(status)} and no JSON object` : undefined;
}

/** How an answer differs from what all answers of the service to ordinary requests have in common. */
function shapeMark(headers: readonly Header[], marks: Marks): string | undefined {
  if (marks.answers === 0) return undefined;
  const names = namesOf(headers);
  const lacking = marks.names.find((name) => !names.includes(name));
  if (lacking !== undefined) return `no ${lacking} header`;
  if (marks.isOrdered && !isInOrder(marks.names, names)) return 'headers in another order';
  const type = typeOf(headers);
  return marks.types.has(type)
    ? undefined
    : `Content-Type ${/^[\w.+/;=-]{1,60}/u.exec(type)?.[0] ?? 'other'}`;
}

/**
 * Whose answer it looks like, where that is not plain: the end of a sentence, or nothing.
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
  const intermediary = intermediaryOf(response);
  const isUnlike = foreign || (page && pages < plain);
  if (intermediary !== undefined)
    return `; that answer is a page of ${intermediary}${isUnlike ? ", not like the target's others" : ''}`;
  // A service that mostly refuses with a page has that habit; one page among other refusals is somebody else's.
  if (!isUnlike) return '';
  const what = foreign ? `comes from ${server}` : 'is an HTML page';
  return `; that answer ${what}, not like the target's others`;
}
