import { requirements, type RequirementId } from '../../../requirements/index.ts';
import type { CheckReport, Report, RequirementReport, Verdict } from '../../../reports/model.ts';
import { keyBehindScheme } from '../../../generators/credentials.ts';
import { noCredential, validKey } from '../../../src/kit/credentials.ts';
import type { CredentialForm, Exchange, Header } from '../../../src/client/types.ts';

const BASE = 'https://pets.example.test/v1';

interface Sketch {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly credential?: CredentialForm;
  readonly sent?: string;
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: readonly Header[];
  readonly body?: string;
}

/** An exchange of the sample target; without a status no answer came. */
export function exchange(id: string, sketch: Sketch): Exchange {
  const {
    method = 'GET',
    path,
    credential = validKey(''),
    sent,
    status,
    statusText = '',
    body = '',
  } = sketch;
  return {
    id,
    check: 'sample/check',
    operation: method === 'POST' ? 'create' : path.startsWith('/pets/') ? 'get' : 'list',
    startedAt: '2026-11-21T10:04:07.120Z',
    durationMs: 12.4,
    attempt: 1,
    request: {
      method,
      url: `${BASE}${path}`,
      headers: [
        ['accept', 'application/json'],
        ...(credential.pieces === null ? [] : [['authorization', `<${credential.label}>`] as const]),
        ...(sent === undefined ? [] : [['content-type', 'application/json'] as const]),
      ],
      credential: { kind: credential.kind, label: credential.label, pieces: credential.pieces },
      body: sent ?? null,
    },
    response:
      status === undefined
        ? null
        : {
            status,
            statusText,
            headers: sketch.headers ?? [
              ['date', 'Sat, 21 Nov 2026 10:04:07 GMT'],
              ['content-type', 'application/json; charset=utf-8'],
              ['content-length', String(Buffer.byteLength(body))],
            ],
            body,
            bodySize: Buffer.byteLength(body),
          },
    failure: status === undefined ? { kind: 'timeout', message: 'No answer within 10000 ms.' } : null,
  };
}

function animals(count: number): string {
  const names = ['Rex', 'Bella', 'Milo', 'Luna', 'Otis'];
  const items = Array.from({ length: count }, (_, index) => ({
    id: 4100 + index,
    name: `pc-7f3a ${names[index % names.length] ?? ''} ${index}`,
    categoryId: 1 + (index % 3),
    status: ['available', 'pending', 'sold'][index % 3],
  }));
  return JSON.stringify(items);
}

function error(code: string, message: string, status: number): string {
  return JSON.stringify({ code, message, status });
}

export const sampleEvidence: readonly Exchange[] = [
  exchange('x17', { path: '/pets', status: 200, statusText: 'OK', body: animals(25) }),
  exchange('x18', { path: '/pets?limit=20', status: 200, statusText: 'OK', body: animals(20) }),
  exchange('x31', {
    method: 'POST',
    path: '/pets',
    sent: '{"name":"pc-7f3a Rex","categoryId":"one"}',
    status: 400,
    statusText: 'Bad Request',
    body: error('invalid_category', 'categoryId has to be an integer', 422),
  }),
  exchange('x44', {
    method: 'POST',
    path: '/pets',
    sent: '{"name":"pc-7f3a Rex","categoryId":9007199254740993}',
    status: 201,
    statusText: 'Created',
    body: '{"id":4161,"name":"pc-7f3a Rex","categoryId":9007199254740992,"status":"available"}',
  }),
  exchange('x52', {
    path: '/pets?limit=1',
    credential: keyBehindScheme('Basic', ''),
    status: 200,
    statusText: 'OK',
    body: animals(1),
  }),
  exchange('x60', {
    path: '/pets',
    credential: noCredential,
    status: 401,
    statusText: 'Unauthorized',
    body: error('unauthorized', 'The API key is missing.', 401),
  }),
  exchange('x71', {
    path: '/pets?status=dragon',
    status: 500,
    statusText: 'Internal Server Error',
    body: error('internal', 'Cannot read properties of undefined', 500),
  }),
  exchange('x80', { path: '/pets?limit=100' }),
  exchange('x85', {
    path: '/pets/5934871209348120934',
    status: 410,
    statusText: 'Gone',
    body: error('gone', 'No such animal.', 410),
  }),
];

function check(
  name: string,
  verdict: Verdict,
  message: string,
  more: Partial<CheckReport> = {},
): CheckReport {
  return { name, verdict, message, exchanges: [], ...more };
}

