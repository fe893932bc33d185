import { gzipSync } from 'node:zlib';
import type { RequirementId } from '../../requirements/index.ts';
import {
  type Fault,
  faultsOf,
  CREATE_400_REQUIREMENTS,
  MAY_FAIL_WITH_CREATE,
  CREATE_REJECTIONS,
} from '../define.ts';
import type { Patch } from '../hooks.ts';
import type { Call, Reply, SerializedReply } from '../model.ts';
import {
  refusedFor,
  isCallOf,
  isAnimalsCall,
  isMessagesCall,
  changeRefusalStatus,
  changeReplies,
  sendInstead,
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

/** A successful response, with wrong statuses that servers send instead. */
interface Good extends Documented {
  readonly doing: string;
  readonly statuses: readonly number[];
  readonly mayFall: readonly RequirementId[];
}

const good: readonly Good[] = (
  [
    [
      'list',
      'a list',
      'a list',
      [201, 202, 204, 206],
      ['list.limit.accepted', 'list.status.accepted', 'media.json'],
    ],
    [
      'create',
      'the answer to a create',
      'a create',
      [200, 202, 204, 303],
      [...MAY_FAIL_WITH_CREATE.slice(1), 'create.id.assigned', 'media.json'],
    ],
    ['get', 'the answer to a get', 'a get', [201, 202, 204, 302], ['media.json']],
    [
      'message',
      'the answer to a message',
      'a message',
      [303, 400],
      ['messages.media', 'messages.created-at', 'messages.echo', 'messages.error-object'],
    ],
  ] as const
).map(([id, words, doing, statuses, mayFall]) => ({
  id,
  words,
  doing,
  statuses,
  mayFall,
  is: (reply, call) => reply.status < 300 && isCallOf(id)(call),
  row: id === 'message' ? 'messages.success' : `${id}.success`,
  media: id === 'message' ? 'messages.media' : 'media.json',
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
  faultsOf('media')(
    row,
    [],
    (type: string | undefined) => (base) => ({
      contentType: (reply, call) => (is(reply, call) ? type : base.contentType(reply, call)),
    }),
    {
      [`${id}-text`]: [`Sends ${words} as text/plain.`, 'text/plain; charset=utf-8'],
      [`${id}-html`]: [`Sends ${words} as text/html.`, 'text/html'],
      [`${id}-text-json`]: [`Sends ${words} as text/json.`, 'text/json'],
      [`${id}-missing`]: [`Sends ${words} without a media type.`, undefined],
    },
  ),
);

const bodies = documented.flatMap(({ id, words, is, row, media: type }) =>
  faultsOf('body')(
    row === 'messages.success' ? row : type,
    row === 'messages.success' ? [type, 'messages.created-at', 'messages.echo'] : [row],
    (change: (text: string) => string) => (base) => ({
      write(reply, call) {
        const text = base.write(reply, call);
        return is(reply, call) ? change(String(text)) : text;
      },
    }),
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

/** Applies `spoil` to the gzip-compressed body of responses to clients that accept gzip. */
const compressed = ([when, spoil]: readonly [
  when: (wire: SerializedReply) => boolean,
  spoil: (zipped: Buffer, plain: Buffer) => Buffer,
]): Patch =>
  sendInstead(
    ({ headers, payload, ...wire }, response, call, base) =>
      base.send(
        {
          ...wire,
          headers: [...headers, ['Content-Encoding', 'gzip']],
          payload: spoil(gzipSync(payload), payload),
        },
        response,
        call,
      ),
    ({ headers }, wire) => /\bgzip\b/.test(headers['accept-encoding'] ?? '') && when(wire),
  );
const codings = faultsOf('compressed')('media.json', ['list.success', 'error.object'], compressed, {
  'long-lists-plain': [
    'Says of long lists that they are compressed, and leaves them as they are.',
    [({ payload }) => payload.length > 4096, (_, plain) => plain],
  ],
  'long-lists-cut': [
    'Loses the end of what it compresses where that is long.',
    [({ payload }) => payload.length > 4096, (zipped) => zipped.subarray(0, -20)],
  ],
  'errors-empty': [
    'Sends errors without a body to those who take gzip.',
    [({ status: code }) => code >= 400, () => Buffer.alloc(0)],
  ],
});

const status = faultsOf('status');

const statuses = good.flatMap(({ id, doing, is, row, statuses: others, mayFall }) =>
  others.flatMap((other) =>
    status(row, mayFall, (given: number) => changeReplies(is, (reply) => ({ ...reply, status: given })), {
      [`${id}-${other}`]: [`Answers ${doing} that goes well with ${other}.`, other],
    }),
  ),
);

/** Requirements that may fail if an invalid create gets this status instead of 400. */
function follows(given: number): readonly RequirementId[] {
  if (given === 500) return ['robust.no-5xx'];
  return given === 200 ? ['create.success', 'create.id.assigned'] : [];
}

/** Faults that replace each 401 of an interface by another status. */
const instead401 = (
  id: string,
  where: string,
  of: (call: Call) => boolean,
  area: 'auth' | 'messages.auth',
  mayFall: readonly RequirementId[] = [],
): readonly Fault[] =>
  status(
    [`${area}.missing`, `${area}.invalid`, `${area}.malformed`],
    mayFall,
    (to: number) => changeRefusalStatus(to, (refusal, call) => of(call) && refusal.status === 401),
    Object.fromEntries(
      [400, 403, 404].map((given) => [
        `${id}-${given}`,
        [`Answers ${given} instead of 401 ${where}.`, given],
      ]),
    ),
  );

const refusals = [
  ...CREATE_REJECTIONS.flatMap(([row, reason]) =>
    [200, 409, 422, 500].flatMap((given) =>
      status(
        row,
        [...follows(given), ...(reason === 'missing_name' ? (['create.missing.category'] as const) : [])],
        (to: number) =>
          changeRefusalStatus(to, (refusal, call) => isCallOf('create')(call) && refusedFor(reason)(refusal)),
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
    (given: number) =>
      changeRefusalStatus(given, (refusal, call) => isCallOf('create')(call) && refusal.status === 400),
    {
      'create-400-403': ['Answers 403 instead of 400 to every create that it refuses.', 403],
      'create-400-422': ['Answers 422 instead of 400 to every create that it refuses.', 422],
      'create-400-500': ['Refuses creates with 500, not 400.', 500, ['robust.no-5xx', 'create.media-type']],
    },
  ),
  ...instead401('401', 'in every operation', isAnimalsCall, 'auth', ['auth.first']),
  ...instead401('message-401', 'to every message without a valid key', isMessagesCall, 'messages.auth'),
];

/** Faults for each documented response: wrong media type, broken body, or wrong status. */
export const answerFaults: readonly Fault[] = [...media, ...bodies, ...codings, ...statuses, ...refusals];
