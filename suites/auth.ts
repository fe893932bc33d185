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
import { partition } from '../generators/partitions.ts';
import { type Check, defineCheck, flawSubjectKey } from '../src/engine/plan/index.ts';
import { LONGEST_AUTHORIZATION } from '../src/engine/silence/index.ts';
import {
  isValidExceptKey,
  isSuccess,
  keyBehindBearerSpelling,
  noCredential,
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
import { missingAuthorizationCheck } from './keyless.ts';
import { type TestedOperation, type AnimalOperation, operations, TURNS } from './operations.ts';
import { besideKey } from './with-key.ts';

const UNAUTHORIZED = expectStatus(401);
/** Expects 401; for a long header, or one beyond ASCII, any 4xx (such as 431): a server may reject it before it reads the key. */
function refusedKey(reply: Reply, expected: Expectation): ExpectationResult {
  const header = reply.outcome.ask.credential.value ?? '';
  const isOdd = header.length > LONGEST_AUTHORIZATION || /[^ -~]/u.test(header);
  return judgeStatus(isOdd ? expectClientError : expected, reply);
}

/** Kinds of Authorization headers to reject. A malformed token is a kind of its own: some servers treat it as a wrong token. */
const HEADERS = [
  ['wrong-token', 'Authorization headers with a wrong token', 'invalid', wrongTokens],
  ['not-of-the-form', 'malformed Authorization headers', 'malformed', malformedHeaders],
  ['no-token', 'Authorization headers with a malformed token', 'malformed', malformedTokens],
] as const;

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
        const send = () => ask(context, { ...header, valid: false }, context.seed(header.label) >>> 0);
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
      invalid.ask(context, header === undefined ? noCredential : { ...header, valid: false }),
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
