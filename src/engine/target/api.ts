import { withoutUndefined } from '../../base/without-undefined.ts';
import type { Config } from '../../config/types.ts';
import type { OutgoingRequest, Client, Credential } from '../../http/types.ts';
import { attributeRequestsTo, requestScope } from '../../http/request-scope.ts';
import { validCredential } from './credentials.ts';
import { AnimalBudget, type CreatePriority, type ReservationOutcome } from './budget.ts';
import type {
  BodyOptions,
  CreateOptions,
  GetOptions,
  ListForm,
  ListOptions,
  MessageOptions,
  SendOptions,
} from './options.ts';
import { RetryingPostSender, type PostKind } from './post-sender.ts';
import { returnsKnownAnimal } from './known-animals.ts';
import { isClientError } from './texts.ts';
import { int64Value } from '../../json/int64.ts';
import type {
  CreateReply,
  GetReply,
  RequestIntent,
  ListQuery,
  ListReply,
  MessageReply,
  Reply,
} from './replies.ts';
import { isObject, isSuccess, arrayInSuccessBody, objectInSuccessBody } from './replies.ts';

const PURPOSES = {
  valid: 'needed',
  borderline: 'drawn',
  invalid: 'refused',
  unauthenticated: 'refused',
} as const satisfies Record<RequestIntent, CreatePriority>;

/**
 * Sends the documented operations; logs each reply for the checks that judge the whole run. Objects that are kept begin with a
 * named member: for each literal that begins with a spread, V8 keeps a hidden class of its own, with more bytes than the object.
 */
export class Api {
  readonly budget: AnimalBudget;
  /** True once a create was not sent because the budget for animals was used up. */
  isShort = false;
  readonly #client: Client;
  readonly config: Config;
  readonly #key: Credential;
  readonly #log: Reply[] = [];
  readonly #posts = new RetryingPostSender(() => this.#answers);
  #answers = 0;
  /** For each body with a pending create: the number pending, and all its creates since none was pending. */
  readonly #equal = new Map<string, { pending: number; readonly replies: Promise<CreateReply>[] }>();

  constructor(client: Client, config: Config) {
    this.#client = client;
    this.config = config;
    this.#key = validCredential(config.apiKey);
    this.budget = new AnimalBudget(config.readOnly ? 0 : config.maxCreated);
  }

  /** All logged replies, in the order in which their responses came. */
  get log(): readonly Reply[] {
    return this.#log;
  }