type Finding = Pick<RequirementReport, 'verdict' | 'reason' | 'cause' | 'next' | 'because' | 'checks'>;

const findings: Partial<Record<RequirementId, Finding>> = {
  'list.limit.default': {
    verdict: 'fail',
    reason: 'Without a limit the target returned 25 animals, where the document has a default of 20.',
    cause: 'server',
    next: 'Let a list without limit behave as one with limit=20.',
    checks: [
      check(
        'list/default-limit',
        'fail',
        'A list without a limit held more animals than the default allows.',
        {
          expected: 'at most 20 animals, as with limit=20',
          actual: '25 animals',
          reproduced: { times: 3, of: 3 },
          exchanges: ['x31', 'x17', 'x18'],
          proof: 'x17',
          comparison: 'x18',
          places: [{ part: 'body', pointer: '/20' }],
        },
      ),
      check('list/default-limit-with-status', 'pass', 'With each status the default held too.', {
        exchanges: ['x18'],
      }),
    ],
  },
  'error.status': {
    verdict: 'fail',
    reason: 'An error answer with HTTP status 400 carries status 422 inside its Error object.',
    cause: 'server',
    next: 'Put the HTTP status of the answer into the status member of its Error object.',
    checks: [
      check('interface/error-status', 'fail', 'The two statuses of one error answer differ.', {
        expected: '"status": 400',
        actual: '"status": 422',
        counterexample: { name: 'pc-7f3a Rex', categoryId: 'one' },
        reproduced: { times: 2, of: 2 },
        exchanges: ['x31'],
        places: [{ part: 'status' }, { part: 'body', pointer: '/status' }],
        spread: [
          { operation: 'create', status: 400, count: 17 },
          { operation: 'get', status: 404, count: 3 },
        ],
      }),
    ],
  },
  'create.int64': {
    verdict: 'fail',
    reason: 'A categoryId beyond 2^53 came back rounded to the next double.',
    cause: 'server',
    next: 'Read, store and write categoryId as a 64-bit integer, not as a double.',
    checks: [
      check(
        'create/category-int64',
        'fail',
        'The target accepted a categoryId and answered with another one.',
        {
          expected: '"categoryId": 9007199254740993',
          actual: '"categoryId": 9007199254740992',
          counterexample: { categoryId: '9007199254740993' },
          reproduced: { times: 1, of: 3 },
          exchanges: ['x44'],
          places: [
            { part: 'request-body', pointer: '/categoryId' },
            { part: 'body', pointer: '/categoryId' },
          ],
        },
      ),
    ],
  },
  'auth.malformed': {
    verdict: 'fail',
    reason: 'A list was served to a request whose Authorization header is not of the bearer form.',
    cause: 'server',
    next: 'Answer 401 unless the header is the scheme Bearer and one valid key.',
    checks: [
      check('auth/malformed-list', 'fail', 'The key was accepted under the scheme Basic.', {
        expected: '401 with an Error object',
        actual: '200 OK with a list',
        counterexample: 'Basic with the key',
        reproduced: { times: 3, of: 3 },
        exchanges: ['x52'],
        places: [{ part: 'status' }, { part: 'url', parameter: 'limit' }],
      }),
    ],
  },
  'auth.challenge': {
    verdict: 'warn',
    reason: 'A 401 came without a WWW-Authenticate header.',
    cause: 'server',
    next: 'Add WWW-Authenticate: Bearer to every 401.',
    checks: [
      check('auth/challenge', 'warn', 'The 401 names no scheme to use.', {
        expected: 'a WWW-Authenticate header',
        actual: 'none',
        exchanges: ['x60'],
        places: [{ part: 'header', name: 'www-authenticate' }],
      }),
    ],
  },
  'robust.no-5xx': {
    verdict: 'warn',
    reason: 'One of 312 requests was answered with a 5xx.',
    cause: 'server',
    next: 'Refuse an unknown status with a 4xx, or answer with a valid list.',
    checks: [
      check('robust/no-5xx', 'warn', 'An unknown status made the target fail.', {
        expected: 'no 5xx',
        actual: '500 Internal Server Error',
        counterexample: { status: 'dragon' },
        exchanges: ['x71'],
        places: [{ part: 'status' }],
      }),
    ],
  },
  'list.complete': {
    verdict: 'inconclusive',
    reason: 'No list could be read to its end: the target did not answer limit=100 in time.',
    cause: 'network',
    next: 'Run it again with a longer --timeout-ms.',
    checks: [check('list/complete', 'inconclusive', 'No answer within 10000 ms.', { exchanges: ['x80'] })],
  },
  'list.agrees': {
    verdict: 'inconclusive',
    reason: 'listing does not work: a valid request was answered with 500',
    cause: 'server',
    next: 'Correct what list.limit.default names first, then run again.',
    because: 'list.limit.default',
    checks: [],
  },
  'list.distinct': {
    verdict: 'inconclusive',
    reason: 'listing does not work: a valid request was answered with 500',
    cause: 'server',
    next: 'Correct what list.limit.default names first, then run again.',
    because: 'list.limit.default',
    checks: [],
  },
  'get.not-found': {
    verdict: 'waived',
    reason: 'An unknown id was answered with 410 (waived: known and planned for 1.1).',
    cause: 'server',
    next: 'Answer 404 for an id that no animal has.',
    checks: [
      check('get/unknown-id', 'waived', 'An id that no animal has was answered otherwise.', {
        expected: '404',
        actual: '410',
        counterexample: { petId: '5934871209348120934' },
        exchanges: ['x85'],
      }),
    ],
  },
};

