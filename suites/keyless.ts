import * as fc from 'fast-check';
import { partition, type ClassValues, type Partitions } from '../generators/partitions.ts';
import { type Check, flawSubjectKey } from '../src/engine/plan/index.ts';
import { isSuccess, itemId, noCredential, type Reply } from '../src/engine/target/index.ts';
import { int64Value } from '../src/json/int64.ts';
import {
  type Expectation,
  type ExpectationResult,
  expectStatus,
  expectStatusAnyBody,
  judgeStatus,
  property,
  wrongStatusFlaw,
} from '../src/engine/verbs/index.ts';
import { type RequestVariation, type TestedOperation, TURNS } from './operations.ts';
import { behindKey, besideKey } from './with-key.ts';

/** A request without a key: `turn` selects its parameters, and the other members say how it differs from a plain request. */
interface Bare extends RequestVariation {
  readonly label: string;
  readonly turn: number;
  /** If set, a request with the key is sent too: just before this request on the same connection, or at the same moment. */
  readonly key?: 'before' | 'beside';
}

const turn = (number: number): Bare => ({ label: `request ${String(number)}`, turn: number });
/** Makes a class of requests that differ from the plain request; the name of the class says how. */
const plainBut = (manner: Omit<Bare, 'label' | 'turn'>) => (label: string) => [{ label, turn: 0, ...manner }];
/** A request with an undocumented query. */
const withQuery = (search: string): Bare => ({ label: `the query ${search}`, turn: 0, search });
/** Headers that some access controls trust; no User-Agent of a health check, which a proxy may answer itself. */
const TRUSTED = [
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Real-IP', '10.0.0.1'],
  ['X-Internal-Request', 'true'],
  ['X-Remote-User', 'admin'],
  ['X-Forwarded-User', 'admin'],
  ['Referer', 'http://localhost/docs/'],
  ['Access-Control-Request-Method', 'GET'],
] as const;
const PLAINEST: Readonly<Record<string, ClassValues<Bare>>> = {
  'the plainest request': [turn(0)],
  // Some access controls reject only requests that ask for JSON.
  'no Accept header': plainBut({ accept: null }),
  'headers that gateways trust': plainBut({ headers: TRUSTED }),
  'a connection that showed the key': plainBut({ key: 'before' }),
  'a moment at which the key is used': plainBut({ key: 'beside' }),
};
/** Conditional headers, which a cache or framework may answer with a list or a 304 before it checks the key. */
const CONDITIONS = [
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'Fri, 31 Dec 2038 23:59:59 GMT'],
] as const;
/** Random values of `turn` that give the list query parameters. */
const otherTurns = fc.nat().filter((number) => number % 16 !== 0);
const OTHERS: Readonly<Record<string, ClassValues<Bare>>> = {
  ...PLAINEST,
  'a request with other values': otherTurns.map(turn),
  // An access control may match paths without a query only, or exempt any address that contains a public path.
  'an unknown query': ['next=/health', 'next=/docs', 'next=/login'].map(withQuery),
};

const BARE: Readonly<Record<TestedOperation['name'], Partitions<Bare>>> = {
  // An access control may cover only lists without parameters, only lists with parameters, or only some values of them.
  list: partition<Bare>({
    ...OTHERS,
    'a list with a limit': [1, 2, 3].map(turn),
    'available animals': [turn(4)],
    'pending animals': [turn(8)],
    'sold animals': [turn(12)],
    'a status and a limit': [5, 9, 13].map(turn),
    'a slash behind the path': plainBut({ form: 'slash' }),
    'a question mark behind the path': plainBut({ form: 'question' }),
    'a capital in the path': plainBut({ form: 'capital' }),
    'an escaped letter in the path': plainBut({ form: 'escaped' }),
    'the whole address on the request line': plainBut({ form: 'absolute' }),
    'a list if it has changed': plainBut({ headers: CONDITIONS }),
  }),
  create: partition<Bare>({ ...OTHERS, 'an escaped letter in the path': plainBut({ form: 'escaped' }) }),
  get: partition<Bare>({
    ...OTHERS,
    'the whole address on the request line': plainBut({ form: 'absolute' }),
    'an escape in the id': plainBut({ isEscaped: true }),
    'an animal if it has changed': plainBut({ headers: CONDITIONS }),
  }),
  message: partition<Bare>({ ...PLAINEST, 'an unknown query': [withQuery('next=login')] }),
};

/** Matches addresses of the unusual requests above: with an unknown query or an escaped id, on any base address. */
const ODD_END = /\/pets\/%3\d\d*$|[?&]next=(?:\/\w+|login)$/u;

/** Expects 401. An unusual request, which a proxy may answer itself, is only a violation if the response grants access. */
function notLetIn(reply: Reply, expected: Expectation): ExpectationResult {
  const { absolute, headers, url } = reply.outcome.ask;
  const isOther = absolute === true || /\/p%65ts|\/Pets|\/pets[/?]$/u.test(url);
  const isShown =
    reply.operation === 'list'
      ? reply.items?.some((item) => itemId(item) !== undefined)
      : reply.operation !== 'message' && int64Value(reply.pet?.['id']) !== undefined;
  if (headers === undefined && !isOther && !ODD_END.test(url)) return judgeStatus(expected, reply);
  if (reply.answer?.status === 401) return 'met';
  // A server may answer an unknown address with a page or an index in JSON, so a 200 alone does not show access.
  const isIn = isOther ? isShown : isSuccess(reply.answer);
  return isIn === true || reply.answer?.status === 304
    ? wrongStatusFlaw(reply, '401: it has no key')
    : 'no-evidence';
}

/** Checks that an operation without a key is rejected with 401. */
export function missingAuthorizationCheck(operation: TestedOperation): Check {
  const { name, title, ask } = operation;
  const isMessage = name === 'message';
  return property(isMessage ? 'messages/no-header' : `auth/no-header-${name}`, {
    decides: isMessage ? 'messages.auth.missing' : 'auth.missing',
    stage: 'keys',
    turn: TURNS.indexOf(name),
    needs: isMessage ? ['messages', 'message'] : [name],
    draw: BARE[name],
    ask: ({ turn: number, key, ...manner }, context) => {
      const send = () => ask(context, noCredential, number, manner);
      if (key === undefined) return send();
      return (key === 'before' ? behindKey : besideKey)(operation, context, send);
    },
    // The document does not define the error body of messages, so only the status is checked.
    expect: (reply) => notLetIn(reply, isMessage ? expectStatusAnyBody(401) : expectStatus(401)),
    passMessage: `requests without a key for ${title}, each refused with 401`,
    subjects: () => [flawSubjectKey.credential(name, noCredential.kind)],
  });
}
