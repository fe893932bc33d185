import { gzipSync } from 'node:zlib';
import type { RequirementId } from '../../requirements/index.ts';
import {
  type Fault,
  patchAsIs,
  faultMaker,
  CREATE_400_REQUIREMENTS,
  MAY_FAIL_WITH_CREATE,
  CREATE_REJECTIONS,
} from '../define.ts';
import type { Patch } from '../steps.ts';
import type { Call, HeaderLine, Operation, Reply, SerializedReply } from '../model.ts';
import {
  changeRefusalStatus,
  changeResult,
  isAnimalsCall,
  isCallOf,
  isMessagesCall,
  replaceSend,
  sendZipped,
  withSeenTexts,
} from '../modify.ts';

/** A response that the document describes. */
interface Documented {
  readonly id: string;
  readonly words: string;
  readonly is: (reply: Reply, call: Call) => boolean;
  /** Requirement that may fail if the body cannot be parsed. */
  readonly row: RequirementId;
  readonly media: RequirementId;
}

/** For each operation, wrong statuses that servers send instead of a success, and requirements that may fail then. */
const OPERATIONS: readonly (readonly [Operation, readonly number[], readonly RequirementId[]])[] = [
  ['list', [201, 202, 204, 206], ['list.limit.accepted', 'list.status.accepted', 'media.json']],
  ['create', [200, 202, 204, 303], [...MAY_FAIL_WITH_CREATE.slice(1), 'create.id.assigned', 'media.json']],
  ['get', [201, 202, 204, 302], ['media.json']],
  [
    'message',
    [303, 400],
    ['messages.media', 'messages.created-at', 'messages.echo', 'messages.error-object'],
  ],
];

const good = OPERATIONS.map(([id, statuses, mayFall]) => ({
  id,
  words: id === 'list' ? 'a list' : `the answer to a ${id}`,
  statuses,
  mayFall,
  is: (reply: Reply, call: Call) => reply.status < 300 && call.operation === id,
  row: id === 'message' ? ('messages.success' as const) : (`${id}.success` as const),
  media: id === 'message' ? ('messages.media' as const) : ('media.json' as const),
}));

const documented: readonly Documented[] = [
  ...good,
  ...[400, 401, 404].map((status): Documented => ({
    id: `error-${status}`,
    words: `a ${status}`,
    is: (reply, call) => reply.status === status && isAnimalsCall(call),
    row: 'error.object',
    media: 'media.json',
  })),
];

const media = documented.flatMap(({ id, words, is, media: row }) =>
  faultMaker('media')(
    row,
    [],
    (other: string | undefined) =>
      changeResult('contentType', (type, reply, call) => (is(reply, call) ? other : type)),
    {
      [`${id}-text`]: [`Sends ${words} as text/plain.`, 'text/plain; charset=utf-8'],
      [`${id}-html`]: [`Sends ${words} as text/html.`, 'text/html'],
      [`${id}-text-json`]: [`Sends ${words} as text/json.`, 'text/json'],
      [`${id}-missing`]: [`Sends ${words} without a media type.`, undefined],
    },
  ),
);

const bodies = documented.flatMap(({ id, words, is, row, media: type }) =>
  faultMaker('body')(
    row === 'messages.success' ? row : type,
    row === 'messages.success' ? [type, 'messages.created-at', 'messages.echo'] : [row],
    (change: (text: string) => string) =>
      changeResult('write', (text, reply, call) => (is(reply, call) ? change(String(text)) : text)),
    {
      [`${id}-cut`]: [
        `Cuts the body of ${words} short.`,
        (text) => text.slice(0, Math.max(1, text.length - 3)),
      ],
      [`${id}-followed`]: [
        `Sends something after the body of ${words}.`,
        (text) => `${text}\n<!-- served by node 7 -->`,
      ],
      [`${id}-twice`]: [`Sends the body of ${words} twice.`, (text) => text + text],
      [`${id}-empty`]: [`Sends ${words} without a body.`, () => ''],
      [`${id}-guarded`]: [
        `Begins the body of ${words} with )]}', to keep scripts out.`,
        (text) => `)]}',\n${text}`,
      ],
    },
  ),
);

const cutToPlain = (zipped: Buffer, plain: Buffer): Buffer => zipped.subarray(0, plain.length);

/** Faults of long lists that show at a second request, or on a connection that closes. */
const longLists = faultMaker('longlist')('media.json', ['list.success'], patchAsIs, {
  'coding-lost-in-cache': [
    'Keeps a compressed list, and leaves its Content-Encoding out the second time.',
    withSeenTexts((isKnown) =>
      replaceSend(
        ({ headers, payload, ...wire }, response, call, base) => {
          const coding: readonly HeaderLine[] = isKnown(String(payload))
            ? []
            : [['Content-Encoding', 'gzip']];
          const coded = { ...wire, headers: [...headers, ...coding], payload: gzipSync(payload) };
          return base.send(coded, response, call);
        },
        ({ headers, operation }, { payload }) =>
          operation === 'list' && payload.length > 4096 && /\bgzip\b/u.test(headers['accept-encoding'] ?? ''),
      ),
    ),
  ],
  'cut-where-closed': [
    'Closes a connection that is to be closed before a long list is out.',
    replaceSend(
      ({ headers, payload, status: code }, response) => {
        response.writeHead(code, [...headers, ['Content-Length', String(payload.length)]].flat());
        response.write(payload.subarray(0, 2048), () => response.destroy());
      },
      ({ headers, operation }, { payload }) =>
        operation === 'list' && payload.length > 4096 && headers.connection === 'close',
    ),
  ],
});

