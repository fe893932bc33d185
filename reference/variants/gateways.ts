import { defineVariant, type RunHints, type Variant } from '../define.ts';
import type { Patch } from '../hooks.ts';
import { type Call, type HeaderLine, Refusal, type Reply } from '../model.ts';

type When = (call: Call) => boolean;

/** Answers some calls before they reach the service. */
const gateway = (status: number, headers: () => readonly HeaderLine[], when: When): Patch => {
  return (base) => ({
    answer: async (call): Promise<Reply> =>
      when(call) ? { status, headers: headers(), value: { error: 'try again' } } : base.answer(call),
  });
};

const PAGE = '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';

/** Answers some calls with a page before they reach the service. */
const page = (status: number, when: When, ...headers: readonly HeaderLine[]): Patch => {
  return (base, world) => ({
    ...gateway(status, () => headers, when)(base, world),
    contentType: (reply, call) => (when(call) ? 'text/html' : base.contentType(reply, call)),
    write: (reply, call) => (when(call) ? PAGE : base.write(reply, call)),
  });
};

const every =
  (count: number): When =>
  (call) =>
    call.number % count === 0;

const reads =
  (count: number): When =>
  (call) =>
    call.method === 'GET' && call.number % count === 0;

/** Counts creates, and treats every n-th as the gateway does. */
const creates = (nth: number, status: number, stored: boolean): Patch => {
  return (base) => {
    let count = 0;
    return {
      async create(call) {
        count += 1;
        if (count % nth !== 0) return base.create(call);
        if (stored) await base.create(call);
        throw new Refusal(status, 'internal', 'The gateway gave up.');
      },
    };
  };
};

/** Carries some calls out and gives no answer to them. */
const unanswered = (how: 'closes' | 'hangs', when: () => When): Patch => {
  return (base) => {
    const isHit = when();
    return {
      send(wire, response, call) {
        if (!isHit(call)) return base.send(wire, response, call);
        if (how === 'closes') response.destroy();
        return undefined;
      },
    };
  };
};

/** Every n-th call of its kind. */
const nth = (count: number, of: When): (() => When) => {
  return () => {
    let seen = 0;
    return (call) => of(call) && (seen += 1) % count === 0;
  };
};

const inOneSecond = (): string => new Date(Date.now() + 1000).toUTCString();

/** Whether a call is one too many in its second. */
const tooMany = (most: number): (() => When) => {
  return () => {
    let second = 0;
    let seen = 0;
    return () => {
      const now = Math.floor(Date.now() / 1000);
      seen = now === second ? seen + 1 : 1;
      second = now;
      return seen > most;
    };
  };
};

const fresh = (make: (when: When) => Patch, when: () => When): Patch => {
  return (base, world) => make(when())(base, world);
};

const rows: readonly (readonly [id: string, title: string, patch: Patch, config?: RunHints])[] = [
  [
    'rate/seconds',
    'Answers every sixtieth request with 429 and Retry-After in seconds.',
    gateway(429, () => [['Retry-After', '1']], every(60)),
  ],
  [
    'rate/date',
    'Answers every sixtieth request with 429 and Retry-After as a date.',
    gateway(429, () => [['Retry-After', inOneSecond()]], every(60)),
  ],
  [
    'rate/no-hint',
    'Answers every fiftieth request with 429 and no Retry-After.',
    gateway(429, () => [], every(50)),
  ],
  [
    'rate/first-requests',
    'Answers the first two requests with 429.',
    gateway(
      429,
      () => [['Retry-After', '0']],
      (call) => call.number <= 2,
    ),
  ],
  [
    'rate/bursts',
    'Answers sixteen requests in a row of every two hundred with 429 and no Retry-After.',
    gateway(
      429,
      () => [],
      (call) => call.number % 200 >= 184,
    ),
  ],
  [
    'rate/by-the-second',
    'Answers what is more than a hundred requests in one second with 429.',
    fresh((when) => gateway(429, () => [['Retry-After', '1']], when), tooMany(100)),
  ],
  [
    'gateway/reads-503',
    'Answers every thirtieth read with a 503 that goes away.',
    gateway(503, () => [['Retry-After', '0']], reads(30)),
  ],
  [
    'gateway/reads-502',
    'Answers every thirtieth read with a 502 that goes away.',
    gateway(502, () => [], reads(30)),
  ],
  [
    'gateway/first-503',
    'Answers the first request with a 503 that goes away.',
    gateway(
      503,
      () => [],
      (call) => call.number === 1,
    ),
  ],
  ['gateway/page-503', 'Answers every twentieth request with 503 and a page of HTML.', page(503, every(20))],
  [
    'gateway/creates-503',
    'Answers every fifteenth create with 503 and does not add the animal.',
    creates(15, 503, false),
  ],
  [
    'gateway/creates-504',
    'Answers every fifteenth create with 504 and adds the animal all the same.',
    creates(15, 504, true),
  ],
  [
    'gateway/one-of-two-refuses',
    'Passes every other request to a backend that refuses connections, and answers it with 502 and a page of HTML.',
    page(502, every(2)),
  ],
  [
    'gateway/one-of-two-says-503',
    'Closes every other connection after its first request, which is answered with 503 and a page of HTML.',
    page(503, ({ connection }) => connection % 2 === 0, ['Connection', 'close']),
  ],
  [
    'silent/one-of-two',
    'Closes every other connection at its first request.',
    unanswered(
      'closes',
      () =>
        ({ connection }) =>
          connection % 2 === 0,
    ),
  ],
  [
    'silent/gets-hang',
    'Never answers every twentieth get.',
    unanswered(
      'hangs',
      nth(20, ({ operation }) => operation === 'get'),
    ),
  ],
  [
    'silent/lists-hang',
    'Never answers every fortieth list.',
    unanswered(
      'hangs',
      nth(40, ({ operation }) => operation === 'list'),
    ),
  ],
  [
    'silent/creates-lost',
    'Adds the animal of every third create and closes the connection instead of an answer, and the run may add 40.',
    unanswered(
      'closes',
      nth(3, ({ operation }) => operation === 'create'),
    ),
    { maxCreated: 40 },
  ],
];

/** What stands in front of the service, or is lost on the way from it. */
export const gatewayVariants: readonly Variant[] = rows.map(([id, title, patch, config]) =>
  defineVariant({
    id,
    title,
    patch,
    ...(id.startsWith('gateway/') ? { warns: ['robust.no-5xx'] } : {}),
    ...(config === undefined ? {} : { config }),
  }),
);
