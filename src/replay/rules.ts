import type { Exchange } from '../../reports/exchange.ts';
import type { Report } from '../../reports/model.ts';
import { endOf } from '../../reports/requests.ts';
import { jsonOf } from '../../reports/places.ts';
import type { Config } from '../config/types.ts';
import { goingAlone } from '../engine/alone.ts';
import type { Api } from '../engine/api.ts';
import type { Check } from '../engine/check.ts';
import { timedBy, type Clock } from '../engine/clock.ts';
import type { Flaw } from '../engine/finding.ts';
import { Lab } from '../engine/lab.ts';
import { Names } from '../engine/names.ts';
import { isObject, STATUSES, type CreateReply, type ListQuery, type Reply } from '../engine/replies.ts';
import { Session } from '../engine/session.ts';
import type { Ask, Client } from '../http/types.ts';
import { int64 } from '../json/int64.ts';
import type { Json } from '../json/types.ts';
import { given } from '../base/given.ts';
import { outcomeOf, unknown } from '../verify/replay/client.ts';
import type { Finding } from './finding.ts';
import { credentialOf, headerIn } from './send.ts';

/** What a rule says of an answer about one requirement: what is wrong with it, or nothing. */
export type Told = 'met' | 'no-evidence' | readonly [Flaw, ...Flaw[]];

/**
 * What the rule of a check says about a finding of each of some answers that are of its kind, as if they were all of a run.
 * @param like a flaw that could show in what is met
 */
export async function judgedBy(
  { ruleOf, ...check }: Check,
  { row, proof }: Pick<Finding, 'row' | 'proof'>,
  exchanges: readonly Exchange[],
  { tag }: Pick<Report, 'tag'>,
  config: Config,
  like?: Flaw,
): Promise<ReadonlyMap<Exchange, Told>> {
  if (ruleOf === undefined) return new Map();
  return timedBy(instant(), async () => {
    const world = answeringBy(exchanges);
    const session = new Session({ ...config, ...ROOMY }, world.client, [], undefined, new Names(tag));
    const replies = new Map<Exchange, Reply>();
    for (const exchange of exchanges.toSorted((a, b) => endOf(a) - endOf(b))) {
      world.comes(exchange);
      const reply = await goingAlone('once', () => ask(session.world.api, exchange, config, tag));
      if (reply?.operation === proof.operation) replies.set(exchange, reply);
    }
    const rule = await ruleOf(new Lab(session.world, check));
    const judged = (reply: Reply): Told => {
      const told = rule(reply, like);
      if (typeof told === 'string') return told;
      const [first, ...more] = told.filter((one) => one.requirement === row.id);
      return first === undefined ? 'no-evidence' : [first, ...more];
    };
    return new Map([...replies].map(([exchange, reply]) => [exchange, judged(reply)]));
  });
}

/** Nothing of it is sent anywhere. */
const ROOMY = { maxCreated: 10_000, readOnly: false } as const;

/** A clock on which every wait is over at once. */
function instant(): Clock {
  let moment = 0;
  return {
    now: () => moment,
    pause: (ms) => {
      moment += ms;
      return Promise.resolve();
    },
  };
}

/** A client that answers with what the exchanges have: the one whose turn it is, else one of the same request. */
function answeringBy(exchanges: readonly Exchange[]): {
  readonly client: Client;
  readonly comes: (next: Exchange) => void;
} {
  let next: Exchange | undefined;
  const isOf =
    ({ method, url, body = null, credential }: Ask) =>
    ({ request }: Exchange): boolean =>
      method === request.method &&
      url === request.url &&
      body === request.body &&
      credential.label === request.credential?.label;
  const client: Client = {
    send: (asked) => {
      // Whether messages are taken at all, the one that is there tells.
      const isMessage = ({ operation }: Exchange) => operation === 'message' && asked.operation === operation;
      const exchange = next ?? exchanges.find(isOf(asked)) ?? exchanges.find(isMessage);
      next = undefined;
      return Promise.resolve(exchange === undefined ? unknown(asked, '') : outcomeOf(asked, exchange));
    },
    traffic: { requests: 0, retried: 0 },
    exchanges: [],
    onExchange: () => undefined,
    close: () => Promise.resolve(),
  };
  return { client, comes: (exchange) => void (next = exchange) };
}

/** Puts a recorded request to an API again, with what the kit means by such a request. */
function ask(
  api: Api,
  exchange: Exchange,
  config: Config,
  tag: string | undefined,
): Promise<Reply | undefined> {
  const { operation, request } = exchange;
  const contentType = headerIn(exchange, 'content-type') ?? null;
  // What is judged is not sent: any key will do.
  const options = { credential: credentialOf(exchange, 'key'), contentType };
  switch (operation) {
    case 'list': {
      return api.list(queryOf(exchange), options);
    }
    case 'get': {
      const segment = request.url.slice(request.url.lastIndexOf('/') + 1);
      return api.get(decoded(segment), { ...options, segment });
    }
    case 'create':
      return api.create(request.body, {
        ...options,
        ...meant(jsonOf(request.body), options.credential.valid, config),
        marker: markerIn(request.body, tag) ?? null,
      });
    case 'message': {
      const sent = jsonOf(request.body);
      const text = isObject(sent) && Object.keys(sent).length === 1 ? sent['message'] : undefined;
      if (!isObject(sent) || typeof text !== 'string') return api.message(request.body, options);
      const intent = /^[A-Za-z ]{1,40}$/u.test(text) ? 'plain' : 'odd';
      return api.message(request.body, { ...options, intent, sent });
    }
  }
}

/** What a list was asked for with. */
export function queryOf({ request: { url } }: Exchange): ListQuery {
  const { limit, status } = Object.fromEntries(new URL(url).searchParams);
  return given({ limit, status });
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** A name of the run in a body, by which what was stored is found. */
function markerIn(body: string | null, tag = ''): string | undefined {
  return tag === '' ? undefined : new RegExp(`[a-z]{3}${tag}`, 'iu').exec(body ?? '')?.[0];
}

/** What an animal was sent for. */
function meant(
  sent: Json | undefined,
  isAllowed: boolean,
  { categoryIds }: Config,
): Pick<CreateReply, 'intent' | 'submitted' | 'sent'> {
  const { name, categoryId: category, status, ...more } = isObject(sent) ? sent : {};
  const categoryId = int64(category);
  const known = STATUSES.find((one) => one === status);
  const isNewPet = typeof name === 'string' && categoryId !== undefined && status === known;
  const submitted = isNewPet ? given({ name, categoryId, status: known }) : undefined;
  if (!isAllowed) return { intent: 'intruder', submitted, sent };
  if (submitted === undefined) return { intent: 'faulty', submitted, sent };
  const isPlain =
    /^[A-Z][a-z]{8}$/u.test(submitted.name) &&
    categoryIds.includes(submitted.categoryId) &&
    Object.keys(more).length === 0;
  return { intent: isPlain ? 'plain' : 'odd', submitted, sent };
}
