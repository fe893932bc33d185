import * as fc from 'fast-check';
import {
  drawnToken,
  type HeaderDraft,
  invalidKeys,
  malformedHeaders,
  malformedTokens,
  tokens,
} from '../generators/credentials.ts';
import { drawn, type Partitions } from '../generators/partitions.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { Credential } from '../src/http/types.ts';
import { type Check, defineCheck, subject } from '../src/engine/plan/index.ts';
import {
  credential,
  isGood,
  isSuccess,
  keyBehind,
  noCredential,
  type Reply,
  unanswered,
} from '../src/engine/target/index.ts';
import {
  invariant,
  clientError,
  property,
  type Expectation,
  judged,
  type Result,
  status,
  unmet,
} from '../src/engine/verbs/index.ts';
import { type Operation, operations } from './operations.ts';

const UNAUTHORIZED = status(401);
/** Characters of an Authorization header above which a server may refuse it with any 4xx, as 431, before it reads the key. */
const LONG_HEADER = 1024;

/** 401; any other 4xx too where the header is longer than many servers read. */
export function refusedKey(reply: Reply, expected: Expectation = UNAUTHORIZED): Result {
  const isLong = (reply.outcome.ask.credential.value ?? '').length > LONG_HEADER;
  return judged(isLong ? clientError : expected, reply);
}

/** How requests without a valid key are told apart: none at all, a wrong token, or not of the bearer form. */
function about({ name }: Operation, { kind }: Pick<Credential, 'kind'>): readonly string[] {
  return [subject.credential(name, kind)];
}

/** Each operation with headers that it has to refuse. */
function refused(
  id: string,
  what: string,
  operation: Operation,
  requirement: RequirementId,
  draw: (key: string) => Partitions<HeaderDraft>,
  possibleCauses?: readonly RequirementId[],
): Check {
  return property(`auth/${id}-${operation.name}`, {
    title: `${operation.title} with ${what}`,
    decides: requirement,
    stage: 'keys',
    needs: [operation.name],
    draw: ({ apiKey }) => draw(apiKey),
    ask: (header, context) => operation.ask(context, credential(header), context.seed(header.label) >>> 0),
    expect: (reply) => refusedKey(reply),
    passMessage: `${what} for ${operation.title}, each refused with 401`,
    subjects: (header) => about(operation, header),
    ...(possibleCauses === undefined ? {} : { possibleCauses }),
  });
}

/** Turns in which a list has parameters. */
const otherTurns = fc.nat().filter((turn) => turn % 16 !== 0);
const PLAINEST = { 'the plainest request': [0] };
/** A guard may stand on the bare address of a list alone, on one with parameters, or on some of their values: see `someQuery`. */
const unguarded = drawn<number>({
  ...PLAINEST,
  'a list with a limit': [1, 2, 3],
  'available animals': [4],
  'pending animals': [8],
  'sold animals': [12],
  'a status and a limit': [5, 9, 13],
});

function missing(operation: Operation): Check {
  return property(`auth/no-header-${operation.name}`, {
    title: `${operation.title} without an Authorization header`,
    decides: 'auth.missing',
    stage: 'keys',
    needs: [operation.name],
    draw:
      operation.name === 'list'
        ? unguarded
        : drawn({ ...PLAINEST, 'a request with other values': otherTurns }),
    ask: (turn, context) => operation.ask(context, noCredential, turn),
    expect: UNAUTHORIZED,
    passMessage: `requests without a key for ${operation.title}, each refused with 401`,
    subjects: () => about(operation, noCredential),
  });
}

/** The plainest header that is not of the bearer form. */
const NO_TOKEN: HeaderDraft = {
  kind: 'malformed',
  label: 'Bearer without a token',
  value: 'Bearer',
  pieces: [{ text: 'Bearer' }],
};

