import type { JsonSpelling } from '../../json/spellings.ts';
import { isOrdinaryRequest } from '../silence/index.ts';
import { isObject, isSuccess, type Reply } from '../target/index.ts';

/** Largest id that a counter of the target may reach during a run, so that a GET of it may find a new animal later. */
const COUNTED = 2n ** 32n;

/** True if resending the request asks for the same thing; false for a GET of an id that a new animal may have got since. */
export function isRepeatable({ operation, answer, outcome: { ask }, ...reply }: Reply): boolean {
  if (operation !== 'get' || !ask.credential.valid || isSuccess(answer)) return true;
  const { id } = reply as { readonly id: string };
  return !/^\d+$/u.test(id) || BigInt(id) > COUNTED;
}

/** How complex a request is for a person who repeats it: lists are compared number by number, and lower is simpler. */
export type RequestComplexity = readonly number[];

/** Characters that a shell, a terminal or a reader may misinterpret. */
const UNUSUAL = { url: /[^\w:/?&=.]/gu, body: /[^\u0020-\u005b\u005d-\u007e]/gu };
/** Matches ids, in binary, that are close to a power of two: a reader would think that the power of two causes the failure. */
const BESIDE_POWER = /^1(?:0{12}|1{12})/u;
/** Common JSON spellings: no reader would think that they cause the failure. */
const PLAIN: readonly (JsonSpelling | undefined)[] = ['tight', 'reversed', undefined];
/** Invisible input, such as a parameter without a value. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]|[^\P{Z} ]| {2}|=(?=[& ])/gu;

function countOf(some: RegExp, text: string): number {
  return text.match(some)?.length ?? 0;
}

export function requestComplexityOf(reply: Reply): RequestComplexity {
  const { ask } = reply.outcome;
  const { credential } = ask;
  const sent = sentText(reply);
  return [
    Number(!isRepeatable(reply)),
    // 0 for a read, 1 for any other request, 2 for a create that stored an animal: the animal stays.
    ask.method === 'GET' ? 0 : 1 + Number(reply.operation === 'create' && isSuccess(reply.answer)),
    credential.kind === 'valid' ? 0 : credential.value === null ? 1 : 2,
    // A reader may misread a scheme that begins like Bearer as the valid scheme.
    Number(!credential.valid && /^bear/iu.test(credential.value ?? '')),
    2 * Number(!isOrdinaryRequest(ask)) + Number(isOdd(reply)),
    Number(ask.contentType?.includes(';') === true),
    Number(reply.operation === 'create' && !PLAIN.includes(reply.spelling)),
    partsOf(reply),
    Number(reply.operation === 'get' && isBesidePower(reply.id)),
    countOf(UNUSUAL.url, ask.url) + countOf(UNUSUAL.body, ask.body ?? '') + countOf(UNSEEN, sent),
    sent.length,
  ];
}

function isOdd(reply: Reply): boolean {
  return reply.operation === 'get'
    ? !/^\d+$/u.test(reply.id)
    : 'intent' in reply && reply.intent === 'borderline';
}

function isBesidePower(id: string): boolean {
  return /^\d+$/u.test(id) && BESIDE_POWER.test(BigInt(id).toString(2));
}

/** The number of parameters in a query or a path, or of members in a body. */
function partsOf(reply: Reply): number {
  switch (reply.operation) {
    case 'list':
      return Object.keys(reply.query).length;
    case 'get':
      return 1;
    default:
      return isObject(reply.sent) ? Object.keys(reply.sent).length : 1;
  }
}

function sentText({ outcome: { ask } }: Reply): string {
  const rest = [ask.contentType ?? '', ask.body ?? ''].filter((text) => text !== '').join(' ');
  try {
    return `${decodeURIComponent(ask.url)} ${rest}`;
  } catch {
    return `${ask.url} ${rest}`;
  }
}

/** Returns a negative number if `one` is simpler than `other`. */
export function compareComplexity(one: RequestComplexity, other: RequestComplexity): number {
  for (const [at, value] of one.entries()) {
    const beside = other[at];
    if (beside === undefined) return 1;
    if (value !== beside) return value < beside ? -1 : 1;
  }
  return one.length - other.length;
}

/** Sorts by complexity, then by the text of the request: the order of the replies makes no difference. */
export function simplestFirst<T>(all: readonly T[], replyOf: (one: T) => Reply): readonly T[] {
  const keys = all.map((one) => ({
    one,
    burden: requestComplexityOf(replyOf(one)),
    text: sentText(replyOf(one)),
  }));
  const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
  return keys
    .toSorted((a, b) => compareComplexity(a.burden, b.burden) || byText(a.text, b.text))
    .map(({ one }) => one);
}
