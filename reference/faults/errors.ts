import { patchAsIs, type Fault, faultMaker } from '../define.ts';
import type { Patch } from '../steps.ts';
import { bodyMember, isJson, isNumber, membersOf, type ObjectMembers, type WritableJson } from '../json.ts';
import type { Call, RefusalReason, Reply } from '../model.ts';
import { changeRefusalStatus, changeResult, isAnimalsCall, refuseWith } from '../modify.ts';

/** Changes Error objects of the animals interface: for one status, one reason, or all. */
const errors = (change: (error: ObjectMembers) => WritableJson, which?: RefusalReason | number): Patch =>
  changeResult('renderError', (error, { status, reason }, call) =>
    isAnimalsCall(call) && (which === undefined || which === status || which === reason)
      ? change(membersOf(error))
      : error,
  );

/** Writes another `status` into Error objects. */
const inside = ([status, which]: readonly [status: number, which?: RefusalReason | number]): Patch =>
  errors((error) => ({ ...error, status }), which);

/** Answers some errors with an HTML page. */
const htmlPage = (
  when: (reply: Reply, call: Call) => boolean,
  page: (reply: Reply, call: Call) => string = ({ status }) =>
    `<!DOCTYPE html><html><body><pre>Error ${status}</pre></body></html>`,
): Patch => {
  const isHit = (reply: Reply, call: Call) => reply.status >= 400 && isAnimalsCall(call) && when(reply, call);
  return (base) => ({
    contentType: (reply, call) => (isHit(reply, call) ? 'text/html' : base.contentType(reply, call)),
    write: (reply, call) => (isHit(reply, call) ? page(reply, call) : base.write(reply, call)),
  });
};

const express = (_: Reply, { method, path }: Call): string =>
  `<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot ${method} ${path}</pre>\n</body>\n</html>\n`;
const flask = (): string =>
  '<!doctype html>\n<html lang=en>\n<title>415 Unsupported Media Type</title>\n<h1>Unsupported Media Type</h1>\n<p>Did not attempt to load JSON data.</p>\n';

const spring = ({ status }: Reply): string =>
  `<html><body><h1>Whitelabel Error Page</h1><p>This application has no explicit mapping for /error, so you are seeing this as a fallback.</p><div>There was an unexpected error (status=${status}).</div></body></html>`;
const nginx = (): string =>
  '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body>\r\n<center><h1>404 Not Found</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';

/** True if a create has both a name and a category of the wrong type. */
function isWrongTwice({ operation, body }: Call): boolean {
  const [name = '', category] = [bodyMember(body, 'name'), bodyMember(body, 'categoryId')];
  return operation === 'create' && typeof name !== 'string' && category !== undefined && !isNumber(category);
}

/** Changes the Error object if several members of the body are invalid. */
const ofSeveral = (change: (error: ObjectMembers) => WritableJson): Patch =>
  changeResult('renderError', (error, _, call) => (isWrongTwice(call) ? change(membersOf(error)) : error));

const error = faultMaker('error');

