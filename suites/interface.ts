import { exactProblems, problemText } from '../schemas/exact.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import { integer } from '../src/json/int64.ts';
import type { Lab } from '../src/kit/lab.ts';
import { eraOf } from '../src/kit/removal.ts';
import { isObject, isSuccess, type Reply } from '../src/kit/replies.ts';
import type { Answer } from '../src/client/types.ts';
import { writeJson } from '../src/json/json.ts';
import { statusText } from './trials.ts';

interface Answered {
  readonly reply: Reply;
  readonly answer: Answer;
}

/** What the rate limit, a gateway or the HTTP layer says, not the service (catalogue, error.object). */
const NOT_THE_SERVICE: ReadonlySet<number> = new Set([408, 413, 414, 429, 431, 502, 503, 504]);

/** Answers of the animals interface that the document speaks of. */
function answers(lab: Lab): readonly Answered[] {
  const removed = eraOf(lab.config.asOf) !== 'before';
  return lab.replies().flatMap((reply) => {
    const { answer, operation } = reply;
    if (answer === undefined || operation === 'message') return [];
    return removed && operation === 'get' && !isSuccess(answer) ? [] : [{ reply, answer }];
  });
}

/** Error answers that have to carry the Error object. */
function errors(lab: Lab): readonly Answered[] {
  return answers(lab).filter(({ reply, answer }) => {
    if (answer.status < 400 || NOT_THE_SERVICE.has(answer.status)) return false;
    // An unusual name or category may break something; that is robust.no-5xx, and nothing else.
    return !(answer.status >= 500 && reply.operation === 'create' && reply.intent === 'odd');
  });
}

/** Answers whose body the document describes: successes and errors. */
function described(lab: Lab): readonly Answered[] {
  return [...answers(lab).filter(({ answer }) => isSuccess(answer)), ...errors(lab)];
}

function where(reply: Reply): string {
  const { method, url } = reply.outcome.exchange.request;
  return `${method} ${url}`;
}

/** Reports the first of the faulty answers, or that all of them were good. */
async function overAll(
  lab: Lab,
  requirement: Check['decides'][number],
  all: readonly Answered[],
  texts: { readonly expected: string; readonly note: string; readonly none: string },
  flaw: (answered: Answered) => string | undefined,
): Promise<void> {
  const flawed = all.flatMap((answered) => {
    const actual = flaw(answered);
    return actual === undefined ? [] : [{ ...answered, actual }];
  });
  const [first] = flawed;
  if (first !== undefined) {
    const others =
      flawed.length === 1
        ? ''
        : `; ${String(flawed.length)} of ${String(all.length)} such answers are like that`;
    const isFlawed = (reply: Reply) =>
      reply.answer !== undefined && flaw({ reply, answer: reply.answer }) !== undefined;
    await lab.confirm(requirement, first.reply, isFlawed, {
      message: `${where(first.reply)} was answered with ${statusText(first.reply)} and ${first.actual}${others}`,
      expected: texts.expected,
      actual: first.actual,
      exchanges: flawed.slice(1, 4).map(({ reply }) => reply.outcome.exchange),
    });
  } else if (all.length > 0) {
    lab.held(
      requirement,
      `${String(all.length)} ${texts.note}`,
      ...all.slice(0, 3).map(({ reply }) => reply),
    );
  } else lab.undecided(requirement, texts.none, 'test-data');
}

function mediaFlaw({ answer }: Answered): string | undefined {
  if (!answer.body.ok) return `a body that is no JSON: ${answer.body.problem}`;
  if (answer.mediaType === undefined) return 'no Content-Type';
  return answer.mediaType === 'application/json' ? undefined : `Content-Type ${answer.mediaType}`;
}

