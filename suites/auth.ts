import * as fc from 'fast-check';
import {
  headerWithoutToken,
  RANDOM_TOKEN,
  randomTokenHeader,
  type InvalidAuthorization,
  wrongTokens,
  malformedHeaders,
  malformedTokens,
  randomTokens,
} from '../generators/credentials.ts';
import { partition, type ClassValues, type Partitions } from '../generators/partitions.ts';
import { type Check, type CheckContext, defineCheck, flawSubjectKey } from '../src/engine/plan/index.ts';
import {
  toInvalidCredential,
  isValidExceptKey,
  isSuccess,
  keyBehindBearerSpelling,
  validCredential,
  noCredential,
  runOnConnection,
  type Reply,
  noAnswerOf,
} from '../src/engine/target/index.ts';
import {
  invariant,
  expectClientError,
  property,
  type Expectation,
  judgeStatus,
  type ExpectationResult,
  expectStatus,
  expectStatusAnyBody,
  wrongStatusFlaw,
} from '../src/engine/verbs/index.ts';
import {
  type TestedOperation,
  type RequestVariation,
  type AnimalOperation,
  operations,
} from './operations.ts';

const UNAUTHORIZED = expectStatus(401);
/** Above this length of the Authorization header, any 4xx (such as 431) is accepted: many servers reject long headers first. */
const LONG_HEADER = 1024;

/** Expects 401; for a very long header any 4xx. */
function refusedKey(reply: Reply, expected: Expectation): ExpectationResult {
  const isLong = (reply.outcome.ask.credential.value ?? '').length > LONG_HEADER;
  return judgeStatus(isLong ? expectClientError : expected, reply);
}

/** Kinds of Authorization headers to reject. A malformed token is a kind of its own: some servers treat it as a wrong token. */
const HEADERS = [
  ['wrong-token', 'Authorization headers with a wrong token', 'invalid', wrongTokens],
  ['not-of-the-form', 'malformed Authorization headers', 'malformed', malformedHeaders],
  ['no-token', 'Authorization headers with a malformed token', 'malformed', malformedTokens],
] as const;

/** Operations for which the same header classes are tested; each operation sends another value of a class. */
const TURNS: readonly TestedOperation['name'][] = ['list', 'create', 'get', 'message'];

/** A request with the key. */
function keyed({ name, ask }: TestedOperation, context: CheckContext): Promise<Reply | undefined> {
  const { apiKey, messages } = context.config;
  if (name === 'message') return ask(context, validCredential(messages?.apiKey ?? ''), 0);
  // The same animal that is asked for without the key: a cache may show it to anybody afterwards.
  return name === 'get' ? ask(context, validCredential(apiKey), 0) : context.api.list();
}

/**
 * Sends a request twice, at the same moment as three requests with the valid key. Returns the first of the two responses that
 * is not 401; otherwise the first response, if there is one.
 */
async function besideKey(
  operation: TestedOperation,
  context: CheckContext,
  send: () => Promise<Reply | undefined>,
): Promise<Reply | undefined> {
  const withKey = () => keyed(operation, context);
  const [, one, , another] = await Promise.all([withKey(), send(), withKey(), send(), withKey()]);
  const answered = [one, another].filter((reply) => reply?.answer !== undefined);
  return answered.find((reply) => reply?.answer?.status !== 401) ?? answered[0] ?? one;
}

/** Sends a request with the key, then calls `send` on the same connection, and again if the response is 401. */
async function behindKey(
  operation: TestedOperation,
  context: CheckContext,
  send: () => Promise<Reply | undefined>,
): Promise<Reply | undefined> {
  await runOnConnection({ own: 0, last: false }, () => keyed(operation, context));
  const next = await runOnConnection({ own: 0, last: false }, send);
  return next?.answer?.status === 401 ? runOnConnection({ own: 0, last: true }, send) : next;
}

