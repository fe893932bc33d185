import type { Header } from '../../../reports/exchange.ts';
import { headerOf } from '../../http/content.ts';
import { type Api, isObject, isSuccess, logIndex, type Reply } from '../target/index.ts';
import { isOrdinary } from './ordinary.ts';
import { frameworkOf, isPage, pageWords, serverOf, type Response } from './page.ts';

/** Statuses of a firewall, with a body that is not the service's. */
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

/** Headers that all responses of a service to ordinary requests share. */
const noMarks = () => ({
  answers: 0,
  names: [] as readonly string[],
  /** Whether they came in that order each time. */
  isOrdered: true,
  /** Each that was seen; undefined for none. */
  servers: new Set<string | undefined>(),
  seen: new Set<string>(),
  types: new Set<string>(),
  hasVia: false,
});
type Marks = ReturnType<typeof noMarks>;

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

function marksFor(operation: Reply['operation'], api: Api): Marks {
  return marksOf(api)[operation === 'message' ? 'messages' : 'animals'];
}

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
 * The mark of an intermediary on an answer, in words behind "with". Such an answer proves nothing: the service may never
 * have seen the request. To an ordinary request nothing but the service has a reason to answer.
 */
export function intermediaryMark(
  { answer, operation, outcome: { ask, exchange } }: Pick<Reply, 'answer' | 'operation' | 'outcome'>,
  api: Api,
): string | undefined {
  const { response } = exchange;
  if (answer === undefined || response === null || isOrdinary(ask)) return undefined;
  const marks = marksFor(operation, api);
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
  return isPage(response) && frameworkOf(response) === undefined ? pageWords(response) : undefined;
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

/** Whose answer it looks like, where that is not plain: the end of a sentence, or nothing. */
export function foreignServerNote(
  { operation, outcome }: Pick<Reply, 'operation' | 'outcome'>,
  api: Api,
): string {
  const { response } = outcome.exchange;
  if (response === null) return '';
  const framework = response.status < 400 ? undefined : frameworkOf(response);
  if (framework !== undefined) return `; that answer is the default error page of ${framework}`;
  if (isPage(response)) return `; that answer is ${pageWords(response)}`;
  const server = serverOf(response);
  const { servers } = marksFor(operation, api);
  const isForeign = servers.size > 0 && server !== undefined && !servers.has(server);
  return isForeign ? `; that answer comes from ${server}, not like the target's others` : '';
}
