import type { RequirementId } from '../../requirements/index.ts';
import { defineFault, type Fault } from '../define.ts';
import type { Call, Reply } from '../model.ts';
import { CREATE_400, CREATE_REFUSED, isOn, refusedWith, replies } from '../modify.ts';

interface Documented {
  readonly id: string;
  readonly words: string;
  readonly is: (reply: Reply, call: Call) => boolean;
  /** What a body that cannot be read may bring down. */
  readonly row: RequirementId;
  readonly media: RequirementId;
}

const good = (reply: Reply): boolean => reply.status < 300;
const ofAnimals = isOn('list', 'create', 'get');
const ofMessages = isOn('message');

const documented: readonly Documented[] = [
  {
    id: 'list',
    words: 'a list',
    is: (reply, call) => good(reply) && isOn('list')(call),
    row: 'list.success',
    media: 'media.json',
  },
  {
    id: 'create',
    words: 'the answer to a create',
    is: (reply, call) => good(reply) && isOn('create')(call),
    row: 'create.success',
    media: 'media.json',
  },
  {
    id: 'get',
    words: 'the answer to a get',
    is: (reply, call) => good(reply) && isOn('get')(call),
    row: 'get.success',
    media: 'media.json',
  },
  {
    id: 'message',
    words: 'the answer to a message',
    is: (reply, call) => good(reply) && ofMessages(call),
    row: 'messages.success',
    media: 'messages.media',
  },
  ...[400, 401, 404].map((status): Documented => ({
    id: `error-${status}`,
    words: `a ${status}`,
    is: (reply, call) => reply.status === status && ofAnimals(call),
    row: 'error.object',
    media: 'media.json',
  })),
];

const types: readonly (readonly [string, string, string | undefined])[] = [
  ['text', 'as text/plain', 'text/plain; charset=utf-8'],
  ['html', 'as text/html', 'text/html'],
  ['text-json', 'as text/json', 'text/json'],
  ['missing', 'without a media type', undefined],
];

const media: readonly Fault[] = documented.flatMap(({ id, words, is, media: row }) =>
  types.map(([type, how, value]) =>
    defineFault({
      id: `media/${id}-${type}`,
      title: `Sends ${words} ${how}.`,
      breaks: [row],
      patch: (base) => ({
        contentType: (reply, call) => (is(reply, call) ? value : base.contentType(reply, call)),
      }),
    }),
  ),
);

const spoils: readonly (readonly [string, (words: string) => string, (text: string) => string])[] = [
  [
    'cut',
    (words) => `Cuts the body of ${words} short.`,
    (text) => text.slice(0, Math.max(1, text.length - 3)),
  ],
  [
    'followed',
    (words) => `Sends something after the body of ${words}.`,
    (text) => `${text}\n<!-- served by node 7 -->`,
  ],
  ['twice', (words) => `Sends the body of ${words} twice.`, (text) => text + text],
  ['empty', (words) => `Sends ${words} without a body.`, () => ''],
  [
    'guarded',
    (words) => `Begins the body of ${words} with )]}', to keep scripts out.`,
    (text) => `)]}',\n${text}`,
  ],
];

const bodies: readonly Fault[] = documented.flatMap(({ id, words, is, row, media: type }) =>
  spoils.map(([spoil, title, change]) =>
    defineFault({
      id: `body/${id}-${spoil}`,
      title: title(words),
      breaks: [row === 'messages.success' ? row : type],
      mayFall: row === 'messages.success' ? [type, 'messages.created-at', 'messages.echo'] : [row],
      patch: (base) => ({
        write: (reply, call) => {
          const text = base.write(reply, call);
          return is(reply, call) ? change(String(text)) : text;
        },
      }),
    }),
  ),
);

interface Exchange {
  readonly id: string;
  readonly words: string;
  readonly is: (reply: Reply, call: Call) => boolean;
  readonly statuses: readonly number[];
  readonly breaks: readonly RequirementId[];
  readonly mayFall: readonly RequirementId[];
}

