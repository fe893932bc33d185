import { partition } from '../generators/partitions.ts';
import type { Header } from '../reports/exchange.ts';
import type { RequirementId } from '../requirements/index.ts';
import { integerValue } from '../src/json/int64.ts';
import { writeJson } from '../src/json/json.ts';
import type { Json } from '../src/json/types.ts';
import type { Answer } from '../src/http/types.ts';
import { type Check, defineCheck, type Flaw } from '../src/engine/plan/index.ts';
import {
  confirmByResending,
  confirmInEveryRound,
  invariant,
  reproduceBrokenResponses,
  property,
  resendRequest,
  wrongStatusFlaw,
} from '../src/engine/verbs/index.ts';
import {
  isObject,
  isBeforeRemoval,
  isSuccess,
  notJsonText,
  type Reply,
  requestText,
  withRequestScope,
  statusText,
} from '../src/engine/target/index.ts';
import { schemaFlaw } from './shape.ts';

/** Statuses of a rate limit, a gateway or the HTTP layer, not of the service (catalogue, error.object). */
const NOT_THE_SERVICE: ReadonlySet<number> = new Set([408, 413, 414, 429, 431, 502, 503, 504]);

/** True for a 502, 503 or 504, or a status by which a CDN says the same. */
function isUnavailable({ outcome }: Reply): boolean {
  return outcome.kind === 'no-answer' && outcome.why === 'unavailable';
}

/** True if the response must carry the Error object. */
function isError(reply: Reply): boolean {
  const status = reply.answer?.status ?? 0;
  if (status < 400 || NOT_THE_SERVICE.has(status)) return false;
  // A 5xx on an unusual name or category is reported by robust.no-5xx only.
  return !(status >= 500 && reply.operation === 'create' && reply.intent === 'borderline');
}

/** True if the document defines the response body: a success or an error. A 204 has no body (RFC 9110, section 15.3.5). */
function isDescribed(reply: Reply): boolean {
  return (isSuccess(reply.answer) && reply.answer.status !== 204) || isError(reply);
}

function flaw(reply: Reply, actual: string, more: Partial<Flaw> & Pick<Flaw, 'expected'>): Flaw {
  return { message: `${requestText(reply)}: ${statusText(reply)} and ${actual}`, actual, ...more };
}

/** The `status` in an Error object; undefined if it is not an integer. */
function statusIn({ answer }: Reply): Json | undefined {
  if (answer?.body.ok !== true || !isObject(answer.body.value)) return undefined;
  const { status } = answer.body.value;
  return integerValue(status) === undefined ? undefined : status;
}

/** Checks that no request gets, each time it is sent, a response that is cut off or not HTTP: such a response is not JSON. */
export function completeResponseCheck(
  id: string,
  requirement: RequirementId,
  isMeant: (reply: Reply) => boolean,
  whose = 'answers',
): Check {
  return defineCheck({
    id,
    title: `${whose} that break HTTP or are cut off each time`,
    mayBreak: [requirement],
    stage: 'last',
    dependsOn: ['*'],
    probe: async (context) => {
      const { asOf } = context.config;
      const isJudged = (reply: Reply) =>
        isMeant(reply) && (reply.operation !== 'get' || isBeforeRemoval(asOf));
      const [first] = await reproduceBrokenResponses(context, isJudged);
      const reply = first?.replies[0];
      const last = first?.alone.at(-1);
      if (first === undefined || reply === undefined || last === undefined) return;
      const times = first.alone.length;
      const found = {
        message: `${requestText(reply)} never gets a complete answer, not even when sent alone: ${last.message}`,
        expected: 'a complete answer: application/json, and a body that parses as JSON',
        actual: last.message,
      };
      const replies = first.alone.map((outcome) => ({ outcome }));
      context.violation(requirement, { reply, flaw: found }, { times, of: times, replies });
    },
  });
}

/** The deviation of a response's Content-Type from application/json. */
export function mediaTypeFlaw({ mediaType: type }: Answer): Pick<Flaw, 'actual' | 'places'> | undefined {
  if (type === 'application/json') return undefined;
  const actual = type === undefined ? 'no Content-Type' : `Content-Type ${type}`;
  return { actual, places: [{ part: 'header', name: 'content-type' }] };
}

/** Filter for responses of the animals interface. */
const answersThat =
  (isMeant: (reply: Reply) => boolean) =>
  (reply: Reply): reply is Reply =>
    reply.operation !== 'message' && reply.answer !== undefined && isMeant(reply);
const OVER_ALL = {
  stage: 'last',
  dependsOn: ['*'],
  inconclusive: 'the run got no answer of this kind',
} as const;