  async list(query: ListQuery = {}, options: ListOptions = {}): Promise<ListReply> {
    const parameters = options.search ?? new URLSearchParams({ ...query }).toString();
    const { form } = options;
    const path = `${pathOf(form)}${form === undefined ? '' : (ENDS[form] ?? '')}`;
    const url = `${this.config.baseUrl}/${path}${parameters === '' ? '' : `?${parameters}`}`;
    const sent = await this.#send(
      { operation: 'list', method: 'GET', url, resend: 'always', ...requestLineOf(form) },
      options,
    );
    const reply: ListReply = { operation: 'list', query, items: arrayInSuccessBody(sent.answer), ...sent };
    const isEqual = form === 'equivalent' && options.search === undefined && isSuccess(sent.answer);
    return form === undefined || isEqual ? this.#keep(reply) : reply;
  }

  /** `GET /pets/{petId}`: the id is percent-encoded, unless `options.segment` has the path segment as sent. */
  async get(id: string | bigint, options: GetOptions = {}): Promise<GetReply> {
    const { segment = encodeURIComponent(String(id)) } = options;
    const url = `${this.config.baseUrl}/${pathOf(options.form)}/${segment}`;
    const reply = await this.#send(
      { operation: 'get', method: 'GET', url, resend: 'always', ...requestLineOf(options.form) },
      options,
    );
    const pet = objectInSuccessBody(reply.answer);
    const got: GetReply = { operation: 'get', id: String(id), segment, pet, ...reply };
    // A target may refuse an undocumented query parameter in any way: no check judges this reply.
    const isOdd = options.form !== undefined || (segment.includes('?') && reply.outcome.ask.credential.valid);
    return isOdd ? got : this.#keep(got);
  }

  /** `POST /pets`. Undefined if the budget for animals is used up: then nothing was sent. */
  async create(body: string | null, options: CreateOptions): Promise<CreateReply | undefined> {
    const name = nameOf(options);
    const { intent } = options;
    const reply = await this.#posts.send({
      kind: intent,
      intent,
      once: async (attempt) => {
        const step = attempt % 2 === 0 && name !== undefined ? this.#outOfStep() : undefined;
        const found = await this.#createOnce(body, options, attempt > 1);
        await step;
        return found;
      },
      isDone: () => this.#isStored(options),
    });
    return reply && (options.form === undefined ? this.#keep(reply) : reply);
  }

  /** Sends one more request, so that a load balancer with a dead backend does not send every lookup to that backend. */
  #outOfStep(): Promise<unknown> {
    const url = `${this.config.baseUrl}/pets?limit=1`;
    return this.#send({ operation: 'list', method: 'GET', url, resend: 'refused' });
  }

  /** Looks for the animal of a create that got no response: without this lookup, a create is never resent. */
  async #isStored(options: CreateOptions): Promise<boolean> {
    const name = nameOf(options);
    if (name === undefined) return false;
    const status = options.submitted?.status;
    const page = await this.list(withoutUndefined({ limit: '100', status }));
    const found = page.items?.some((item) => isObject(item) && item['name'] === name) === true;
    if (found) this.budget.confirm(name);
    return found;
  }

  async #createOnce(
    body: string | null,
    options: CreateOptions,
    isResent: boolean,
  ): Promise<CreateReply | undefined> {
    const purpose = options.purpose ?? PURPOSES[options.intent];
    const check = requestScope().check;
    // The budget is asked again after each lookup, because other creates may have become unconfirmed meanwhile.
    for (let round = 0; !(await this.budget.reserve(purpose, check, isResent)); round += 1) {
      if (round === SETTLED) {
        this.isShort = true;
        return undefined;
      }
      await this.settleDoubts();
    }
    let settled: ReservationOutcome = { stored: true, answered: false };
    const equal = this.#equal.get(body ?? '') ?? { pending: 0, replies: [] };
    this.#equal.set(body ?? '', equal);
    equal.pending += 1;
    try {
      const { intent, submitted, sent, spelling } = options;
      const query = options.search ? `?${options.search}` : '';
      const ask = {
        operation: 'create',
        method: 'POST',
        url: `${this.config.baseUrl}/${pathOf(options.form)}${query}`,
        ...requestLineOf(options.form),
      } as const;
      const marker = options.marker === null ? undefined : nameOf(options);
      const making = this.#post(intent, ask, body, options).then((reply): CreateReply => {
        const pet = objectInSuccessBody(reply.answer);
        const id = int64Value(pet?.['id']);
        const made = {
          operation: 'create',
          intent,
          submitted,
          marker,
          sent,
          spelling,
          pet,
          id,
          ...reply,
        } as const;
        // The client itself resends a create after a 429, and after a lost connection while nothing else may be sent.
        return isResent || reply.outcome.exchange.attempt > 1 ? { ...made, isResent: true } : made;
      });
      equal.replies.push(making);
      const made = await making;
      const { outcome, answer } = made;
      // The 201 to an equal create at the same moment may come after this 200.
      const twins = answer?.status === 200 ? await Promise.all(equal.replies) : [];
      const repeats = returnsKnownAnimal(made, this.#log, twins);
      const status = outcome.exchange.response?.status ?? 0;
      // A request that never reached the target stored nothing.
      const isUnsent = outcome.kind === 'no-answer' && outcome.unsent === true;
      settled = {
        stored: !repeats && !isUnsent && !isClientError(status),
        answered: answer !== undefined,
        refused: status === 503,
        request: purpose === 'refused' ? `${outcome.ask.credential.label} ${body ?? ''}` : undefined,
        name: marker,
        status: submitted?.status,
      };
      return repeats ? { ...made, repeats } : made;
    } finally {
      if ((equal.pending -= 1) === 0) this.#equal.delete(body ?? '');
      this.budget.settle(settled, purpose, check);
    }
  }

  /** Looks up in lists whether the animals of unconfirmed creates are stored. */
  settleDoubts(): Promise<void> {
    // The first unfiltered list with limit 100, if the run requested it before any create.
    const first = this.#log.find(
      ({ operation, outcome: { ask } }) =>
        operation === 'create' || (ask.url.endsWith('/pets?limit=100') && ask.credential.valid),
    );
    return this.budget.reconcile(
      (query) => attributeRequestsTo('population/doubts', () => this.list(query)),
      first?.operation === 'list' ? first : undefined,
      this.config.consistencyMs,
    );
  }

  async message(body: string | null, options: MessageOptions = {}): Promise<MessageReply> {
    const { messages } = this.config;
    if (messages === null) {
      throw new Error('a message was to be sent, but the messages profile is not claimed');
    }
    const {
      credential = validCredential(messages.apiKey),
      intent = 'invalid',
      sent,
      parameters = {},
    } = options;
    const url = withParameters(messages.url, parameters);
    const ask = { operation: 'message', method: 'POST', url } as const;
    const kind = `message, ${credential.valid ? intent : 'unauthenticated'}` as const;
    const reply = await this.#posts.send<MessageReply>({
      kind,
      intent,
      once: async () => {
        const came = await this.#post(kind, ask, body, { ...options, credential });
        return {
          operation: 'message',
          body,
          intent,
          sent,
          object: objectInSuccessBody(came.answer),
          ...came,
        };
      },
    });
    return this.#keep(reply);
  }

  #post(
    kind: PostKind,
    ask: Pick<OutgoingRequest, 'operation' | 'method' | 'url' | 'absolute'>,
    body: string | null,
    { contentType = 'application/json', chunked, inPieces, ...options }: BodyOptions,
  ) {
    const hope = {
      ...(this.#posts.isHopeless(kind) && { noRetry: true as const }),
      ...(this.#posts.isFutile(kind) && { noSlowdown: true as const }),
    };
    const sent = { body, contentType, ...withoutUndefined({ chunked, inPieces }) };
    return this.#send({ ...ask, resend: 'refused', ...hope, ...sent }, options);
  }

  async #send(
    ask: Omit<OutgoingRequest, 'credential'>,
    { credential = this.#key, accept, headers, lowercaseHeaderNames }: SendOptions = {},
  ) {
    const exclusive = requestScope().exclusive;
    const outcome = await this.#client.send({
      ...ask,
      credential,
      ...withoutUndefined({ accept, exclusive, headers, lowercaseHeaderNames }),
    });
    const answer = outcome.kind === 'answer' ? outcome : undefined;
    if (answer !== undefined) this.#answers += 1;
    return { outcome, answer };
  }

  #keep<R extends Reply>(reply: R): R {
    this.#log.push(reply);
    return reply;
  }
}

/** What some forms of an address have behind its path. */
const ENDS: Partial<Record<ListForm, string>> = { slash: '/', question: '?' };

/** Returns the path `pets`; with a percent-encoded letter (RFC 3986, section 6.2.2.2) or with a capital in these forms. */
function pathOf(form: ListForm | undefined): string {
  return form === 'escaped' ? 'p%65ts' : form === 'capital' ? 'Pets' : 'pets';
}

/** The form of the request line: the whole address in it (RFC 9112, section 3.2.2), or the path. */
function requestLineOf(form: ListForm | undefined): Pick<OutgoingRequest, 'absolute'> {
  return form === 'absolute' ? { absolute: true } : {};
}

function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const added = Object.entries(parameters);
  if (added.length === 0) return address;
  const url = new URL(address);
  for (const [name, value] of added) url.searchParams.append(name, value);
  return url.href;
}

/** The name to look for before a resend; if another animal has that name, the create is not resent, to be safe. */
function nameOf({ marker, submitted }: CreateOptions): string | undefined {
  return marker ?? submitted?.name;
}

/** Maximum number of lookups of unconfirmed creates before a create is skipped because the budget is used up. */
const SETTLED = 4;