const codings = faultMaker('compressed')(
  'media.json',
  ['list.success', 'error.object'],
  ([when, spoil]: readonly [
    when: (wire: SerializedReply) => boolean,
    spoil: (zipped: Buffer, plain: Buffer) => Buffer,
  ]) => sendZipped(spoil, when),
  {
    'long-lists-plain': [
      'Says of long lists that they are compressed, and leaves them as they are.',
      [({ payload }) => payload.length > 4096, (_, plain) => plain],
    ],
    'long-lists-cut': [
      'Loses the end of what it compresses where that is long.',
      [({ payload }) => payload.length > 4096, (zipped) => zipped.subarray(0, -20)],
    ],
    'short-animals-cut': [
      'Gives the length of the plain text for what it compresses, so that a short one is cut.',
      [({ status: code, payload }) => code === 200 && payload[0] === 0x7b, cutToPlain],
      ['get.success', 'get.agrees'],
    ],
    'errors-empty': [
      'Sends errors without a body to those who take gzip.',
      [({ status: code }) => code >= 400, () => Buffer.alloc(0)],
    ],
  },
);

/** Sends a success as the first media type of Accept, whatever its quality. */
const firstType = (when: (call: Call) => boolean, first: string): Patch =>
  changeResult('contentType', (type, { status: code }, call) =>
    when(call) && code < 300 && (call.headers.accept ?? '').startsWith(first) ? first : type,
  );

const negotiated = [
  ...faultMaker('media')('media.json', ['list.success'], patchAsIs, {
    'list-as-first-of-accept': [
      'Sends lists as YAML where that stands first in Accept.',
      firstType(isCallOf('list'), 'application/yaml'),
    ],
  }),
  ...faultMaker('media')('messages.media', ['messages.success'], patchAsIs, {
    'message-as-first-of-accept': [
      'Sends answers to messages as text where that stands first in Accept.',
      firstType(isCallOf('message'), 'text/plain'),
    ],
  }),
];

const status = faultMaker('status');

const statuses = good.flatMap(({ id, is, row, statuses: others, mayFall }) =>
  status(
    row,
    mayFall,
    (given: number) =>
      changeResult('finish', (reply, _, call) => (is(reply, call) ? { ...reply, status: given } : reply)),
    Object.fromEntries(
      others.map((other) => [`${id}-${other}`, [`Answers a ${id} that goes well with ${other}.`, other]]),
    ),
  ),
);

/** Statuses instead of the 400 of an invalid create, and requirements that may fail with them. */
const INSTEAD_OF_400: readonly (readonly [number, ...RequirementId[]])[] = [
  [200, 'create.success', 'create.id.assigned'],
  [409],
  [422],
  [500, 'robust.no-5xx'],
];

/** The two interfaces, for faults that replace every 401 response of an interface. */
const INTERFACES = [
  ['401', 'in every operation', isAnimalsCall, 'auth', ['auth.first']],
  ['message-401', 'to every message without a valid key', isMessagesCall, 'messages.auth', []],
] as const;

const refusals = [
  ...CREATE_REJECTIONS.flatMap(([row, reason]) =>
    INSTEAD_OF_400.flatMap(([given, ...follows]) =>
      status(
        row,
        reason === 'missing_name' ? [...follows, 'create.missing.category'] : follows,
        (to: number) => changeRefusalStatus(to, isCallOf('create'), reason),
        {
          [`create-${reason.replaceAll('_', '-')}-${given}`]: [
            `Answers ${given} instead of 400 to a create with ${reason.replaceAll('_', ' ')}.`,
            given,
          ],
        },
      ),
    ),
  ),
  ...status(
    CREATE_400_REQUIREMENTS,
    [],
    (given: number) => changeRefusalStatus(given, isCallOf('create'), 400),
    {
      'create-400-403': ['Answers 403 instead of 400 to every create that it refuses.', 403],
      'create-400-422': ['Answers 422 instead of 400 to every create that it refuses.', 422],
      'create-400-500': ['Refuses creates with 500, not 400.', 500, ['robust.no-5xx', 'create.media-type']],
    },
  ),
  ...INTERFACES.flatMap(([id, where, of, area, mayFall]) =>
    status(
      [`${area}.missing`, `${area}.invalid`, `${area}.malformed`],
      mayFall,
      (to: number) => changeRefusalStatus(to, of, 401),
      Object.fromEntries(
        [400, 403, 404].map((given) => [
          `${id}-${given}`,
          [`Answers ${given} instead of 401 ${where}.`, given],
        ]),
      ),
    ),
  ),
];

/** Faults for each documented response: wrong media type, broken body, or wrong status. */
export const responseFaults: readonly Fault[] = [
  ...media,
  ...bodies,
  ...longLists,
  ...codings,
  ...negotiated,
  ...statuses,
  ...refusals,
];
