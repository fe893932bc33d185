import * as fc from 'fast-check';
import {
  drawnToken,
  keyBehindScheme,
  malformedHeaders,
  moreMalformedHeaders,
  nearKeys,
  otherSchemes,
  temptingTokens,
  tokens,
  type HeaderDraft,
} from '../generators/credentials.ts';
import type { RequirementId } from '../requirements/index.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import type { Lab } from '../src/kit/lab.ts';
import { fitsInt64 } from '../src/json/int64.ts';
import { eraOf } from '../src/kit/removal.ts';
import { isSuccess, type Reply } from '../src/kit/replies.ts';
import { credential, keyBehind, noCredential } from '../src/kit/credentials.ts';
import { isDocumented } from './list-queries.ts';
import { LIST_WITH_PARAMETERS, usableOperations, type OperationUnderTest } from './operations.ts';
import { expectStatus, nothing, settleProperty, settleTrial, statusText } from './trials.ts';

const REFUSED = '401 with an Error object';

const randomTokens: fc.Arbitrary<HeaderDraft> = tokens.map(drawnToken);

/** Every header of a property has to be refused by one operation. */
async function allRefused(
  lab: Lab,
  requirement: RequirementId,
  operation: OperationUnderTest,
  arbitrary: fc.Arbitrary<HeaderDraft>,
  always: readonly HeaderDraft[],
  runs: number,
  explainedBy: readonly RequirementId[] = [],
): Promise<void> {
  await settleProperty(
    lab,
    requirement,
    {
      label: `${operation.name} ${String(explainedBy.length)}`,
      arbitrary,
      always,
      runs,
      ask: async (header) => expectStatus(await operation.ask(lab, credential(header)), 401, REFUSED),
    },
    {
      subject: (header) => `${operation.title} with an Authorization header (${header.label})`,
      input: (header) => ({ Authorization: header.label }),
      note: (tried) => `${operation.title}: ${String(tried)} headers, each refused with 401`,
      explainedBy,
    },
  );
}

function runsFor(lab: Lab): number {
  return Math.max(1, Math.floor(lab.config.runs / 3));
}

/** The part of some inputs that one of several operations gets: each is tried, and no operation gets them all. */
function share<T>(all: readonly T[], index: number, of: number): readonly T[] {
  return all.filter((_, at) => at % of === index);
}

/** Some operations, and with listing also a list that has parameters: a guard may look at the bare path only. */
function withParameters(operations: readonly OperationUnderTest[]): readonly OperationUnderTest[] {
  return operations.some(({ name }) => name === 'list') ? [...operations, LIST_WITH_PARAMETERS] : operations;
}

const missing = defineCheck({
  id: 'auth/no-header',
  title: 'each operation without an Authorization header',
  decides: ['auth.missing'],
  stage: 'scenario',
  probe: async (lab) => {
    const operations = await usableOperations(lab, 'auth.missing');
    await Promise.all(
      withParameters(operations).map(async (operation) => {
        const reply = await operation.ask(lab, noCredential);
        await settleTrial(lab, 'auth.missing', reply, (one) => expectStatus(one, 401, REFUSED), {
          note: `${operation.title}: refused with 401`,
          message: (actual) =>
            `${operation.title} without an Authorization header was answered with ${actual}`,
          input: { Authorization: 'none' },
        });
      }),
    );
  },
});

const invalid = defineCheck({
  id: 'auth/invalid-key',
  title: 'each operation with bearer tokens that are no valid key: random ones, and the key altered',
  decides: ['auth.invalid'],
  stage: 'scenario',
  probe: async (lab) => {
    const operations = await usableOperations(lab, 'auth.invalid');
    const key = lab.config.apiKey;
    const near = nearKeys(key);
    await Promise.all(
      operations.map((operation, index) => {
        const always = [...near, ...share(temptingTokens(key), index, operations.length)];
        return allRefused(lab, 'auth.invalid', operation, randomTokens, always, runsFor(lab));
      }),
    );
    if (operations.some(({ name }) => name === 'list')) {
      await allRefused(lab, 'auth.invalid', LIST_WITH_PARAMETERS, randomTokens, [], 1);
    }
  },
});

const malformed = defineCheck({
  id: 'auth/malformed-header',
  title: 'each operation with Authorization headers that do not have the bearer form',
  decides: ['auth.malformed'],
  stage: 'scenario',
  probe: async (lab) => {
    const operations = await usableOperations(lab, 'auth.malformed');
    const key = lab.config.apiKey;
    const schemes = otherSchemes.map((scheme) => keyBehindScheme(scheme, key));
    await Promise.all(
      operations.flatMap((operation, index) => {
        const drafts = [
          ...malformedHeaders(key),
          ...share(moreMalformedHeaders(key), index, operations.length),
        ];
        const never = drafts.filter((draft) => draft.readAsToken !== true);
        const lenient = drafts.filter((draft) => draft.readAsToken === true);
        const anyLenient = fc.constantFrom(...lenient);
        return [
          allRefused(lab, 'auth.malformed', operation, schemes, never, index === 0 ? 1 : 0),
          allRefused(lab, 'auth.malformed', operation, anyLenient, lenient, 0, ['auth.invalid']),
        ];
      }),
    );
  },
});

