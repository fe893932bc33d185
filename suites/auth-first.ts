import * as fc from 'fast-check';
import { drawnToken, tokens } from '../generators/credentials.ts';
import { unknownIds } from '../generators/ids.ts';
import { defineCheck, type Check } from '../src/kit/check.ts';
import { credential, noCredential } from '../src/kit/credentials.ts';
import type { Lab } from '../src/kit/lab.ts';
import { bodyOf } from '../src/kit/population.ts';
import type { ListQuery, Reply } from '../src/kit/replies.ts';
import { writeJson } from '../src/json/json.ts';
import type { Credential } from '../src/client/types.ts';
import { usableOperations } from './operations.ts';
import { expectStatus, settleTrial } from './trials.ts';

/** A request that is faulty in another way, and has to be refused for its key all the same. */
interface FaultyRequest {
  readonly operation: 'list' | 'create' | 'get';
  readonly label: string;
  /** Whether it is sent with a wrong key too, and not only without one. */
  readonly both?: true;
  readonly ask: (lab: Lab, key: Credential) => Promise<Reply | undefined>;
}

type BodyFault = Pick<FaultyRequest, 'label' | 'both'> & {
  readonly body: string | ((lab: Lab) => string);
  readonly contentType?: string | null;
};

function validBody(lab: Lab): string {
  return writeJson(bodyOf(lab.population.plainBody()));
}

const BODIES: readonly BodyFault[] = [
  { label: 'an empty object', body: '{}', both: true },
  { label: 'a body without name', body: '{"categoryId":1}' },
  { label: 'a body with members of the wrong types', body: '{"name":1,"categoryId":"x","status":7}' },
  { label: 'an array for a body', body: '[]' },
  { label: 'a body that is not JSON', body: '{"name":', both: true },
  { label: 'an empty body', body: '' },
  { label: 'a valid body sent as text/plain', body: validBody, contentType: 'text/plain' },
  { label: 'a valid body without Content-Type', body: validBody, contentType: null },
];

const QUERIES: readonly (Pick<FaultyRequest, 'label' | 'both'> & { readonly query: ListQuery })[] = [
  { label: 'limit=0', query: { limit: '0' }, both: true },
  { label: 'limit=101', query: { limit: '101' } },
  { label: 'a limit beyond int64', query: { limit: '99999999999999999999' } },
  { label: 'an unknown status', query: { status: 'unknown' }, both: true },
];

const REQUESTS: readonly FaultyRequest[] = [
  ...BODIES.map(({ body, contentType = 'application/json', ...rest }): FaultyRequest => ({
    ...rest,
    operation: 'create',
    ask: (lab, key) =>
      lab.api.create(typeof body === 'string' ? body : body(lab), {
        credential: key,
        contentType,
        intent: 'intruder',
      }),
  })),
  ...QUERIES.map(({ query, ...rest }): FaultyRequest => ({
    ...rest,
    operation: 'list',
    ask: (lab, key) => lab.api.list(query, { credential: key }),
  })),
  {
    operation: 'get',
    label: 'an unknown id',
    both: true,
    ask: (lab, key) => lab.api.get(unknownId(lab), { credential: key }),
  },
];

function unknownId(lab: Lab): bigint {
  const [id] = fc.sample(unknownIds, { seed: lab.seed('id'), numRuns: 1 });
  return id ?? 2n ** 62n + 1n;
}

const first = defineCheck({
  id: 'auth/before-all-else',
  title: 'requests that are faulty in another way too, without a key and with a wrong one',
  decides: ['auth.first'],
  stage: 'scenario',
  probe: async (lab) => {
    const [token] = fc.sample(tokens, { seed: lab.seed(), numRuns: 1 });
    const wrong = credential(drawnToken(token ?? 'none'));
    for (const operation of await usableOperations(lab, 'auth.first')) {
      const requests = REQUESTS.filter((request) => request.operation === operation.name);
      await Promise.all(
        requests.flatMap((request) => [
          tryRequest(lab, request, noCredential, 'auth.missing'),
          ...(request.both === true ? [tryRequest(lab, request, wrong, 'auth.invalid')] : []),
        ]),
      );
    }
  },
});

/** @param plainCase the requirement on the same credential with a request that is good otherwise */
async function tryRequest(
  lab: Lab,
  request: FaultyRequest,
  key: Credential,
  plainCase: 'auth.missing' | 'auth.invalid',
): Promise<void> {
  const reply = await request.ask(lab, key);
  await settleTrial(lab, 'auth.first', reply, (one) => expectStatus(one, 401, '401 with an Error object'), {
    note: 'faulty requests without a valid key, each refused with 401',
    message: (actual) =>
      `a request (${request.operation}) with ${request.label} and without a valid key (${key.label}) was answered with ${actual} instead of 401`,
    input: { Authorization: key.label, fault: request.label },
    explainedBy: [plainCase],
  });
}

export const firstChecks: readonly Check[] = [first];
