import { writeJson } from '../src/json/json.ts';
import type { JsonObject } from '../src/json/types.ts';
import type { Credential } from '../src/http/types.ts';
import type { Lab } from '../src/kit/lab.ts';
import { STATUSES, type ListQuery, type Reply } from '../src/kit/replies.ts';

/** A request that is faulty in another way than its key. */
interface Fault {
  readonly label: string;
  readonly ask: (lab: Lab, key: Credential) => Promise<Reply | undefined>;
}

/** An operation of the animals interface, as the checks of authentication ask it. */
export interface Operation {
  readonly name: 'list' | 'create' | 'get';
  /** In words, for messages. */
  readonly title: string;
  /** A request that is good but for the key; another one for each turn. */
  readonly ask: (lab: Lab, key: Credential, turn: number) => Promise<Reply | undefined>;
  readonly faults: readonly Fault[];
}

const BODIES: Readonly<Record<string, (valid: JsonObject) => string>> = {
  'an empty object': () => '{}',
  'a body without name': () => '{"categoryId":1}',
  'a body with members of the wrong types': () => '{"name":1,"categoryId":"x","status":7}',
  'an array for a body': () => '[]',
  'a body that is not JSON': () => '{"name":',
  'an empty body': () => '',
  'an unknown status in the body': (valid) => writeJson({ ...valid, status: 'unknown' }),
};
const TYPES: Readonly<Record<string, string | null>> = {
  'a valid body sent as text/plain': 'text/plain',
  'a valid body without Content-Type': null,
};
const QUERIES: Readonly<Record<string, ListQuery>> = {
  'limit=0': { limit: '0' },
  'limit=101': { limit: '101' },
  'limit=-1': { limit: '-1' },
  'a limit beyond int64': { limit: '99999999999999999999' },
  'an unknown status': { status: 'unknown' },
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
export function unknownId({ names }: Lab): bigint {
  return 2n ** 62n + BigInt(names.digits()) * 1_000_003n;
}

export const operations: readonly Operation[] = [
  {
    name: 'list',
    title: 'listing animals',
    ask: (lab, key, turn) => lab.api.list(someQuery(turn), { credential: key }),
    faults: Object.entries(QUERIES).map(([label, query]) => ({
      label,
      ask: (lab, key) => lab.api.list(query, { credential: key }),
    })),
  },
  {
    name: 'create',
    title: 'adding an animal',
    ask: (lab, key) => (key.valid ? lab.creates.odd({ credential: key }) : lab.creates.intruder(key)),
    faults: [
      ...Object.entries(BODIES).map(([label, turn]): Fault => ({
        label,
        ask: (lab, key) => lab.creates.intruder(key, { turn }),
      })),
      ...Object.entries(TYPES).map(([label, contentType]): Fault => ({
        label,
        ask: (lab, key) => lab.creates.intruder(key, { contentType }),
      })),
    ],
  },
  {
    name: 'get',
    title: 'getting an animal',
    ask: async (lab, key, turn) => {
      const known = (await lab.baseline.knownGets()).filter(({ pet }) => pet !== undefined);
      const one = known[turn % Math.max(1, known.length)];
      return one === undefined ? undefined : lab.api.get(one.id, { credential: key });
    },
    faults: [{ label: 'an unknown id', ask: (lab, key) => lab.api.get(unknownId(lab), { credential: key }) }],
  },
];