const schemeCase = defineCheck({
  id: 'auth/scheme-in-other-case',
  title: 'each operation with the key behind `bearer` or `BEARER`',
  decides: ['auth.scheme-case'],
  stage: 'scenario',
  probe: async (lab) => {
    for (const operation of await usableOperations(lab, 'auth.scheme-case')) {
      for (const scheme of operation.name === 'list' ? ['BEARER'] : ['bearer']) {
        const key = keyBehind(scheme, lab.config.apiKey);
        const reply = await operation.ask(lab, key, 'odd');
        if (reply?.answer === undefined) {
          nothing(lab, 'auth.scheme-case', reply === undefined ? [] : [reply]);
        } else if (reply.answer.status === 401) {
          await lab.confirm('auth.scheme-case', reply, (again) => again.answer?.status === 401, {
            message: `${operation.title} with the key behind ${scheme} in place of Bearer was answered with 401`,
            expected: 'any answer but 401: the scheme is matched without regard to case',
            actual: statusText(reply),
            input: { Authorization: key.label },
          });
        } else lab.held('auth.scheme-case', `${operation.title}: accepted behind ${scheme}`, reply);
      }
    }
  },
});

/** Whether it asks for what the document has removed by the day of the run: what that path answers is exempt. */
function isRemoved(lab: Lab, { operation, answer }: Reply): boolean {
  return operation === 'get' && eraOf(lab.config.asOf) !== 'before' && !isSuccess(answer);
}

/** A request without a fault: only its key could be refused. */
function isGood(reply: Reply): boolean {
  switch (reply.operation) {
    case 'list':
      return isDocumented(reply.query);
    case 'create':
      return reply.intent === 'plain';
    case 'get':
      return /^\d+$/.test(reply.id) && fitsInt64(BigInt(reply.id));
    case 'message':
      return false;
  }
}

const accepted = defineCheck({
  id: 'auth/valid-key',
  title: 'good requests with the valid key, over the whole run',
  decides: ['auth.accepted'],
  stage: 'invariant',
  over: ['auth/*', 'list/*', 'create/*', 'get/*'],
  pulls: [],
  probe: async (lab) => {
    const good = lab.replies().filter((reply) => keyed(reply) && isGood(reply) && !isRemoved(lab, reply));
    const refused = good.filter((reply) => reply.answer?.status === 401);
    if (refused[0] !== undefined && !good.some((reply) => isSuccess(reply.answer))) {
      lab.undecided(
        'auth.accepted',
        'the key was refused, and accepted nowhere',
        'configuration',
        refused[0],
      );
      return;
    }
    for (const reply of refused.slice(0, 1)) {
      await lab.confirm('auth.accepted', reply, (again) => again.answer?.status === 401, {
        message: `the configured key was refused with 401 by one operation (${reply.operation}), and accepted by others`,
        expected: 'any answer but 401: the key is valid',
        actual: statusText(reply),
      });
    }
    for (const operation of await usableOperations(lab, 'auth.accepted')) {
      const taken = good.filter((reply) => reply.operation === operation.name && reply.answer !== undefined);
      if (taken.length > 0)
        lab.held('auth.accepted', `${operation.title}: the key was accepted`, ...taken.slice(0, 3));
    }
  },
});

/** Whether the valid key was sent with it, as the document writes it. */
function keyed(reply: Reply): boolean {
  return reply.outcome.ask.credential.kind === 'valid';
}

const challenge = defineCheck({
  id: 'auth/challenge',
  title: 'the WWW-Authenticate header of every 401 of the run',
  decides: ['auth.challenge'],
  stage: 'invariant',
  over: ['auth/*'],
  pulls: ['auth/no-header', 'auth/invalid-key'],
  probe: async (lab) => {
    const refusals = lab
      .replies()
      .filter((reply) => reply.operation !== 'message' && !isRemoved(lab, reply))
      .filter((reply) => reply.answer?.status === 401);
    const isBare = ({ answer }: Reply) => answer?.header('www-authenticate') === undefined;
    const bare = refusals.find(isBare);
    if (bare !== undefined) {
      await lab.confirm('auth.challenge', bare, isBare, {
        message: 'a 401 has no WWW-Authenticate header, so a client is not told which scheme to use',
        expected: 'a header such as WWW-Authenticate: Bearer',
        actual: 'no such header',
      });
    } else if (refusals.length > 0) {
      lab.held(
        'auth.challenge',
        `${String(refusals.length)} answers with 401, each with a challenge`,
        ...refusals.slice(0, 3),
      );
    }
  },
});

export const authChecks: readonly Check[] = [accepted, missing, invalid, malformed, schemeCase, challenge];
