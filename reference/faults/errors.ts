import { as, type Fault, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import type { Out } from '../json.ts';
import type { Call, Reason } from '../model.ts';
import { changed, ofAnimals } from '../modify.ts';
import { type Members, membersOf } from '../values.ts';

/** Changes the Error object of some refusals of the animals interface: of a status, for a reason, or of all. */
const errors = (change: (error: Members) => Out, which?: Reason | number): Patch =>
  changed('renderError', (error, { status, reason }, call) =>
    ofAnimals(call) && (which === undefined || which === status || which === reason)
      ? change(membersOf(error))
      : error,
  );

/** Gives another status inside the Errors of some refusals. */
const inside = ([status, which]: readonly [status: number, which?: Reason | number]): Patch =>
  errors((error) => ({ ...error, status }), which);

/** Answers errors, or those of one status, with a text instead of JSON. */
function page([type, text, only]: readonly [
  type: string,
  text: (status: number) => string,
  only?: number,
]): Patch {
  const applies = (status: number, call: Call): boolean =>
    status >= 400 && ofAnimals(call) && (only ?? status) === status;
  return (base) => ({
    contentType: (reply, call) => (applies(reply.status, call) ? type : base.contentType(reply, call)),
    write: (reply, call) => (applies(reply.status, call) ? text(reply.status) : base.write(reply, call)),
  });
}

const html = (status: number): string =>
  `<!DOCTYPE html><html><body><pre>Error ${status}</pre></body></html>`;
const none = (): string => '';

const error = faultsOf('error');

export const errorFaults: readonly Fault[] = [
  ...error('error.object', [], errors, {
    detail: [
      'Answers errors with a detail member alone, as FastAPI and Django do.',
      ({ message }) => ({ detail: message }),
    ],
    spring: [
      'Answers errors with timestamp, status, error and path, as Spring does.',
      ({ status }) => ({ timestamp: '2026-01-01T00:00:00Z', status, error: 'Error', path: '/v1/pets' }),
    ],
    'problem-details': [
      'Answers errors with the members of problem details (RFC 9457).',
      ({ message, status }) => ({ type: 'about:blank', title: message, status }),
    ],
    nest: [
      'Answers errors with statusCode, message and error, as Nest does.',
      ({ message = '', status }) => ({ statusCode: status, message: [message], error: 'Error' }),
    ],
    wrapped: ['Wraps the Error object in another one.', (one) => ({ error: one })],
    'in-array': ['Answers errors with an array of one Error.', (one) => [one]],
    'string-only': ['Answers errors with the message alone.', ({ message }) => message ?? ''],
    'code-number': ['Gives the code of an error as a number.', (one) => ({ ...one, code: one['status'] })],
    'status-text': ['Gives the status of an error as its name.', (one) => ({ ...one, status: 'error' })],
  }),
  ...error('error.object', [], as, {
    'without-key-empty-object': [
      'Answers 401 with an empty object where there is no Authorization header.',
      errors(() => ({}), 'missing_key'),
    ],
    'malformed-json-parser-text': [
      'Answers malformed JSON with the message of the parser alone.',
      errors(({ message }) => ({ message }), 'malformed_json'),
    ],
  }),

  ...error('media.json', ['error.object'], page, {
    'html-page': ['Answers every error with a page of HTML.', ['text/html', html]],
    'html-404': ['Answers 404 with a page of HTML.', ['text/html', html, 404]],
    'text-401': ['Answers 401 with the word Unauthorized.', ['text/plain', () => 'Unauthorized', 401]],
    'empty-400': ['Answers 400 with an empty body.', ['application/json', none, 400]],
    'empty-404': ['Answers 404 with an empty body.', ['application/json', none, 404]],
  }),

  ...error('error.status', [], inside, {
    'status-zero': ['Gives 0 for the status of every error.', [0]],
    'status-always-500': ['Gives 500 for the status of every error.', [500]],
    'status-always-400': ['Gives 400 for the status of every error.', [400]],
    'status-401-as-403': ['Gives 403 for the status of a 401.', [403, 401]],
    'status-404-as-400': ['Gives 400 for the status of a 404.', [400, 404]],
    'status-400-as-422': ['Gives 422 for the status of a 400.', [422, 400]],
    'status-malformed-json-as-500': [
      'Gives 500 for the status of a 400 for malformed JSON.',
      [500, 'malformed_json'],
    ],
  }),
];

/** Where the interface is served, and what holds for all of it. */
export const wholeFaults: readonly Fault[] = Object.entries({
  v2: ['/v2', 'Serves the interface under /v2.'],
  none: ['', 'Serves the interface without a version prefix.'],
  v10: ['/api/v10', 'Serves the interface under /api/v10.'],
  'version-1': ['/version1', 'Serves the interface under /version1.'],
}).map(([id, [prefix = '', title = '']]) => ({
  id: `version/${id}`,
  title,
  breaks: ['version.prefix'],
  mayFall: [],
  start: { prefix },
}));
