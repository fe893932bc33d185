import { defineFault, type Fault, type FaultRow, faultsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import type { Out } from '../json.ts';
import type { Call, Refusal } from '../model.ts';
import { because, isOn, type Members, membersOf } from '../modify.ts';

const ofAnimals = isOn('list', 'create', 'get');

type When = (refusal: Refusal, call: Call) => boolean;

/** Changes the Error object of some refusals of the animals interface. */
function errors(change: (error: Members, refusal: Refusal) => Out, when: When = () => true): Patch {
  return (base) => ({
    renderError(refusal, call) {
      const error = base.renderError(refusal, call);
      return ofAnimals(call) && when(refusal, call) ? change(membersOf(error), refusal) : error;
    },
  });
}

/** Answers errors with a page of text instead of JSON. */
function page(type: string, text: (status: number) => string, when: (status: number) => boolean): Patch {
  const applies = (status: number, call: Call): boolean => status >= 400 && ofAnimals(call) && when(status);
  return (base) => ({
    contentType: (reply, call) => (applies(reply.status, call) ? type : base.contentType(reply, call)),
    write: (reply, call) => (applies(reply.status, call) ? text(reply.status) : base.write(reply, call)),
  });
}

const statusIs =
  (status: number): When =>
  (refusal) =>
    refusal.status === status;

const html = (status: number): string =>
  `<!DOCTYPE html><html><body><pre>Error ${status}</pre></body></html>`;
const always = (): boolean => true;

const rows: readonly FaultRow[] = [
  [
    'detail',
    'Answers errors with a detail member alone, as FastAPI and Django do.',
    'error.object',
    errors((error) => ({ detail: error['message'] })),
  ],
  [
    'spring',
    'Answers errors with timestamp, status, error and path, as Spring does.',
    'error.object',
    errors((error) => ({
      timestamp: '2026-01-01T00:00:00Z',
      status: error['status'],
      error: 'Error',
      path: '/v1/pets',
    })),
  ],
  [
    'problem-details',
    'Answers errors with the members of problem details (RFC 9457).',
    'error.object',
    errors((error) => ({ type: 'about:blank', title: error['message'], status: error['status'] })),
  ],
  [
    'nest',
    'Answers errors with statusCode, message and error, as Nest does.',
    'error.object',
    errors((error) => ({ statusCode: error['status'], message: [error['message'] ?? ''], error: 'Error' })),
  ],
  ['wrapped', 'Wraps the Error object in another one.', 'error.object', errors((error) => ({ error }))],
  ['in-array', 'Answers errors with an array of one Error.', 'error.object', errors((error) => [error])],
  [
    'string-only',
    'Answers errors with the message alone.',
    'error.object',
    errors((error) => error['message'] ?? ''),
  ],
  [
    'code-number',
    'Gives the code of an error as a number.',
    'error.object',
    errors((error) => ({ ...error, code: error['status'] })),
  ],
  [
    'status-text',
    'Gives the status of an error as its name.',
    'error.object',
    errors((error) => ({ ...error, status: 'error' })),
  ],
  [
    'without-key-empty-object',
    'Answers 401 with an empty object where there is no Authorization header.',
    'error.object',
    errors(() => ({}), because('missing_key')),
  ],
  [
    'invalid-key-no-code',
    'Leaves the code out of the 401 for a key that is not valid.',
    'error.object',
    errors((error) => ({ ...error, code: undefined }), because('invalid_key')),
  ],
  [
    'malformed-json-parser-text',
    'Answers malformed JSON with the message of the parser alone.',
    'error.object',
    errors((error) => ({ message: error['message'] }), because('malformed_json')),
  ],
  [
    'missing-category-list',
    'Answers a missing category with a list of problems.',
    'error.object',
    errors(
      (error) => ({ errors: [{ field: 'categoryId', message: error['message'] }] }),
      because('missing_category'),
    ),
  ],
  [
    'limit-refused-detail',
    'Answers a limit out of range with a detail member alone.',
    'error.object',
    errors((error) => ({ detail: error['message'] }), because('invalid_limit')),
    ['list.limit.out-of-range', 'list.limit.not-integer'],
  ],
  [
    'media-type-refused-empty',
    'Answers a media type that it does not take with an empty object.',
    'error.object',
    errors(() => ({}), because('unsupported_media_type')),
    ['create.media-type'],
  ],

  [
    'html-page',
    'Answers every error with a page of HTML.',
    'media.json',
    page('text/html', html, always),
    ['error.object'],
  ],
  [
    'html-404',
    'Answers 404 with a page of HTML.',
    'media.json',
    page('text/html', html, (status) => status === 404),
    ['error.object'],
  ],
  [
    'text-401',
    'Answers 401 with the word Unauthorized.',
    'media.json',
    page(
      'text/plain',
      () => 'Unauthorized',
      (status) => status === 401,
    ),
    ['error.object'],
  ],
  [
    'empty-400',
    'Answers 400 with an empty body.',
    'media.json',
    page(
      'application/json',
      () => '',
      (status) => status === 400,
    ),
    ['error.object'],
  ],
  [
    'empty-404',
    'Answers 404 with an empty body.',
    'media.json',
    page(
      'application/json',
      () => '',
      (status) => status === 404,
    ),
    ['error.object'],
  ],

  [
    'status-zero',
    'Gives 0 for the status of every error.',
    'error.status',
    errors((error) => ({ ...error, status: 0 })),
  ],
  [
    'status-always-500',
    'Gives 500 for the status of every error.',
    'error.status',
    errors((error) => ({ ...error, status: 500 })),
  ],
  [
    'status-always-400',
    'Gives 400 for the status of every error.',
    'error.status',
    errors((error) => ({ ...error, status: 400 })),
  ],
  [
    'status-401-as-403',
    'Gives 403 for the status of a 401.',
    'error.status',
    errors((error) => ({ ...error, status: 403 }), statusIs(401)),
  ],
  [
    'status-404-as-400',
    'Gives 400 for the status of a 404.',
    'error.status',
    errors((error) => ({ ...error, status: 400 }), statusIs(404)),
  ],
  [
    'status-400-as-422',
    'Gives 422 for the status of a 400.',
    'error.status',
    errors((error) => ({ ...error, status: 422 }), statusIs(400)),
  ],
  [
    'status-malformed-json-as-500',
    'Gives 500 for the status of a 400 for malformed JSON.',
    'error.status',
    errors((error) => ({ ...error, status: 500 }), because('malformed_json')),
  ],
  [
    'status-malformed-key-as-400',
    'Gives 400 for the status of a 401 for a malformed Authorization header.',
    'error.status',
    errors((error) => ({ ...error, status: 400 }), because('malformed_authorization')),
  ],
  [
    'status-limit-as-200',
    'Gives 200 for the status of a 400 for a limit out of range.',
    'error.status',
    errors((error) => ({ ...error, status: 200 }), because('invalid_limit')),
  ],
];

export const errorFaults: readonly Fault[] = faultsOf('error', rows);

/** Where the interface is served, and what holds for all of it. */
export const wholeFaults: readonly Fault[] = [
  ['v2', '/v2', 'Serves the interface under /v2.'],
  ['none', '', 'Serves the interface without a version prefix.'],
  ['v10', '/api/v10', 'Serves the interface under /api/v10.'],
  ['version-1', '/version1', 'Serves the interface under /version1.'],
].map(([id, prefix = '', title = '']) =>
  defineFault({ id: `version/${id}`, title, breaks: ['version.prefix'], start: { prefix } }),
);
