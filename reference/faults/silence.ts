import type { ServerResponse } from 'node:http';
import type { RequirementId } from '../../requirements/index.ts';
import { defineFault, type Fault } from '../define.ts';
import type { Hooks, Patch } from '../hooks.ts';
import type { Call, Wire } from '../model.ts';

type Send = (wire: Wire, response: ServerResponse, base: Readonly<Hooks>, call: Call) => void | Promise<void>;

/** The beginning of an answer, and then the end of its connection. */
const cut: Send = (wire, response) => {
  for (const [name, value] of wire.headers) response.appendHeader(name, value);
  response.statusCode = wire.status;
  response.setHeader('Content-Length', wire.payload.length);
  response.write(wire.payload.subarray(0, -1), () => response.destroy());
};

/** Ways not to answer, in words behind `what`. */
const WAYS: Readonly<Record<string, { readonly words: string; readonly send: Send }>> = {
  closes: {
    words: 'Closes the connection in place of an answer to',
    send: (_, response) => void response.destroy(),
  },
  hangs: { words: 'Never answers', send: () => {} },
  'says-503': {
    words: 'Answers 503 to',
    send: (wire, response, base, call) => base.send({ ...wire, status: 503 }, response, call),
  },
};

/** Requests that one class or operation is made of, and what is left undecided without an answer to them. */
interface Silenced {
  readonly id: string;
  readonly words: string;
  readonly is: (call: Call, wire: Wire) => boolean;
  readonly leaves: readonly RequirementId[];
}

const isValid = ({ authorization }: Call): boolean =>
  authorization.some((line) => /^Bearer \S+$/i.test(line));

/** The body as JSON, or undefined where it is none. */
function jsonOf({ body }: Call): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

function lacks(call: Call, member: string): boolean {
  const value = jsonOf(call);
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, member)
  );
}

const silenced: readonly Silenced[] = [
  {
    id: 'sold-lists',
    words: 'lists with status=sold',
    is: ({ operation, params }) => operation === 'list' && params.get('status') === 'sold',
    leaves: ['list.status.accepted', 'list.status.filter'],
  },
  {
    id: 'limit-100',
    words: 'lists with limit=100',
    is: ({ operation, params }) => operation === 'list' && params.get('limit') === '100',
    leaves: ['list.limit.accepted'],
  },
  {
    id: 'words-for-limits',
    words: 'lists whose limit is no number',
    is: ({ operation, params }) => operation === 'list' && /[^-\d]/.test(params.get('limit') ?? ''),
    leaves: [],
  },
  {
    id: 'nameless-bodies',
    words: 'bodies without a name',
    is: (call) => call.operation === 'create' && isValid(call) && lacks(call, 'name'),
    leaves: ['create.missing.name'],
  },
  {
    id: 'malformed-bodies',
    words: 'bodies that are no JSON',
    is: (call) => call.operation === 'create' && isValid(call) && jsonOf(call) === undefined,
    leaves: ['create.malformed-json'],
  },
  {
    id: 'unknown-ids',
    words: 'gets of ids that no animal has',
    is: ({ operation }, { status }) => operation === 'get' && status === 404,
    leaves: ['get.not-found'],
  },
  {
    id: 'keyless-lists',
    words: 'lists without an Authorization header',
    is: ({ operation, authorization }) => operation === 'list' && authorization.length === 0,
    leaves: ['auth.missing'],
  },
  {
    id: 'basic-headers',
    words: 'Basic credentials',
    is: ({ resource, authorization }) =>
      resource !== 'messages' && authorization.some((line) => line.startsWith('Basic')),
    leaves: ['auth.malformed'],
  },
  {
    id: 'messages',
    words: 'messages',
    is: ({ operation }, { status }) => operation === 'message' && status < 300,
    leaves: ['messages.success'],
  },
  {
    id: 'messages-without-text',
    words: 'messages that lack the text',
    is: (call) => call.operation === 'message' && isValid(call) && lacks(call, 'message'),
    leaves: ['messages.missing'],
  },
];

const silent: readonly Fault[] = silenced.flatMap(({ id, words, is, leaves }) =>
  Object.entries(WAYS).map(([way, { words: does, send }]) =>
    defineFault({
      id: `silence/${id}-${way}`,
      title: `${does} ${words}.`,
      breaks: [],
      leaves,
      mayFall: way === 'says-503' ? ['robust.no-5xx'] : [],
      patch: sending(is, send),
    }),
  ),
);

function sending(is: Silenced['is'], send: Send): Patch {
  return (base) => ({
    send: (wire, response, call) =>
      is(call, wire) ? send(wire, response, base, call) : base.send(wire, response, call),
  });
}

/** Answers that are cut in the same way each time are the server's own. */
const cuts: readonly Fault[] = (
  [
    [
      'long-lists',
      'lists of more than 4,000 bytes',
      'media.json',
      ({ operation }, { payload }) => operation === 'list' && payload.length > 4000,
    ],
    [
      'sold-lists',
      'lists with status=sold',
      'media.json',
      ({ operation, params }) => operation === 'list' && params.get('status') === 'sold',
    ],
    ['gets', 'gets', 'media.json', ({ operation }, { status }) => operation === 'get' && status === 200],
    [
      'messages',
      'messages',
      'messages.media',
      ({ operation }, { status }) => operation === 'message' && status < 300,
    ],
  ] as const satisfies readonly (readonly [string, string, RequirementId, Silenced['is']])[]
).map(([id, words, breaks, is]) =>
  defineFault({
    id: `silence/${id}-cut`,
    title: `Ends answers to ${words} one byte early.`,
    breaks: [breaks],
    patch: sending(is, cut),
  }),
);

/** Requests that get no answer, or half of one: no proof of anything, and nothing that passes. */
export const silenceFaults: readonly Fault[] = [...silent, ...cuts];
