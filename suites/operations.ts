import { FAULTY } from '../generators/bodies.ts';
import { writeJson } from '../src/json/json.ts';
import type { Credential } from '../src/http/types.ts';
import type { CheckContext } from '../src/engine/plan/index.ts';
import { type ListQuery, type Reply, STATUSES } from '../src/engine/target/index.ts';

/** A request that is faulty in another way than its key. */
interface Fault {
  readonly label: string;
  readonly ask: (context: CheckContext, key: Credential) => Promise<Reply | undefined>;
}

/** An operation of the animals interface, as the checks of authentication ask it. */
export interface Operation {
  readonly name: 'list' | 'create' | 'get';
  /** In words, for messages. */
  readonly title: string;
  /** A request that is good but for the key; another one for each turn. */
  readonly ask: (context: CheckContext, key: Credential, turn: number) => Promise<Reply | undefined>;
  readonly faults: readonly Fault[];
}

const TYPES: Readonly<Record<string, string | null>> = {
  'a valid body sent as text/plain': 'text/plain',
  'a valid body sent as a form': 'application/x-www-form-urlencoded',
  'a valid body sent as XML': 'application/xml',
  'a valid body without Content-Type': null,
};
const QUERIES: Readonly<Record<string, ListQuery>> = {
  'limit=0': { limit: '0' },
  'limit=101': { limit: '101' },
  'limit=-1': { limit: '-1' },
  'limit=1000': { limit: '1000' },
  'a limit beyond int64': { limit: '99999999999999999999' },
  'status=unknown': { status: 'unknown' },
  'a limit and a status out of range': { limit: '0', status: 'unknown' },
};

/**
 * A documented query for each turn, the bare one first: a guard may stand on that path only, on one with parameters only,
 * or on some of their values.
 */
function someQuery(turn: number): ListQuery {
  const limit = turn % 4 === 0 ? {} : { limit: String(((turn * 37) % 100) + 1) };
  const status = STATUSES[(Math.floor(turn / 4) + 3) % 4];
  return { ...limit, ...(status === undefined ? {} : { status }) };
}

/** An id that no animal has by chance. */
export function unknownId({ names }: CheckContext): bigint {
  return 2n ** 62n + BigInt(names.digits()) * 1_000_003n;
}

export const operations: readonly Operation[] = [
  {
    name: 'list',
    title: 'listing animals',
    ask: (context, key, turn) => context.api.list(someQuery(turn), { credential: key }),
    faults: Object.entries(QUERIES).map(([label, query]) => ({
      label,
      ask: (context, key) => context.api.list(query, { credential: key }),
    })),
  },
  {
    name: 'create',
    title: 'adding an animal',
    ask: (context, key) =>
      key.valid ? context.creates.borderline({ credential: key }) : context.creates.unauthenticated(key),
    faults: [
      // What is wrong with a category is found in the same place as what is wrong with a name.
      ...FAULTY.filter(({ breaks }) => !breaks.endsWith('category')).map(({ label, body }): Fault => ({
        label,
        ask: (context, key) =>
          context.creates.unauthenticated(key, {
            turn: typeof body === 'string' ? () => body : (valid) => writeJson(body(valid)),
          }),
      })),
      ...Object.entries(TYPES).map(([label, contentType]): Fault => ({
        label,
        ask: (context, key) => context.creates.unauthenticated(key, { contentType }),
      })),
    ],
  },
  {
    name: 'get',
    title: 'getting an animal',
    ask: async (context, key, turn) => {
      const known = (await context.baseline.knownGets()).filter(({ pet }) => pet !== undefined);
      const one = known[turn % Math.max(1, known.length)];
      return one === undefined ? undefined : context.api.get(one.id, { credential: key });
    },
    faults: [
      {
        label: 'an unknown id',
        ask: (context, key) => context.api.get(unknownId(context), { credential: key }),
      },
    ],
  },
];