const exchanges: readonly Exchange[] = [
  {
    id: 'list',
    words: 'a list',
    is: (reply, call) => good(reply) && isOn('list')(call),
    statuses: [201, 202, 204, 206],
    breaks: ['list.success'],
    mayFall: ['list.limit.accepted', 'list.status.accepted', 'media.json'],
  },
  {
    id: 'create',
    words: 'a create',
    is: (reply, call) => good(reply) && isOn('create')(call),
    statuses: [200, 202, 204, 303],
    breaks: ['create.success'],
    mayFall: [...CREATE_REFUSED.slice(1), 'create.id.assigned', 'media.json'],
  },
  {
    id: 'get',
    words: 'a get',
    is: (reply, call) => good(reply) && isOn('get')(call),
    statuses: [201, 202, 204, 302],
    breaks: ['get.success'],
    mayFall: ['media.json'],
  },
  {
    id: 'message',
    words: 'a message',
    is: (reply, call) => good(reply) && ofMessages(call),
    statuses: [303, 400],
    breaks: ['messages.success'],
    mayFall: ['messages.media', 'messages.created-at', 'messages.echo', 'messages.error-object'],
  },
];

const statuses: readonly Fault[] = exchanges.flatMap(({ id, words, is, statuses: others, breaks, mayFall }) =>
  others.map((status) =>
    defineFault({
      id: `status/${id}-${status}`,
      title: `Answers ${words} that goes well with ${status}.`,
      breaks,
      mayFall,
      patch: replies(is, (reply) => ({ ...reply, status })),
    }),
  ),
);

/** The reasons of a refused create, by the row that asks for the 400. */
const reasons: Readonly<Record<string, RequirementId>> = {
  missing_name: 'create.missing.name',
  missing_category: 'create.missing.category',
  invalid_name: 'create.invalid.name',
  invalid_category: 'create.invalid.category',
  invalid_status: 'create.invalid.status',
  invalid_body: 'create.invalid.body',
  malformed_json: 'create.malformed-json',
};

function follows(status: number): readonly RequirementId[] {
  if (status === 500) return ['robust.no-5xx'];
  return status === 200 ? ['create.success', 'create.id.assigned'] : [];
}

const refusals: readonly Fault[] = [
  ...Object.entries(reasons).flatMap(([reason, row]) =>
    [200, 409, 422, 500].map((status) =>
      defineFault({
        id: `status/create-${reason.replaceAll('_', '-')}-${status}`,
        title: `Answers ${status} instead of 400 to a create with ${reason.replaceAll('_', ' ')}.`,
        breaks: [row],
        mayFall: [
          ...follows(status),
          ...(reason === 'missing_name' ? (['create.missing.category'] as const) : []),
        ],
        patch: refusedWith(
          status,
          (refusal, call) => call.operation === 'create' && refusal.reason === reason,
        ),
      }),
    ),
  ),
  ...[403, 422, 500].map((status) =>
    defineFault({
      id: `status/create-400-${status}`,
      title: `Answers ${status} instead of 400 to every create that it refuses.`,
      breaks: CREATE_400,
      mayFall: status === 500 ? ['robust.no-5xx', 'create.media-type'] : [],
      patch: refusedWith(status, (refusal, call) => call.operation === 'create' && refusal.status === 400),
    }),
  ),
  ...[400, 403, 404].map((status) =>
    defineFault({
      id: `status/401-${status}`,
      title: `Answers ${status} instead of 401 in every operation.`,
      breaks: ['auth.missing', 'auth.invalid', 'auth.malformed'],
      mayFall: ['auth.first'],
      patch: refusedWith(status, (refusal, call) => ofAnimals(call) && refusal.status === 401),
    }),
  ),
  ...[400, 403, 404].map((status) =>
    defineFault({
      id: `status/message-401-${status}`,
      title: `Answers ${status} instead of 401 to every message without a valid key.`,
      breaks: ['messages.auth.missing', 'messages.auth.invalid', 'messages.auth.malformed'],
      patch: refusedWith(status, (refusal, call) => ofMessages(call) && refusal.status === 401),
    }),
  ),
];

/** Each documented answer with another media type, a spoilt body, or another status. */
export const answerFaults: readonly Fault[] = [...media, ...bodies, ...statuses, ...refusals];