/** Checks that an operation rejects each kind of invalid Authorization header with 401. */
export function invalidAuthorizationChecks(operation: TestedOperation): readonly Check[] {
  const { name, title, ask } = operation;
  const isMessage = name === 'message';
  const area = isMessage ? 'messages.auth' : 'auth';
  return HEADERS.map(([id, what, breaks, draw]) =>
    property(isMessage ? `messages/${id}` : `auth/${id}-${name}`, {
      decides: `${area}.${breaks}`,
      stage: 'keys',
      turn: TURNS.indexOf(name),
      needs: isMessage ? ['messages', 'message'] : [name],
      draw: ({ apiKey, messagesKey }) => draw(isMessage ? messagesKey : apiKey),
      ask: async (header, context) => {
        const send = () => ask(context, toInvalidCredential(header), context.seed(header.label) >>> 0);
        const reply = await send();
        // Repeats a refused token beside requests with the key: a guard may remember tokens, or look up several at once.
        return header.label === RANDOM_TOKEN && reply?.answer?.status === 401
          ? besideKey(operation, context, send)
          : reply;
      },
      // The document does not define the error body of messages, so only the status is checked.
      expect: (reply) => refusedKey(reply, isMessage ? expectStatusAnyBody(401) : UNAUTHORIZED),
      passMessage: `${what} for ${title}, each refused with 401`,
      subjects: ({ kind }) => [flawSubjectKey.credential(name, kind)],
      ...(id === 'no-token' && { possibleCauses: [`${area}.invalid`] }),
    }),
  );
}

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
/** Headers that some access controls trust: of a health check, an internal address, a local page, a CORS preflight. */
const TRUSTED = [
  ['User-Agent', 'kube-probe/1.30'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Real-IP', '10.0.0.1'],
  ['X-Internal-Request', 'true'],
  ['Referer', 'http://localhost/docs/'],
  ['Access-Control-Request-Method', 'GET'],
] as const;
const PLAINEST: Readonly<Record<string, ClassValues<Bare>>> = {
  'the plainest request': [turn(0)],
  // Some access controls reject only requests that ask for JSON.
  'no Accept header': plainBut({ accept: null }),
  'headers that guards trust': plainBut({ headers: TRUSTED }),
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
      ? reply.items !== undefined
      : reply.operation !== 'message' && reply.pet !== undefined;
  if (headers === undefined && !isOther && !ODD_END.test(url)) return judgeStatus(expected, reply);
  if (reply.answer?.status === 401) return 'met';
  // A server may answer an unknown address with a page, so a 200 alone does not show access.
  const isIn = isOther ? isShown : isSuccess(reply.answer);
  return isIn || reply.answer?.status === 304 ? wrongStatusFlaw(reply, '401: it has no key') : 'no-evidence';
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
    expect: (reply) => notLetIn(reply, isMessage ? expectStatusAnyBody(401) : UNAUTHORIZED),
    passMessage: `requests without a key for ${title}, each refused with 401`,
    subjects: () => [flawSubjectKey.credential(name, noCredential.kind)],
  });
}

/** A request with two faults: an invalid `header` (none for a request without a key), and another fault. */
interface InvalidRequestCase {
  readonly invalid: AnimalOperation['invalidRequests'][number];
  readonly header: InvalidAuthorization | undefined;
}

/** Checks that the key is validated first: a request that is invalid in another way too must still get 401. */
function first(operation: AnimalOperation): Check {
  return property<InvalidRequestCase, Reply>(`auth/before-all-else-${operation.name}`, {
    decides: 'auth.first',
    stage: 'keys',
    needs: [operation.name],
    draw: operation.invalidRequests.flatMap((invalid) =>
      partition<InvalidRequestCase>({
        [`${invalid.label}, no key`]: [{ invalid, header: undefined }],
        [`${invalid.label}, a wrong key`]: randomTokens.map((token) => ({
          invalid,
          header: randomTokenHeader(token),
        })),
        [`${invalid.label}, a malformed header`]:
          invalid.isKind === true ? [] : [{ invalid, header: headerWithoutToken }],
      }),
    ),
    ask: ({ invalid, header }, context) =>
      invalid.ask(context, header === undefined ? noCredential : toInvalidCredential(header)),
    expect: UNAUTHORIZED,
    passMessage: `faulty requests for ${operation.title}, without a valid key, each refused with 401`,
    subjects: ({ header = noCredential }) => [flawSubjectKey.credential(operation.name, header.kind)],
    possibleCauses: ({ header }) => [
      header === undefined
        ? 'auth.missing'
        : header === headerWithoutToken
          ? 'auth.malformed'
          : 'auth.invalid',
    ],
  });
}

