import type { RequirementId } from '../../../requirements/index.ts';
import type { CheckReport, RequirementReport, Verdict } from '../../../reports/model.ts';

function check(
  name: string,
  verdict: Verdict,
  message: string,
  more: Partial<CheckReport> = {},
): CheckReport {
  return { name, verdict, message, exchanges: [], ...more };
}

/** What a row says, besides what the catalogue does. */
export type Finding = Pick<RequirementReport, 'verdict' | 'reason' | 'cause' | 'next' | 'because' | 'checks'>;

/** What another failure stands in the way of. */
const blocked: Finding = {
  verdict: 'inconclusive',
  reason: 'listing does not work: a valid request was answered with 500',
  cause: 'server',
  next: 'Correct what list.limit.default names first, then run again.',
  because: 'list.limit.default',
  checks: [],
};

/** What is told of the rows of the sample that do not pass. */
export const findings: Partial<Record<RequirementId, Finding>> = {
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
  'list.agrees': blocked,
  'list.distinct': blocked,
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

export function passed(): Finding {
  return {
    verdict: 'pass',
    reason: 'Put to the test by 12 requests; nothing spoke against it.',
    checks: [check('area/what-it-tries', 'pass', '12 inputs were tried.', { exchanges: ['x18', 'x60'] })],
  };
}

export function leftOut(): Finding {
  return {
    verdict: 'not-tested',
    reason: 'The profile messages is not claimed: no --messages-url was given.',
    cause: 'scope',
    next: 'Give --messages-url to have it judged.',
    checks: [],
  };
}