const media = defineCheck({
  id: 'interface/json',
  title: 'media type and body of every answer of the run',
  decides: ['media.json'],
  stage: 'invariant',
  over: ['*'],
  probe: async (lab) => {
    await overAll(
      lab,
      'media.json',
      described(lab),
      {
        expected: 'Content-Type application/json, and a body that parses as JSON',
        note: 'answers, each application/json that parses',
        none: 'no answer had a body that the document describes',
      },
      mediaFlaw,
    );
  },
});

const errorObject = defineCheck({
  id: 'interface/error-object',
  title: 'the body of every error answer of the run',
  decides: ['error.object'],
  stage: 'invariant',
  over: ['*'],
  probe: async (lab) => {
    await overAll(
      lab,
      'error.object',
      errors(lab),
      {
        expected: 'an Error object: a string code, a string message and an integer status',
        note: 'error answers, each with an Error object',
        none: 'no request was answered with an error',
      },
      ({ answer }) => {
        if (!answer.body.ok) return `a body that is no JSON: ${answer.body.problem}`;
        const found = exactProblems('error', answer.body.value);
        return found.length === 0 ? undefined : `no Error object: ${found.map(problemText).join('; ')}`;
      },
    );
  },
});

const errorStatus = defineCheck({
  id: 'interface/error-status',
  title: 'the status inside every Error object of the run',
  decides: ['error.status'],
  stage: 'invariant',
  over: ['*'],
  probe: async (lab) => {
    const told = errors(lab).filter(
      ({ answer }) =>
        answer.body.ok && isObject(answer.body.value) && integer(answer.body.value['status']) !== undefined,
    );
    await overAll(
      lab,
      'error.status',
      told,
      {
        expected: 'the status of the answer itself',
        note: 'Error objects, each with the status of its answer',
        none: 'no error answer held an Error object with an integer status',
      },
      ({ answer }) => {
        const value = answer.body.ok && isObject(answer.body.value) ? answer.body.value['status'] : undefined;
        if (value === undefined || integer(value) === BigInt(answer.status)) return undefined;
        return `an Error object with status ${writeJson(value)}`;
      },
    );
  },
});

const prefix = defineCheck({
  id: 'interface/version-prefix',
  title: 'the path of the base address',
  decides: ['version.prefix'],
  stage: 'scenario',
  probe: async (lab) => {
    const { pathname } = new URL(lab.config.baseUrl);
    const reply = await lab.baseline.bareList();
    if (pathname.split('/').includes('v1')) {
      lab.held('version.prefix', `${pathname} has the segment v1`, reply);
      return;
    }
    lab.broken('version.prefix', {
      message: `the base address has no path segment v1: its path is ${pathname}`,
      expected: 'an address whose path has the segment v1',
      actual: pathname,
      exchanges: [reply.outcome.exchange],
    });
  },
});

const noFailure = defineCheck({
  id: 'interface/no-5xx',
  title: 'the status of every answer of the run',
  decides: ['robust.no-5xx'],
  stage: 'invariant',
  over: ['*'],
  probe: async (lab) => {
    const all = lab.replies().filter((reply) => reply.outcome.exchange.response !== null);
    const failed = all.filter((reply) => (reply.outcome.exchange.response?.status ?? 0) >= 500);
    const [first] = failed;
    if (first !== undefined) {
      const isFailure = (reply: Reply) => (reply.outcome.exchange.response?.status ?? 0) >= 500;
      await lab.confirm('robust.no-5xx', first, isFailure, {
        message: `${String(failed.length)} of ${String(all.length)} requests were answered with a 5xx, the first of them ${where(first)} with ${statusText(first)}`,
        expected: 'no 5xx, whatever is sent',
        actual: statusText(first),
        exchanges: failed.slice(1, 4).map(({ outcome }) => outcome.exchange),
      });
    } else if (all.length > 0)
      lab.held('robust.no-5xx', `${String(all.length)} answers, none of them a 5xx`, ...all.slice(0, 1));
  },
});

export const interfaceChecks: readonly Check[] = [media, errorObject, errorStatus, prefix, noFailure];