function passed(): Finding {
  return {
    verdict: 'pass',
    reason: 'Put to the test by 12 requests; nothing spoke against it.',
    checks: [check('area/what-it-tries', 'pass', '12 inputs were tried.', { exchanges: ['x18', 'x60'] })],
  };
}

function leftOut(): Finding {
  return {
    verdict: 'not-tested',
    reason: 'The profile messages is not claimed: no --messages-url was given.',
    cause: 'scope',
    next: 'Give --messages-url to have it judged.',
    checks: [],
  };
}

/** A report over the whole catalogue with these findings; what is not named passes. */
export function reportOf(found: (id: RequirementId) => Finding, more: Partial<Report> = {}): Report {
  const rows = requirements.map((row): RequirementReport => {
    const { id, profile, level, area, sections, statement } = row;
    return { id, profile, level, area, section: sections.join(', '), statement, ...found(id) };
  });
  const totals = { pass: 0, fail: 0, warn: 0, inconclusive: 0, 'not-tested': 0, waived: 0 };
  for (const { verdict } of rows) totals[verdict] += 1;
  return {
    schemaVersion: '1',
    tool: { name: 'petstore-conformance', version: '0.1.0' },
    specification: { name: 'Pet Store Service API', version: '1.0.0' },
    target: { baseUrl: BASE, messagesUrl: null, embedded: false },
    startedAt: '2026-11-21T10:04:06.500Z',
    finishedAt: '2026-11-21T10:04:09.730Z',
    durationMs: 3230,
    seed: -1483920117,
    scope: {
      readOnly: false,
      strict: false,
      only: [],
      profiles: ['animals'],
      asOf: '2026-11-21',
      runs: 20,
      maxCreated: 150,
    },
    verdict: 'non-conformant',
    profiles: { animals: 'non-conformant' },
    totals,
    traffic: { requests: 312, created: 38, retried: 4 },
    created: Array.from({ length: 38 }, (_, index) => ({
      id: String(4100 + index),
      name: `pc-7f3a Rex ${index}`,
    })),
    requirements: rows,
    ...more,
  };
}

/** A server with four faults, warnings, an undecided row and a waived one. */
export const mixed = reportOf((id) => findings[id] ?? (id.startsWith('messages.') ? leftOut() : passed()));

/** A server that holds everything, messages included. */
export const green = reportOf(passed, {
  target: { baseUrl: BASE, messagesUrl: 'https://mail.example.test/messages', embedded: false },
  verdict: 'conformant',
  profiles: { animals: 'conformant', messages: 'conformant' },
});

/** A run that ended in the preflight. */
export const aborted = reportOf(
  () => ({
    verdict: 'inconclusive',
    reason: 'Nothing was sent: the target could not be reached.',
    cause: 'network',
    next: 'Check --base-url and that the target is up.',
    checks: [],
  }),
  {
    verdict: 'inconclusive',
    profiles: { animals: 'inconclusive' },
    aborted: {
      cause: 'network',
      message:
        'The target could not be reached: connection refused at pets.example.test:443. Check --base-url.',
    },
    traffic: { requests: 1, created: 0, retried: 0 },
    created: [],
  },
);
