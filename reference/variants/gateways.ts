import { type Variant, makeVariants, patchAsIs } from '../define.ts';
import type { Patch } from '../steps.ts';
import { type Call, type HeaderLine, RefusedRequest, type SerializedReply } from '../model.ts';
import {
  whenCallNumber,
  every,
  hangUp,
  isCallOf,
  replaceStep,
  type ResponseSender,
  replaceSend,
  type When,
} from '../modify.ts';
import { proxyInFront, htmlErrorPage } from './fronts.ts';

/**
 * Answers some calls before they reach the service. `when` is called once per server to make the test of calls, and
 * `retryAfter` once per response.
 */
const before = ([status, when, retryAfter]: readonly [
  status: number,
  when: () => When,
  retryAfter?: () => string,
]): Patch => {
  const isHit = when();
  return replaceStep('answer', (call) => {
    if (!isHit(call)) return undefined;
    const headers: HeaderLine[] = retryAfter === undefined ? [] : [['Retry-After', retryAfter()]];
    return { status, headers, value: { error: 'try again' } };
  });
};

/** Answers some calls with an HTML page before they reach the service. */
const paged = ([status, when, ...headers]: readonly [number, When, ...HeaderLine[]]): Patch =>
  proxyInFront([])({ status, when, headers, body: htmlErrorPage('502 Bad Gateway') });

/** Answers every fifteenth create with the given status, with or without storing the animal. */
const creates = ([status, stored]: readonly [status: number, stored: boolean]): Patch => {
  const isHit = whenCallNumber(every(15));
  return (base) => ({
    async create(call) {
      if (!isHit()) return base.create(call);
      if (stored) await base.create(call);
      throw new RefusedRequest(status, 'internal', 'The gateway gave up.');
    },
  });
};

/** Executes the matching calls, but sends no response. */
const unanswered = ([send, when]: readonly [
  send: ResponseSender,
  when: () => (call: Call, wire: SerializedReply) => boolean,
]): Patch => replaceSend(send, when());

const hang: ResponseSender = () => {};

const oneIn =
  (count: number): When =>
  ({ number }) =>
    number % count === 0;

const reads: When = ({ method, number }) => method === 'GET' && number % 30 === 0;

/** Makes a function that counts its own calls within the current second. */
const countedInSecond = (): (() => number) => {
  let [second, seen] = [0, 0];
  return () => {
    const now = Math.floor(Date.now() / 1000);
    seen = now === second ? seen + 1 : 1;
    second = now;
    return seen;
  };
};

/** Matches all calls of a second except its first ones. */
const beyond = (most: number) => (): When => {
  const counted = countedInSecond();
  return () => counted() > most;
};

/** Counts a quota of requests down in every response, to 0 in the last one that it lets through; answers 403 to more requests. */
const countsDown: Patch = (base) => {
  const counted = countedInSecond();
  return {
    async answer(call) {
      const left = 100 - counted();
      const reply =
        left < 0
          ? base.refuse(new RefusedRequest(403, 'internal', 'The limit of requests is exceeded.'), call)
          : await base.answer(call);
      return { ...reply, headers: [...reply.headers, ['X-RateLimit-Remaining', String(Math.max(0, left))]] };
    },
  };
};

const tooMany = beyond(100);

