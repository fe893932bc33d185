import { patchAsIs, type Fault, faultMaker } from '../define.ts';
import {
  acceptKnownConnections,
  acceptMissingKey,
  beforeAuthentication,
  isKeyless,
  refusalOf,
} from '../keys.ts';
import { isAnimalsCall, isCallOf, isMessagesCall, refuseWith, sleep, type When } from '../modify.ts';
import type { Patch } from '../steps.ts';

const auth = faultMaker('auth');

/** Lists animals also for paths with this end, and asks for no key there. */
const unguarded =
  (end: string): Patch =>
  (base) => ({
    answer: (call) =>
      base.answer(call.path.endsWith(end) ? { ...call, resource: 'pets', operation: 'list' } : call),
    authenticate: (call) => (call.path.endsWith(end) ? undefined : base.authenticate(call)),
  });

/** Answers conditional requests without a key with 304, which has neither a body nor headers of one. */
const asItWas =
  (when: When): Patch =>
  (base, world) => {
    const isHit: When = (call) => when(call) && isKeyless(call) && 'if-none-match' in call.headers;
    return {
      ...beforeAuthentication((call) => isHit(call) && refuseWith(304, 'missing_key', 'As it was.')())(
        base,
        world,
      ),
      send: ({ headers, ...wire }, response, call) => {
        const kept = isHit(call) ? headers.filter(([name]) => !/^content-/iu.test(name)) : headers;
        return base.send(
          { ...wire, headers: kept, ...(isHit(call) && { payload: Buffer.alloc(0) }) },
          response,
          call,
        );
      },
    };
  };

/** Faults that let requests without a key in. */
export const keylessFaults: readonly Fault[] = [
  ...auth('auth.missing', ['auth.first'], acceptMissingKey(isAnimalsCall), {
    'missing-own-network-trusted': [
      'Asks for no key where X-Forwarded-For tells of its own machine.',
      ({ headers }) => headers['x-forwarded-for'] === '127.0.0.1',
    ],
    'missing-open-create-with-parameters': [
      'Guards the bare address of a create alone.',
      ({ operation, params }) => operation === 'create' && params.size > 0,
    ],
    'missing-open-health-in-query': [
      'Takes each address with /health in it for that of its health.',
      ({ params }) => [...params.values()].some((value) => value.includes('/health')),
    ],
    'missing-open-escaped-id': [
      'Guards ids whose path, as it came, is digits.',
      ({ operation, path }) => operation === 'get' && /%3\d/u.test(path),
    ],
    'missing-open-escaped-path': [
      'Guards its paths as they are written alone, and lists animals for a path with an escaped letter.',
      ({ operation, path }) => operation === 'list' && path.includes('%'),
    ],
    'missing-open-create-escaped-path': [
      'Guards creates at its path as it is written alone.',
      ({ operation, path }) => operation === 'create' && path.includes('%'),
    ],
    'missing-open-get-absolute': [
      'Guards gets at its path alone, and not at whole addresses.',
      ({ operation, isAbsolute }) => operation === 'get' && isAbsolute,
    ],
    'missing-open-absolute': [
      'Guards what begins with its path, and not whole addresses.',
      ({ isAbsolute }) => isAbsolute,
    ],
    'missing-open-conditional': [
      'Answers a request with conditions from its cache, without a look at the key.',
      ({ headers }) => 'if-none-match' in headers,
    ],
    'missing-open-to-named-users': [
      'Lets everybody in whom a gateway seems to name.',
      ({ headers }) => 'x-remote-user' in headers || 'x-forwarded-user' in headers,
    ],
    'missing-open-sold-list': [
      'Lists sold animals for everybody who sends no key.',
      ({ operation, params }) => operation === 'list' && params.get('status') === 'sold',
    ],
    'missing-open-list-with-parameters': [
      'Lists animals for everybody who sends no key, but parameters.',
      ({ operation, params }) => operation === 'list' && params.size > 0,
    ],
    'missing-open-create-in-chunks': [
      'Adds an animal of a body in chunks without a key.',
      ({ operation, headers }) => operation === 'create' && 'transfer-encoding' in headers,
    ],
    'missing-open-create': ['Adds animals without a key.', isCallOf('create')],
  }),
  ...auth('auth.missing', ['auth.first'], unguarded, {
    'missing-open-with-slash': [
      'Lists animals for a path with a slash behind it, which it does not guard.',
      '/pets/',
    ],
    'missing-open-capital': [
      'Lists animals for its path in any case, and guards it as it is written.',
      '/Pets',
    ],
  }),
  ...auth('auth.missing', ['auth.first'], patchAsIs, {
    'missing-open-often-got': [
      'Shows an animal that was got three times to everybody, from a cache.',
      (base) => {
        const times = new Map<string, number>();
        return {
          async get(call) {
            const reply = await base.get(call);
            times.set(call.petId, (times.get(call.petId) ?? 0) + 1);
            return reply;
          },
          authenticate: (call) =>
            isKeyless(call) && (times.get(call.petId) ?? 0) >= 3 ? undefined : base.authenticate(call),
        };
      },
    ],
    'missing-304-first': [
      'Answers that a list is as it was before it looks at the key.',
      asItWas(isCallOf('list')),
    ],
    'missing-304-first-by-id': [
      'Answers that an animal is as it was before it looks at the key.',
      asItWas(isCallOf('get')),
    ],
    'missing-open-known-connection': [
      'Looks at the key of a connection once.',
      acceptKnownConnections(isAnimalsCall),
    ],
    'missing-open-while-key-in-use': [
      'Keeps the user of the latest request in one variable for all.',
      (base) => {
        let isKnown = false;
        return {
          async authenticate(call) {
            const refusal = await refusalOf(base, call);
            isKnown = refusal === undefined;
            await sleep(3);
            if (refusal !== undefined && (!isKnown || !isKeyless(call) || isMessagesCall(call)))
              throw refusal;
          },
        };
      },
    ],
  }),
];