/** Requests that are faulty in another way too have to be refused for their key all the same. */
function first(operation: Operation): Check {
  interface Faulty {
    readonly fault: Operation['faults'][number];
    readonly header: HeaderDraft | undefined;
  }
  return property<Faulty, Reply>(`auth/before-all-else-${operation.name}`, {
    title: `${operation.title} with requests that are faulty in other ways too, without a valid key`,
    decides: 'auth.first',
    stage: 'keys',
    needs: [operation.name],
    draw: operation.faults.flatMap((fault) =>
      drawn<Faulty>({
        [`${fault.label}, no key`]: [{ fault, header: undefined }],
        [`${fault.label}, a wrong key`]: tokens.map((token) => ({ fault, header: drawnToken(token) })),
        [`${fault.label}, a malformed header`]: [{ fault, header: NO_TOKEN }],
      }),
    ),
    ask: ({ fault, header }, context) =>
      fault.ask(context, header === undefined ? noCredential : credential(header)),
    expect: UNAUTHORIZED,
    passMessage: `faulty requests for ${operation.title}, without a valid key, each refused with 401`,
    subjects: ({ header }) => about(operation, header ?? noCredential),
    possibleCauses: ({ header }) => [
      header === undefined ? 'auth.missing' : header === NO_TOKEN ? 'auth.malformed' : 'auth.invalid',
    ],
  });
}

/** Whether the valid key was sent with it, as the document writes it. */
function isKeyed(reply: Reply): boolean {
  return reply.operation !== 'message' && reply.outcome.ask.credential.kind === 'valid';
}

export const authChecks: readonly Check[] = [
  invariant('auth/valid-key', {
    title: 'requests with the valid key, over the whole run',
    decides: 'auth.accepted',
    stage: 'last',
    dependsOn: ['get/each'],
    of: (reply): reply is Reply => isKeyed(reply),
    given: ({ api }) => api.log.find((reply) => isKeyed(reply) && isSuccess(reply.answer)),
    wrong: (reply, accepted) =>
      accepted && reply.answer?.status === 401
        ? {
            ...unmet(reply, 'any answer but 401: the key is valid'),
            comparedWith: [accepted],
            subjects: [subject.answer(reply.operation, 401)],
          }
        : undefined,
    conclusive: (reply, accepted) => accepted !== undefined && isGood(reply) && reply.answer !== undefined,
    countedAs: 'requests with the key',
    applies: () => true,
    passMessage: (replies) =>
      `the key was accepted by ${[...new Set(replies.map(({ operation }) => operation))].join(', ')}`,
    inconclusive: 'every request with the key was refused',
  }),

  invariant('auth/challenge', {
    title: 'the WWW-Authenticate header of every 401 of the run',
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
    countedAs: 'answers with 401',
    passMessage: 'answers with 401, each with a challenge',
    inconclusive: 'no request was answered with 401',
    because: 'auth.missing',
  }),

  ...operations.map(missing),
  ...operations.map((operation) =>
    refused(
      'wrong-token',
      'Authorization headers with a wrong token',
      operation,
      'auth.invalid',
      invalidKeys,
    ),
  ),
  ...operations.map((operation) =>
    refused(
      'not-of-the-form',
      'malformed Authorization headers',
      operation,
      'auth.malformed',
      malformedHeaders,
    ),
  ),
  ...operations.map((operation) =>
    refused(
      'no-token',
      'Authorization headers with a malformed token',
      operation,
      'auth.malformed',
      malformedTokens,
      ['auth.invalid'],
    ),
  ),
  ...operations.map(first),

  defineCheck({
    id: 'auth/still-let-in',
    title:
      'a plain list behind all that was refused for its key: a key that is locked by then is refused too',
    mayBreak: ['auth.missing', 'auth.invalid', 'auth.malformed', 'auth.first'],
    stage: 'last',
    needs: ['list'],
    probe: async (context) => {
      const reply = await context.api.list();
      // Of what was refused by then nobody knows what for.
      if (unanswered(reply)?.unsent === true)
        for (const requirement of context.check.mayBreak) context.noAnswer(requirement, reply);
    },
  }),

  ...operations.map((operation) =>
    property(`auth/scheme-in-other-case-${operation.name}`, {
      title: `${operation.title} with bearer or BEARER before the key`,
      decides: 'auth.scheme-case',
      needs: [operation.name],
      draw: drawn<string>({ 'the scheme in other letters': ['bearer', 'BEARER'] }),
      ask: (scheme, context) => operation.ask(context, keyBehind(scheme, context.config.apiKey), 1),
      expect: (reply) =>
        reply.answer?.status === 401
          ? unmet(reply, 'any answer but 401: the scheme is matched without regard to case')
          : 'met',
      passMessage: `spellings of the scheme for ${operation.title}, each accepted`,
      possibleCauses: ['auth.accepted'],
    }),
  ),
];