/** Variants with a gateway in front of the service, or with lost responses. */
export const gatewayVariants: readonly Variant[] = [
  ...makeVariants('rate', before, {
    seconds: ['Answers every 60th request with 429 and Retry-After: 1.', [429, () => oneIn(60), () => '1']],
    date: [
      'Answers every sixtieth request with 429 and Retry-After as a date.',
      [429, () => oneIn(60), () => new Date(Date.now() + 1000).toUTCString()],
    ],
    'no-hint': ['Answers every fiftieth request with 429 and no Retry-After.', [429, () => oneIn(50)]],
    'first-requests': ['Answers the first two with 429.', [429, () => (call) => call.number <= 2, () => '0']],
    bursts: ['Answers 429 to 16 in a row of every 200.', [429, () => (call) => call.number % 200 >= 184]],
    'by-the-second': ['Answers 429 to more than a hundred requests in a second.', [429, tooMany, () => '1']],
    'by-the-second-420': [
      'Answers 420 and Retry-After: 1 to more than a hundred requests in a second.',
      [420, tooMany, () => '1'],
    ],
    'by-the-second-503': [
      'Answers 503 and Retry-After: 1 to more than thirty requests in a second.',
      [503, beyond(30), () => '1'],
    ],
  }),
  ...makeVariants('rate', patchAsIs, {
    'counted-down': [
      'Answers 403 to more than a hundred requests in a second, and says in every answer how many are left.',
      countsDown,
    ],
  }),
  ...makeVariants('gateway', before, {
    'reads-503': ['Answers every 30th read with a 503 that goes away.', [503, () => reads, () => '0']],
    'reads-502': ['Answers every 30th read with a 502 that goes away.', [502, () => reads]],
    'first-503': ['Answers the first request with a 503.', [503, () => (call) => call.number === 1]],
  }),
  ...makeVariants('gateway', creates, {
    'creates-503': ['Answers every 15th create with 503 and does not add the animal.', [503, false]],
    'creates-504': ['Answers every 15th create with 504 and adds the animal anyway.', [504, true]],
  }),
  ...makeVariants('gateway', paged, {
    'page-503': ['Answers every twentieth request with 503 and a page of HTML.', [503, oneIn(20)]],
    'one-of-two-refuses': [
      'Answers every other request with 502 and a page of HTML.',
      [502, oneIn(2)],
      { warns: ['robust.no-5xx'] },
    ],
    'one-of-two-in-turn': [
      'Passes every other request to a backend that refuses connections, and the run asks for create.success alone, one request at a time.',
      [502, oneIn(2)],
      { config: { concurrency: 1, only: ['create.success'] } },
    ],
    'one-of-two-says-503': [
      'Closes every other connection after its first request, which is answered with 503 and a page of HTML.',
      [503, ({ connection }) => connection % 2 === 0, ['Connection', 'close']],
    ],
  }),
  ...makeVariants('shield', proxyInFront([]), {
    vercel: [
      'Vercel answers every 120th request with 403 and the page with which it keeps bots out.',
      {
        status: 403,
        when: oneIn(120),
        body: htmlErrorPage('Vercel Security Checkpoint'),
        headers: [['X-Vercel-Mitigated', 'challenge']],
      },
    ],
    datadome: [
      'DataDome answers every 120th request with 403 and JSON with the address of its puzzle.',
      { status: 403, when: oneIn(120), body: '{"url":"https://geo.captcha-delivery.com/captcha/?t=fe"}' },
    ],
    human: [
      'HUMAN answers every 120th request with 403 and JSON with the script of its puzzle.',
      { status: 403, when: oneIn(120), body: '{"appId":"PXa1","vid":"","blockScript":"/a1/captcha.js"}' },
    ],
  }),
  ...makeVariants('silent', unanswered, {
    'one-of-two': ['Closes every other connection.', [hangUp, () => (call) => call.connection % 2 === 0]],
    'gets-hang': [
      'Never answers every twentieth get.',
      [hang, () => whenCallNumber(every(20), isCallOf('get'))],
    ],
    'lists-hang': [
      'Never answers every fortieth list.',
      [hang, () => whenCallNumber(every(40), isCallOf('list'))],
    ],
    'creates-lost': [
      'Closes the connection instead of answering for every third animal that it adds, and the run may add 40.',
      [
        hangUp,
        () =>
          whenCallNumber(every(3), ({ operation }, { status }) => operation === 'create' && status === 201),
      ],
      { config: { maxCreated: 40 } },
    ],
  }),
];