/** True for a request of the animals interface with the valid key in the documented form. */
function isKeyed(reply: Reply): reply is Reply {
  return reply.operation !== 'message' && reply.outcome.ask.credential.kind === 'valid';
}

export const authChecks: readonly Check[] = [
  invariant('auth/valid-key', {
    decides: 'auth.accepted',
    stage: 'last',
    dependsOn: ['get/each'],
    of: isKeyed,
    given: ({ api }) => api.log.find((reply) => isKeyed(reply) && isSuccess(reply.answer)),
    wrong: (reply, accepted) =>
      accepted && reply.answer?.status === 401
        ? {
            ...wrongStatusFlaw(reply, 'any answer but 401: the key is valid'),
            comparedWith: [accepted],
            subjects: [flawSubjectKey.answer(reply.operation, 401)],
          }
        : undefined,
    conclusive: (reply, accepted) =>
      accepted !== undefined && isValidExceptKey(reply) && reply.answer !== undefined,
    applies: () => true,
    passMessage: 'requests with the key, none refused because of the key',
    inconclusive: 'every request with the key was refused',
  }),

  invariant('auth/challenge', {
    decides: 'auth.challenge',
    stage: 'last',
    dependsOn: ['auth/no-header-*', 'auth/wrong-token-*'],
    of: (reply): reply is Reply => reply.operation !== 'message' && reply.answer?.status === 401,
    wrong: (reply) =>
      (reply.answer?.header('www-authenticate') ?? '').trim() !== ''
        ? undefined
        : {
            expected: 'a header such as WWW-Authenticate: Bearer',
            actual: 'no WWW-Authenticate header',
            places: [{ part: 'header', name: 'www-authenticate' }],
          },
    passMessage: 'answers with 401, each with a WWW-Authenticate header',
    inconclusive: 'no request was answered with 401',
    because: 'auth.missing',
  }),

  ...operations.map(missingAuthorizationCheck),
  ...operations.flatMap(invalidAuthorizationChecks),
  ...operations.map(first),

  defineCheck({
    id: 'auth/still-let-in',
    title: 'a plain list after all requests with a wrong key: a locked key is refused',
    mayBreak: ['auth.missing', 'auth.invalid', 'auth.malformed', 'auth.first'],
    stage: 'last',
    needs: ['list'],
    probe: async (context) => {
      const reply = await context.api.list();
      // The target no longer accepts the valid key, so the 401 responses may be due to a lockout, and prove nothing.
      if (noAnswerOf(reply)?.unsent === true)
        for (const requirement of context.check.mayBreak) context.noAnswer(requirement, reply);
    },
  }),

  ...operations.map((operation) =>
    property(`auth/scheme-in-other-case-${operation.name}`, {
      decides: 'auth.scheme-case',
      needs: [operation.name],
      draw: partition<string>({ 'the scheme in other letters': ['bearer', 'BEARER'] }),
      ask: (scheme, context) =>
        operation.ask(context, keyBehindBearerSpelling(scheme, context.config.apiKey), 1),
      expect: (reply) =>
        reply.answer?.status === 401
          ? wrongStatusFlaw(reply, 'any answer but 401: the scheme is matched without regard to case')
          : 'met',
      passMessage: `other spellings of Bearer for ${operation.title}, each accepted`,
      possibleCauses: ['auth.accepted'],
    }),
  ),
];
