import { keyInOtherScheme } from '../../generators/credentials.ts';
import type { Exchange, Header } from '../../reports/exchange.ts';
import type { CheckReport, Report } from '../../reports/model.ts';
import { requirements, type RequirementId } from '../../requirements/index.ts';
import { noCredential, validCredential } from '../../src/engine/target/credentials.ts';
import { allHostile, exchange as anExchange, hostile, report, type Row } from './fixture.ts';

const BASE = 'https://pets.example.test/v1';

interface Sketch {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly credential?: NonNullable<Exchange['request']['credential']>;
  readonly sent?: string;
  /** None: no answer came. */
  readonly status?: readonly [status: number, text: string];
  readonly headers?: readonly Header[];
  readonly body?: string;
}

/** An exchange of the sample target. */
export function exchange(id: string, sketch: Sketch): Exchange {
  const { method = 'GET', path, credential = validCredential(''), sent, status, body = '' } = sketch;
  const headers: readonly Header[] = [
    ['date', 'Sat, 21 Nov 2026 10:04:07 GMT'],
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', String(Buffer.byteLength(body))],
  ];
  return anExchange(id, {
    operation: method === 'POST' ? 'create' : path.startsWith('/pets/') ? 'get' : 'list',
    request: {
      method,
      url: `${BASE}${path}`,
      headers: [
        ['accept', 'application/json'],
        ...(credential.pieces === null ? [] : [['authorization', `<${credential.label}>`] as const]),
        ...(sent === undefined ? [] : [['content-type', 'application/json'] as const]),
      ],
      credential,
      body: sent ?? null,
    },
    ...(status === undefined
      ? { response: null, failure: { kind: 'timeout', message: 'No answer within 10000 ms.' } }
      : {
          response: {
            status: status[0],
            statusText: status[1],
            headers: sketch.headers ?? headers,
            body,
            bodySize: Buffer.byteLength(body),
          },
        }),
  });
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

const OK = [200, 'OK'] as const;
const post = { method: 'POST', path: '/pets' } as const;

const refused = (status: number, text: string, code: string, message: string, said = status) =>
  ({ status: [status, text], body: error(code, message, said) }) as const;

export const sampleEvidence: readonly Exchange[] = [
  exchange('x17', { path: '/pets', status: OK, body: animals(25) }),
  exchange('x18', { path: '/pets?limit=20', status: OK, body: animals(20) }),
  exchange('x31', {
    ...post,
    sent: '{"name":"pc-7f3a Rex","categoryId":"one"}',
    ...refused(400, 'Bad Request', 'invalid_category', 'categoryId has to be an integer', 422),
  }),
  exchange('x44', {
    ...post,
    sent: `{"name":"O'Hara","categoryId":9007199254740993}`,
    status: [201, 'Created'],
    body: `{"id":4161,"name":"O'Hara","categoryId":9007199254740992,"status":"available"}`,
  }),
  exchange('x52', {
    path: '/pets?limit=1',
    credential: keyInOtherScheme('Basic', ''),
    status: OK,
    body: animals(1),
  }),
  exchange('x60', {
    path: '/pets',
    credential: noCredential,
    ...refused(401, 'Unauthorized', 'unauthorized', 'The API key is missing.'),
  }),
  exchange('x71', {
    path: '/pets?status=dragon',
    ...refused(500, 'Internal Server Error', 'internal', 'Cannot read properties of undefined'),
  }),
  exchange('x80', { path: '/pets?limit=100' }),
  exchange('x85', {
    path: '/pets/5934871209348120934',
    ...refused(410, 'Gone', 'gone', 'No such animal.'),
  }),
];

/** A row that is missed, as one check found out; `then` are the row's checks that found nothing. */
function missed(
  verdict: 'fail' | 'warn' | 'waived',
  reason: string,
  check: Partial<CheckReport>,
  ...then: readonly CheckReport[]
): Row {
  const found = { name: 'area/what-it-tries', verdict, message: reason, exchanges: [], ...check };
  return { verdict, reason, cause: 'server', next: 'Correct it.', checks: [found, ...then] };
}

function passing(message: string, exchanges: readonly string[]): CheckReport {
  return { name: 'area/what-it-tries-too', verdict: 'pass', message, exchanges };
}

/** What another failure stands in the way of. */
const blocked: Row = {
  verdict: 'inconclusive',
  reason: 'listing does not work: a valid request was answered with 500',
  cause: 'server',
  next: 'Fix list.limit.default, then run again.',
  because: 'list.limit.default',
  checks: [],
};

/** What is told of the rows of the sample that do not pass. */
const findings: Partial<Record<RequirementId, Row>> = {
  'list.limit.default': missed(
    'fail',
    'Without a limit the target returned 25 animals, where the document has a default of 20.',
    {
      message: 'A list without a limit held 25 animals.',
      expected: 'at most 20 animals, as with limit=20',
      actual: '25 animals',
      reproduced: { times: 3, of: 3 },
      exchanges: ['x31', 'x17', 'x18'],
      proof: 'x17',
      comparison: 'x18',
      places: [{ part: 'body', pointer: '/20' }],
    },
    passing('With each status the default held too.', ['x18']),
  ),
  'error.status': missed(
    'fail',
    'An error answer with HTTP status 400 carries status 422 inside its Error object.',
    {
      expected: '"status": 400',
      actual: '"status": 422',
      counterexample: { name: 'pc-7f3a Rex', categoryId: 'one' },
      reproduced: { times: 2, of: 2 },
      exchanges: ['x31'],
      places: [{ part: 'status' }, { part: 'body', pointer: '/status' }],
      spread: [
        { operation: 'create', status: 400, count: 17 },
        { operation: 'get', status: 404, count: 3 },
        { operation: 'message', status: 202, count: 33 },
      ],
    },
  ),
  'create.int64': missed('fail', 'A categoryId beyond 2^53 came back rounded to the next double.', {
    expected: '"categoryId": 9007199254740993',
    actual: '"categoryId": 9007199254740992',
    counterexample: { categoryId: '9007199254740993' },
    reproduced: { times: 1, of: 3 },
    exchanges: ['x44'],
    places: [{ part: 'body', pointer: '/categoryId' }],
  }),
  'auth.malformed': missed(
    'fail',
    'A list was served to a request whose Authorization header is not of the bearer form.',
    {
      expected: '401 with an Error object',
      actual: '200 OK with a list',
      counterexample: 'Basic with the key',
      exchanges: ['x52'],
      places: [{ part: 'status' }, { part: 'url' }],
    },
  ),
  'auth.challenge': missed('warn', 'A 401 came without a WWW-Authenticate header.', {
    expected: 'a WWW-Authenticate header',
    actual: 'none',
    exchanges: ['x60'],
    places: [{ part: 'header', name: 'www-authenticate' }],
  }),
  'robust.no-5xx': missed('warn', 'One of 312 requests was answered with a 5xx.', {
    expected: 'no 5xx',
    actual: '500 Internal Server Error',
    counterexample: { status: 'dragon' },
    exchanges: ['x71'],
    places: [{ part: 'status' }],
  }),
  'list.complete': {
    verdict: 'inconclusive',
    reason: 'No list could be read to its end: the target did not answer limit=100 in time.',
    cause: 'network',
    next: 'Run it again with a longer --timeout-ms.',
    checks: [
      { ...passing('No answer within 10000 ms.', ['x80']), name: 'list/complete', verdict: 'inconclusive' },
    ],
  },
  'list.agrees': blocked,
  'list.distinct': blocked,
  'get.not-found': missed(
    'waived',
    'An unknown id was answered with 410 (waived: known and planned for 1.1).',
    { expected: '404', actual: '410', exchanges: ['x85'] },
  ),
};

const passed: Row = {
  verdict: 'pass',
  reason: 'Put to the test by 12 requests; nothing spoke against it.',
  checks: [passing('12 inputs were tried.', ['x18', 'x60'])],
};

const leftOut: Row = {
  verdict: 'not-tested',
  reason: 'The profile messages is not claimed: no --messages-url was given.',
  cause: 'scope',
  next: 'Give --messages-url to have it judged.',
  checks: [],
};

/** A report of the sample target over the whole catalogue. */
export function reportOf(found: (id: RequirementId) => Row, more: Partial<Report> = {}): Report {
  const told = report(Object.fromEntries(requirements.map(({ id }) => [id, found(id)])));
  return {
    ...told,
    target: { baseUrl: BASE, messagesUrl: null, embedded: false },
    startedAt: '2026-11-21T10:04:06.500Z',
    seed: -1483920117,
    settings: { baseUrl: BASE, runs: 20, seed: -1483920117 },
    scope: { ...told.scope, profiles: ['animals'] },
    traffic: { requests: 312, created: 38, retried: 4, unanswered: 0 },
    created: Array.from({ length: 38 }, (_, index) => ({
      id: String(4100 + index),
      name: `pc-7f3a Rex ${index}`,
    })),
    ...more,
  };
}

/** A server with four faults, warnings, an undecided row and a waived one. */
export const mixed = reportOf((id) => findings[id] ?? (id.startsWith('messages.') ? leftOut : passed));

/** A report, and what it rests on. */
export interface Run {
  readonly report: Report;
  readonly evidence: readonly Exchange[];
}

/** That report, with its evidence. */
export const mixedRun = (): Run => ({ report: mixed, evidence: sampleEvidence });

/** The same with every text of the server's hostile. */
export function hostileRun(): Run {
  const evil = (text: string) => `${text} ${allHostile}`;
  const check = (one: CheckReport): CheckReport => ({
    ...one,
    message: evil(one.message),
    ...(one.expected === undefined ? {} : { expected: evil(one.expected) }),
    ...(one.actual === undefined ? {} : { actual: evil(one.actual) }),
    counterexample: { [hostile.markup]: allHostile },
  });
  return {
    report: {
      ...mixed,
      created: [{ id: '1', name: allHostile }],
      requirements: mixed.requirements.map((row) => ({
        ...row,
        reason: evil(row.reason),
        ...(row.next === undefined ? {} : { next: evil(row.next) }),
        checks: row.checks.map(check),
      })),
    },
    evidence: sampleEvidence.map((one) => ({
      ...one,
      request: {
        ...one.request,
        url: `${one.request.url}#${allHostile}`,
        body: one.request.body === null ? null : allHostile,
      },
      response: one.response && {
        ...one.response,
        statusText: allHostile,
        body: allHostile,
        headers: [['x-evil', allHostile]],
      },
      failure: one.failure && { ...one.failure, message: evil(one.failure.message) },
    })),
  };
}

/** A server that holds all of the one profile that is claimed. */
export const held = reportOf((id) => (id.startsWith('messages.') ? leftOut : passed));

/** A server that holds everything, messages included. */
export const green = reportOf(() => passed, {
  target: { baseUrl: BASE, messagesUrl: 'https://mail.example.test/messages', embedded: false },
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
    aborted: {
      cause: 'network',
      message:
        'The target could not be reached: connection refused at pets.example.test:443. Check --base-url.',
    },
    traffic: { requests: 1, created: 0, retried: 0, unanswered: 1 },
    created: [],
  },
);