export const errorFaults: readonly Fault[] = [
  ...error(['media.json', 'error.object'], [], patchAsIs, {
    'quotes-not-escaped': [
      'Puts the error of a limit together as text, and escapes no quotes in it.',
      (base) => ({
        write: (reply, call) => {
          const limit = call.params.get('limit') ?? '';
          return reply.status === 400 && limit.includes('"')
            ? `{"code":"invalid_limit","message":"${limit} is no limit","status":400}`
            : base.write(reply, call);
        },
      }),
    ],
  }),
  ...error('error.object', [], errors, {
    detail: ['Sends errors with detail alone, as FastAPI does.', ({ message }) => ({ detail: message })],
    'problem-details': [
      'Answers errors with the members of problem details (RFC 9457).',
      ({ message, status }) => ({ type: 'about:blank', title: message, status }),
    ],
    wrapped: ['Wraps the Error object in another one.', (one) => ({ error: one })],
    'string-only': ['Answers errors with the message alone.', ({ message }) => message ?? ''],
  }),
  ...error('error.object', [], ofSeveral, {
    'list-of-messages': [
      'Gives a list for the message where several members are wrong, as NestJS does.',
      ({ message, ...rest }) => ({ ...rest, message: [message ?? '', message ?? ''] }),
    ],
  }),
  ...error('create.invalid.name', [], patchAsIs, {
    '422-for-several': [
      'Answers 422 where several members are wrong.',
      changeRefusalStatus(422, isWrongTwice),
    ],
  }),
  ...error('error.object', [], patchAsIs, {
    'errors-of-a-query': [
      'Gives errors in place of the message where limit and status are both wrong.',
      changeResult('renderError', (sent, { status }, { params }) =>
        status === 400 && params.size > 1 ? { ...membersOf(sent), message: undefined, errors: [] } : sent,
      ),
    ],
    'message-untranslated': [
      'Looks the message up by language, and has it in English only.',
      changeResult('renderError', (sent, _, call) => {
        const isOther = isAnimalsCall(call) && /^(?!en)\w/u.test(call.headers['accept-language'] ?? '');
        return isOther ? { ...membersOf(sent), message: null } : sent;
      }),
    ],
    'malformed-json-parser-text': [
      'Answers malformed JSON with the message of the parser alone.',
      errors(({ message }) => ({ message }), 'malformed_json'),
    ],
  }),
  ...error('error.status', [], patchAsIs, {
    'error-of-address-kept': [
      'Keeps the 404 of an address, and shows it with a 401 too.',
      (base) => {
        const kept = new Map<string, WritableJson>();
        return {
          renderError(refusal, call) {
            const sent = base.renderError(refusal, call);
            if (refusal.status === 404) kept.set(call.petId, sent);
            return (refusal.status === 401 ? kept.get(call.petId) : undefined) ?? sent;
          },
        };
      },
    ],
  }),
  ...error('error.status', [], ofSeveral, {
    'status-of-several': [
      'Gives 422 for the status of a 400 where several members are wrong.',
      (one) => ({ ...one, status: 422 }),
    ],
  }),

  ...error('media.json', ['error.object'], patchAsIs, {
    'html-page': ['Answers every error with a page of HTML.', htmlPage(() => true)],
    'html-for-malformed-json': [
      'Answers what is not JSON with 400 and a page of HTML.',
      htmlPage(
        ({ status }, { operation, body }) =>
          operation === 'create' && status === 400 && !isJson(String(body)),
      ),
    ],
    'html-for-long-names': [
      'Refuses names of more than 255 characters with a page of HTML.',
      (base, world) => ({
        // A conformant server may refuse such names too.
        ...changeResult('readName', (name) =>
          name.length > 255 ? refuseWith(400, 'refused_name', 'The name is too long.')() : name,
        )(base, world),
        ...htmlPage(
          (_, { operation, body }) => operation === 'create' && /"[^"\\]{256,3000}"/u.test(String(body)),
        )(base, world),
      }),
    ],
    'html-for-browsers': [
      'Answers errors with a page of HTML where a browser asks.',
      htmlPage((_, call) => call.headers.accept?.startsWith('text/html') === true, spring),
    ],
    'page-for-who-takes-text': [
      'Answers errors with a page of HTML where a client takes text too.',
      htmlPage((_, call) => call.headers.accept?.includes('text/plain') === true),
    ],
    'nginx-page-for-unknown-ids': [
      'Answers unknown ids with a page of nginx.',
      htmlPage(({ status }, { operation }) => operation === 'get' && status === 404, nginx),
    ],
    'spring-page-for-no-key': [
      'Refuses keys with the default page of Spring Boot.',
      htmlPage(({ status }) => status === 401, spring),
    ],
    'express-page-for-broken-escapes': [
      'Answers broken escapes in a path with the default page of Express.',
      // A segment with invalid escapes is not decoded.
      htmlPage((_, { path, petId }) => petId.includes('%') && path.endsWith(petId), express),
    ],
    'express-page-for-unknown-ids': [
      'Answers unknown ids with the default page of Express.',
      htmlPage(({ status }, { operation }) => operation === 'get' && status === 404, express),
    ],
    'flask-page-for-other-types': [
      'Answers other media types with the default page of Flask.',
      htmlPage(({ status }) => status === 415, flask),
    ],
  }),

  ...error('error.status', [], inside, {
    'status-zero': ['Gives 0 for the status of every error.', [0]],
    'status-always-400': ['Gives 400 for the status of every error.', [400]],
    'status-401-as-403': ['Gives 403 for the status of a 401.', [403, 401]],
    'status-404-as-400': ['Gives 400 for the status of a 404.', [400, 404]],
    'status-400-as-422': ['Gives 422 for the status of a 400.', [422, 400]],
  }),
  // Faults of the whole interface.
  ...Object.entries({
    v2: ['/v2', 'Serves the interface under /v2.'],
    none: ['', 'Serves the interface without a version prefix.'],
    v10: ['/api/v10', 'Serves the interface under /api/v10.'],
    'version-1': ['/version1', 'Serves the interface under /version1.'],
  }).map(([id, [prefix = '', title = '']]): Fault => ({
    id: `version/${id}`,
    title,
    breaks: ['version.prefix'],
    mayFall: [],
    start: { prefix },
  })),
];
