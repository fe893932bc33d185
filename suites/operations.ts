import { INVALID_BODIES } from '../generators/bodies.ts';
import { writeJson } from '../src/json/json.ts';
import type { Json, JsonObject } from '../src/json/types.ts';
import type { OutgoingRequest, Credential } from '../src/http/types.ts';
import type { CheckContext } from '../src/engine/plan/index.ts';
import {
  type GetReply,
  type ListQuery,
  type UrlForm,
  type Reply,
  PET_STATUSES,
} from '../src/engine/target/index.ts';

interface InvalidRequest {
  readonly label: string;
  /** If true, the request is sent without a key and with a wrong key; a similar request covers malformed keys. */
  readonly isKind?: true;
  readonly ask: (context: CheckContext, key: Credential) => Promise<Reply | undefined>;
}

/** How a request without a valid key differs from an ordinary request, besides its key. */
export interface RequestVariation {
  readonly accept?: null;
  readonly headers?: OutgoingRequest['headers'];
  /** An undocumented query string to send instead of the documented one. */
  readonly search?: string;
  /** Writes the URL in another form, such as with a percent-encoded path. */
  readonly form?: UrlForm;
  /** If true, the first digit of the id is percent-encoded. */
  readonly isEscaped?: true;
}

/** An operation for the authentication checks. */
export interface TestedOperation {
  readonly name: Reply['operation'];
  /** The operation in words, for messages. */
  readonly title: string;
  /** Sends a request that is valid except for its key; `turn` selects the query or body. */
  readonly ask: (
    context: CheckContext,
    key: Credential,
    turn: number,
    manner?: RequestVariation,
  ) => Promise<Reply | undefined>;
}

/** Operations for which the same header classes are tested; each operation sends another value of a class. */
export const TURNS: readonly TestedOperation['name'][] = ['list', 'create', 'get', 'message'];

export interface AnimalOperation extends TestedOperation {
  readonly name: 'list' | 'create' | 'get';
  readonly invalidRequests: readonly InvalidRequest[];
}

const json = (body: (valid: JsonObject) => Json) => ({ turn: (valid: JsonObject) => writeJson(body(valid)) });
const typed = (contentType: string | null) => ({ contentType });
/** Creates that data binding, or a parser of bodies, may reject before the access control runs. */
const BOUND: Readonly<Record<string, ReturnType<typeof json | typeof typed>>> = {
  'a category that is text': json((valid) => ({ ...valid, categoryId: 'x' })),
  'a category below zero': json((valid) => ({ ...valid, categoryId: -1 })),
  'a blank name': json((valid) => ({ ...valid, name: ' ' })),
  'a status that is a number': json((valid) => ({ ...valid, status: 1 })),
  'the body null': json(() => null),
  'a valid body sent as text/plain': typed('text/plain'),
  'a valid body sent as a form': typed('application/x-www-form-urlencoded'),
  'a valid body sent as XML': typed('application/xml'),
  'a valid body without Content-Type': typed(null),
  'a valid body sent as a form in parts': typed('multipart/form-data; boundary=x'),
  'a valid body in another charset': typed('application/json; charset=iso-8859-1'),
};
const QUERIES: readonly ListQuery[] = [{ limit: '0' }, { limit: '101' }, { status: 'unknown' }];
const MORE_QUERIES: readonly ListQuery[] = [
  { limit: '-1' },
  { limit: '1000' },
  { limit: '99999999999999999999' },
  { limit: '0', status: 'unknown' },
  { limit: '0', status: 'sold' },
  { status: 'SOLD' },
];

/** The list query of a turn; turn 0 has no parameters. An access control may cover only some queries. */
function someQuery(turn: number): ListQuery {
  const limit = turn % 4 === 0 ? {} : { limit: String(((turn * 37) % 100) + 1) };
  const status = PET_STATUSES[(Math.floor(turn / 4) + 3) % 4];
  return { ...limit, ...(status === undefined ? {} : { status }) };
}

/** Returns an id that hardly any animal can have. */
export function unknownId({ names }: CheckContext): bigint {
  return 2n ** 62n + BigInt(names.digits()) * 1_000_003n;
}

/** True for a get with the key of an id that no animal has. */
function isUnknown(reply: Reply): reply is GetReply {
  return reply.operation === 'get' && reply.answer?.status === 404 && /^[1-9]\d*$/u.test(reply.id);
}

export const operations: readonly AnimalOperation[] = [
  {
    name: 'list',
    title: 'listing animals',
    ask: (context, key, turn, variation) =>
      context.api.list(someQuery(turn), { credential: key, ...variation }),
    invalidRequests: [...QUERIES, ...MORE_QUERIES].map((query): InvalidRequest => ({
      label: Object.entries(query)
        .map((pair) => pair.join('='))
        .join(' and '),
      ...(MORE_QUERIES.includes(query) && { isKind: true }),
      ask: (context, key) => context.api.list(query, { credential: key }),
    })),
  },
  {
    name: 'create',
    title: 'adding an animal',
    ask: (context, key, _, variation = {}) => {
      const { accept, headers, search, form } = variation;
      return key.valid
        ? context.creates.borderline({ credential: key })
        : context.forms.send(401, [key.label, accept, headers, search, form].join(), (body) =>
            context.creates.unauthenticated(key, { ...variation, ...body }),
          );
    },
    invalidRequests: [
      // Faults of the category are left out, because a server validates the name at the same point of the code.
      ...INVALID_BODIES.filter(({ breaks }) => !breaks.endsWith('category')).map(
        ({ label, body }): InvalidRequest => ({
          label,
          ask: (context, key) =>
            context.forms.send(401, `${label} ${key.label}`, (form) =>
              context.creates.unauthenticated(key, {
                ...(typeof body === 'string' ? { turn: () => body } : json(body)),
                ...form,
              }),
            ),
        }),
      ),
      ...Object.entries(BOUND).map(([label, body]): InvalidRequest => ({
        label,
        isKind: true,
        ask: (context, key) => context.creates.unauthenticated(key, body),
      })),
    ],
  },
  {
    name: 'get',
    title: 'getting an animal',
    ask: async (context, key, turn, { search, isEscaped, ...variation } = {}) => {
      const known = (await context.baseline.knownGets()).filter(({ pet }) => pet !== undefined);
      const one = known[turn % Math.max(1, known.length)];
      if (one === undefined) return undefined;
      const segment = isEscaped === true ? one.id.replace(/^\d/u, (digit) => `%3${digit}`) : one.id;
      const query = search === undefined ? '' : `?${search}`;
      return context.api.get(one.id, { ...variation, credential: key, segment: `${segment}${query}` });
    },
    invalidRequests: [
      {
        label: 'an unknown id',
        ask: (context, key) => {
          // A cache of errors by address may answer with the 404 of an earlier request. An id may have been given since.
          const known = context.population.knownIds();
          const missed = context.api.log.filter(isUnknown).find(({ id }) => !known.has(BigInt(id)));
          return context.api.get(missed?.id ?? unknownId(context), { credential: key });
        },
      },
      ...['0', '-1'].map((id): InvalidRequest => ({
        label: `the id ${id}`,
        isKind: true,
        ask: (context, key) => context.api.get(id, { credential: key }),
      })),
    ],
  },
];