export const commonResponseChecks: readonly Check[] = [
  completeResponseCheck('interface/whole-answers', 'media.json', ({ operation }) => operation !== 'message'),
  invariant('interface/json', {
    ...OVER_ALL,
    decides: 'media.json',
    of: answersThat(isDescribed),
    wrong: (reply) => {
      if (reply.answer === undefined) return undefined;
      const { body } = reply.answer;
      const expected = 'Content-Type application/json, and a body that parses as JSON';
      if (!body.ok)
        return flaw(reply, notJsonText(body), { expected, places: [{ part: 'body', pointer: '' }] });
      const found = mediaTypeFlaw(reply.answer);
      return found && flaw(reply, found.actual, { expected, ...found });
    },
    passMessage: 'answers, each with valid JSON as application/json',
  }),

  invariant('interface/error-object', {
    ...OVER_ALL,
    decides: 'error.object',
    of: answersThat(isError),
    wrong: (reply) => {
      const found = reply.answer && schemaFlaw('error', reply.answer, 'no Error object: ');
      const expected = 'an Error object: a string code, a string message and an integer status';
      return found && flaw(reply, found.actual, { expected, places: found.places });
    },
    passMessage: 'error answers, each with an Error object',
  }),

  invariant('interface/error-status', {
    ...OVER_ALL,
    decides: 'error.status',
    of: answersThat((reply) => isError(reply) && statusIn(reply) !== undefined),
    because: 'error.object',
    inconclusive: 'no error answer held an object with an integer status',
    wrong: (reply) => {
      const status = statusIn(reply);
      if (status === undefined || integerValue(status) === BigInt(reply.answer?.status ?? 0))
        return undefined;
      return flaw(reply, `an Error object with status ${writeJson(status)}`, {
        expected: 'the status of the answer itself',
        places: [{ part: 'status' }, { part: 'body', pointer: '/status' }],
      });
    },
    passMessage: 'Error objects, each with the status code of its answer',
  }),

  property<'gzip' | 'close', Reply>('interface/compressed', {
    decides: 'media.json',
    needs: ['list'],
    minAnimals: 101,
    draw: partition({
      'the widest list, twice, for a client that takes gzip': ['gzip'],
      'the widest list on a connection that closes': ['close'],
    }),
    ask: async (how, { api }) => {
      const list = (headers?: readonly Header[]) => api.list({ limit: '100' }, { headers });
      if (how === 'close') return withRequestScope({ connection: { own: 0, last: true } }, list);
      const headers = [
        ['Accept-Encoding', 'gzip'],
        ['Accept-Charset', 'iso-8859-1, utf-8;q=0.5'],
      ] as const;
      // A cache may answer the second request, and lose the coding.
      await list(headers);
      return list(headers);
    },
    // No expectation: the check `interface/json` judges these responses, like every other.
    passMessage: 'the widest lists, compressed or behind a closed connection',
  }),

  defineCheck({
    id: 'interface/version-prefix',
    title: 'the path of the base address',
    decides: ['version.prefix'],
    stage: 'sequence',
    probe: async (context) => {
      const reply = await context.baseline.unfilteredList();
      const path = new URL(context.config.baseUrl).pathname;
      if (path.split('/').includes('v1'))
        context.witness('version.prefix', `the path ${path} contains the segment v1`, reply);
      else
        context.violation('version.prefix', {
          reply,
          flaw: {
            message: `the base address has no path segment v1: its path is ${path}`,
            expected: 'an address whose path has the segment v1',
            actual: path,
            places: [{ part: 'url' }],
          },
        });
    },
  }),

  invariant('interface/no-5xx', {
    stage: 'last',
    decides: 'robust.no-5xx',
    isOfAnybody: true,
    dependsOn: ['*'],
    of: (reply): reply is Reply => reply.outcome.exchange.response !== null,
    wrong: (reply) =>
      (reply.outcome.exchange.response?.status ?? 0) >= 500
        ? {
            ...wrongStatusFlaw(reply, 'no 5xx, whatever is sent'),
            kind: isUnavailable(reply) ? 'unavailable' : 'own',
          }
        : undefined,
    conclusive: () => true,
    confirm: (context, flawed, wrongs) =>
      isUnavailable(flawed.reply)
        ? // What goes away when the request is sent again is no error of the service.
          confirmInEveryRound(2, async () => {
            const again = await resendRequest(context, flawed.reply);
            return again !== undefined && wrongs(again).length > 0 ? [again] : undefined;
          })
        : confirmByResending(context, flawed, wrongs),
    attempts: 8,
    passMessage: 'answers, none of them a 5xx',
  }),
];
