import { type Variant, variantsOf } from '../define.ts';
import type { Patch } from '../hooks.ts';
import type { Call, HeaderLine } from '../model.ts';

type When = (call: Call) => boolean;

interface Block {
  readonly when: When;
  readonly status: number;
  readonly headers?: readonly HeaderLine[];
  readonly body: string;
}

/** Answers some requests itself, in a form and with headers of its own; the service never sees them. */
const blocks = ({ when, status, headers = [], body }: Block): Patch => {
  const type = body.startsWith('<') ? 'text/html' : 'application/json';
  return (base) => ({
    answer: async (call) => (when(call) ? { status, headers, value: null } : base.answer(call)),
    contentType: (reply, call) => (when(call) ? type : base.contentType(reply, call)),
    write: (reply, call) => (when(call) ? body : base.write(reply, call)),
  });
};

/** Closes the connection of some requests without an answer. */
const hangsUp = (when: When): Patch => {
  return (base) => ({
    answer: async (call) => (when(call) ? { status: 400, headers: [], value: null } : base.answer(call)),
    send: (wire, response, call) => (when(call) ? void response.destroy() : base.send(wire, response, call)),
  });
};

/** Each answer of the service bears a header that nobody in front of it adds. */
const marked =
  (other: Patch): Patch =>
  (base, world) => {
    const answer = async (call: Call) => {
      const reply = await base.answer(call);
      return { ...reply, headers: [...reply.headers, ['X-Powered-By', 'pets'] as const] };
    };
    return { ...other({ ...base, answer }, world) };
  };

const page = (title: string): string =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n</body>\r\n</html>`;

const ATTACK = /[<>;|`]|--|\$[({]|'\s|\{\{|\.\.[/\\]|\b(?:or|union|drop|select)\b|%0|\\u0000/iu;
/** What a web application firewall takes for an attack, wherever it stands. */
const isLikeAnAttack: When = ({ authorization, body, path, params }) =>
  [String(body), path, String(params), ...authorization].some((text) => ATTACK.test(text));

/** What IIS, ASP.NET and servlet containers refuse in a path. */
const isOddPath: When = ({ path }) =>
  /%(?:20|2a|3a|3b|23|3f|3c|3e|26)|[*:;]|\/[^/]{256,}|\d\.\d/iu.test(path);

const isOddType: When = ({ headers, method }) =>
  method === 'POST' && !/^application\/json\b/iu.test(headers['content-type'] ?? 'application/json');

const isLong: When = ({ authorization, body, path, params }) =>
  body.length > 4096 || [path, String(params), ...authorization].some((text) => text.length > 4096);

/** Firewalls and gateways that answer in the place of the service. */
export const firewallVariants: readonly Variant[] = [
  ...variantsOf('firewall', blocks, {
    'json-of-its-own': [
      'Refuses what looks like an attack with 403, JSON of its own and a Server header.',
      {
        when: isLikeAnAttack,
        status: 403,
        headers: [['Server', 'wall']],
        body: '{"blocked":true,"ray":"8f1c"}',
      },
    ],
    'escapes-in-bodies': [
      'Refuses backslashes in a body with 403, JSON of its own and a Server header.',
      {
        when: ({ body }) => body.includes('\\'),
        status: 403,
        headers: [['Server', 'wall']],
        body: '{"blocked":true,"ray":"8f1c"}',
      },
    ],
    'odd-tokens': [
      'Refuses tokens with brackets, quotes or semicolons with 400 and a page of HTML.',
      {
        when: ({ authorization }) => authorization.some((text) => /[<>'`;(){}$|]/u.test(text)),
        status: 400,
        headers: [['Server', 'nginx/1.24.0']],
        body: page('400 Bad Request'),
      },
    ],
    'odd-paths-404': [
      'Refuses odd characters and long segments of a path with 404 and a page of HTML.',
      { when: isOddPath, status: 404, body: page('404 Not Found') },
    ],
    'odd-types-415': [
      'Refuses all but application/json with 415 and a page of HTML.',
      { when: isOddType, status: 415, body: page('415 Unsupported Media Type') },
    ],
    'percent-in-query': [
      'Refuses percent signs in a query with 400 and a page of HTML.',
      {
        when: ({ params }) => [...params.values()].some((text) => text.includes('%')),
        status: 400,
        body: page('400 Bad Request'),
      },
    ],
    'above-4-kb': [
      'Refuses what is longer than 4 kB with 413 and a page of HTML.',
      { when: isLong, status: 400, body: page('400 Request Header Or Cookie Too Large') },
    ],
  }),
  ...variantsOf('firewall', (block: Block) => marked(blocks(block)), {
    'json-without-its-header': [
      'Refuses what looks like an attack with 403 and JSON, without a header that each answer of the service has.',
      { when: isLikeAnAttack, status: 403, body: '{"message":"Forbidden"}' },
    ],
  }),
  ...variantsOf('firewall', hangsUp, {
    'hangs-up': ['Closes the connection of what looks like an attack.', isLikeAnAttack],
    'hangs-up-on-odd-paths': ['Closes the connection of odd paths.', isOddPath],
  }),
];
