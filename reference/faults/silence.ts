import type { RequirementId } from '../../requirements/index.ts';
import { type Fault, faultMaker } from '../define.ts';
import { bodyMember, isJson, parseJsonObject } from '../json.ts';
import { writeHead } from '../conformant/answers.ts';
import type { Call, SerializedReply } from '../model.ts';
import { hangUp, replaceSend, type ResponseSender } from '../modify.ts';

type Is = (call: Call, wire: SerializedReply) => boolean;

/** Sends all of a response but its last byte, then closes the connection. */
const cut: ResponseSender = (wire, response) => {
  writeHead(wire, response);
  response.setHeader('Content-Length', wire.payload.length);
  response.write(wire.payload.subarray(0, -1), () => response.destroy());
};

const cutting = (is: Is) => replaceSend(cut, is);

/** Ways to leave a request unanswered, with words for the title. */
const WAYS: Readonly<Record<string, readonly [words: string, send: ResponseSender]>> = {
  closes: ['Closes the connection in place of an answer to', hangUp],
  hangs: ['Never answers', () => {}],
  'says-503': [
    'Answers 503 to',
    (wire, response, call, base) => base.send({ ...wire, status: 503 }, response, call),
  ],
};

const isValid = ({ authorization }: Call): boolean =>
  authorization.some((line) => /^Bearer \S+$/i.test(line));

const lacks = ({ body }: Call, name: string): boolean =>
  parseJsonObject(body) !== undefined && bodyMember(body, name) === undefined;

const soldLists: Is = ({ operation, params }) => operation === 'list' && params.get('status') === 'sold';
const messages: Is = ({ operation }, { status }) => operation === 'message' && status < 300;

/** Groups of requests to leave unanswered: words, condition, and requirements that stay undecided. */
const SILENCED: Readonly<Record<string, readonly [words: string, is: Is, leaves: readonly RequirementId[]]>> =
  {
    'sold-lists': ['lists with status=sold', soldLists, ['list.status.accepted', 'list.status.filter']],
    'limit-100': [
      'lists with limit=100',
      ({ operation, params }) => operation === 'list' && params.get('limit') === '100',
      ['list.limit.accepted'],
    ],
    'words-for-limits': [
      'lists whose limit is not a number',
      ({ operation, params }) => operation === 'list' && /[^-\d]/.test(params.get('limit') ?? ''),
      [],
    ],
    'nameless-bodies': [
      'bodies without a name',
      (call) => call.operation === 'create' && isValid(call) && lacks(call, 'name'),
      ['create.missing.name'],
    ],
    'malformed-bodies': [
      'bodies that are not JSON',
      (call) => call.operation === 'create' && isValid(call) && !isJson(String(call.body)),
      ['create.malformed-json'],
    ],
    'unknown-ids': [
      'gets of ids that no animal has',
      ({ operation }, { status }) => operation === 'get' && status === 404,
      ['get.not-found'],
    ],
    'keyless-lists': [
      'lists without an Authorization header',
      ({ operation, authorization }) => operation === 'list' && authorization.length === 0,
      ['auth.missing'],
    ],
    'basic-headers': [
      'Basic credentials',
      ({ resource, authorization }) =>
        resource !== 'messages' && authorization.some((line) => line.startsWith('Basic')),
      ['auth.malformed'],
    ],
    messages: ['messages', messages, ['messages.success']],
    'messages-without-text': [
      'messages that lack the text',
      (call) => call.operation === 'message' && isValid(call) && lacks(call, 'message'),
      ['messages.missing'],
    ],
  };

const silence = faultMaker('silence');

/** Faults that leave requests without a complete response: nothing fails, but the requirements must not pass either. */
export const noUsableResponseFaults: readonly Fault[] = [
  ...Object.entries(SILENCED).flatMap(([id, [what, is, leaves]]) =>
    Object.entries(WAYS).flatMap(([way, [words, send]]) =>
      silence(
        [],
        { leaves, mayFall: way === 'says-503' ? ['robust.no-5xx'] : [] },
        (when: Is) => replaceSend(send, when),
        {
          [`${id}-${way}`]: [`${words} ${what}.`, is],
        },
      ),
    ),
  ),
  // A response that is cut at the same byte every time is the server's own fault.
  ...silence('media.json', [], cutting, {
    'long-lists-cut': [
      'Ends answers to lists of more than 4,000 bytes one byte early.',
      ({ operation }, { payload }) => operation === 'list' && payload.length > 4000,
    ],
    'sold-lists-cut': ['Ends answers to lists with status=sold one byte early.', soldLists],
    'gets-cut': [
      'Ends gets one byte early.',
      ({ operation }, { status }) => operation === 'get' && status === 200,
    ],
  }),
  ...silence('messages.media', [], cutting, {
    'messages-cut': ['Ends answers to messages one byte early.', messages],
  }),
];
