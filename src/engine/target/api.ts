import { withoutUndefined } from '../../base/without-undefined.ts';
import type { Config } from '../../config/types.ts';
import type { Json, JsonObject } from '../../json/types.ts';
import type { Answer, Ask, Client, Credential, NoAnswer } from '../../http/types.ts';
import type { Spelling } from '../../json/spellings.ts';
import { sameJson, writeJson } from '../../json/json.ts';
import { attributed, currentCheck } from '../../http/attribution.ts';
import { validKey } from './credentials.ts';
import { currentExclusive, withExclusive } from './exclusive.ts';
import { Budget, type Priority, type Settled } from './budget.ts';
import { pause } from './clock.ts';
import { InVain } from './in-vain.ts';
import { isClientError } from './texts.ts';
import { int64 } from '../../json/int64.ts';
import type {
  CreateReply,
  GetReply,
  Intent,
  ListQuery,
  ListReply,
  MessageReply,
  Reply,
  Submitted,
} from './replies.ts';
import { isObject, isSuccess, successArray, successObject } from './replies.ts';

/** Times that a POST is sent at most, by why no answer came: it was lost on the way, or is a gateway's. */
const ATTEMPTS: Partial<Record<NoAnswer['why'], number>> = {
  connection: 5,
  'broken-http': 5,
  unavailable: 7,
  timeout: 2,
};
/** Times in a row that a create is refused alone too, before no more are sent alone. */
const ALONE = 3;
/** Milliseconds before the second time, twice as many before the next, and at most. */
const PAUSE_MS = { first: 50, most: 1000 } as const;
const PURPOSES = {
  valid: 'needed',
  borderline: 'drawn',
  invalid: 'refused',
  unauthenticated: 'refused',
} as const satisfies Record<Intent, Priority>;

/** How a request differs from a plain one with a valid key. */
export interface SendOptions {
  readonly credential?: Credential | undefined;
  /** Value of the Accept header; null sends none. Default: `application/json`. */
  readonly accept?: string | null | undefined;
}

export interface ListOptions extends SendOptions {
  /** The query as it goes out, where it is written otherwise than usual. */
  readonly search?: string | undefined;
}

export interface GetOptions extends SendOptions {
  /** The path segment as it goes out. */
  readonly segment?: string;
}

/** How a body is sent. */
export interface BodyOptions extends SendOptions {
  /** null sends no Content-Type header. Default: application/json. */
  readonly contentType?: string | null | undefined;
  /** Sends the body in chunks. */
  readonly chunked?: true | undefined;
}

export interface MessageOptions extends BodyOptions {
  /** Default: `faulty`. */
  readonly intent?: MessageReply['intent'];
  readonly sent?: JsonObject | undefined;
}

export interface CreateOptions extends BodyOptions {
  readonly intent: Intent;
  readonly submitted?: Submitted | undefined;
  /** A name that no other animal has; null where the one that goes out may be another one's too. */
  readonly marker?: string | null | undefined;
  readonly sent?: Json | undefined;
  readonly spelling?: Spelling | undefined;
  /** The query, without its question mark. */
  readonly search?: string | undefined;
  /** Default: what its intent is for. */
  readonly purpose?: Priority;
}

/** What is counted apart when it gets no answer. */
type Kind = Intent | `message, ${Intent}`;

/** The operations of the document, each reply logged for the checks that judge the whole run. */
export class Api {
  readonly budget: Budget;
  readonly #client: Client;
  readonly config: Config;
  readonly #key: Credential;
  readonly #log: Reply[] = [];
  readonly #inVain = new InVain<Kind>();
  /** Requests of all kinds that were answered. */
  #answers = 0;
  #isShort = false;
  /** Creates under way, and those that were begun. */
  #creating = 0;
  #begun = 0;
  /** Creates in a row that were refused as if others were under way, and were refused alone too. */
  #refusedAlone = 0;

  constructor(client: Client, config: Config) {
    this.#client = client;
    this.config = config;
    this.#key = validKey(config.apiKey);
    this.budget = new Budget(config.readOnly ? 0 : config.maxCreated);
  }

  /** Whether the budget for animals kept a request back. */
  get isShort(): boolean {
    return this.#isShort;
  }

  /** Every reply so far, in the order in which the answers came. */
  get log(): readonly Reply[] {
    return this.#log;
  }

  /** `GET /pets` with the query as given, not checked. */
  async list(query: ListQuery = {}, options: ListOptions = {}): Promise<ListReply> {
    const parameters = options.search ?? new URLSearchParams({ ...query }).toString();
    const url = `${this.config.baseUrl}/pets${parameters === '' ? '' : `?${parameters}`}`;
    const reply = await this.#send({ operation: 'list', method: 'GET', url, resend: 'always' }, options);
    return this.#keep({ ...reply, operation: 'list', query, items: successArray(reply.answer) });
  }

  /** `GET /pets/{petId}` with any text in the path, percent-encoded unless it is said how it goes out. */
  async get(id: string | bigint, options: GetOptions = {}): Promise<GetReply> {
    const { segment = encodeURIComponent(String(id)) } = options;
    const url = `${this.config.baseUrl}/pets/${segment}`;
    const reply = await this.#send({ operation: 'get', method: 'GET', url, resend: 'always' }, options);
    const pet = successObject(reply.answer);
    return this.#keep({ ...reply, operation: 'get', id: String(id), segment, pet });
  }

  /**
   * `POST /pets` with a body as given: text, or null for none. Undefined where the budget for animals is used up; then
   * nothing was sent.
   */
  async create(body: string | null, options: CreateOptions): Promise<CreateReply | undefined> {
    const isAllowed = options.intent === 'valid' || options.intent === 'borderline';
    let lost: CreateReply | undefined;
    let answersBefore = this.#answers;
    for (let attempt = 1; ; attempt += 1) {
      const step = attempt % 2 === 0 && nameOf(options) !== undefined ? this.#outOfStep() : undefined;
      const reply = await this.#createNotBusy(body, options);
      await step;
      if (reply !== undefined) this.#learn(options.intent, reply, attempt, answersBefore);
      if (reply === undefined) return lost === undefined ? undefined : this.#keep(lost);
      // Refused the second time for what the first time may have stored: that proves nothing.
      if (lost !== undefined && isAllowed && isClientError(reply.answer?.status ?? 0))
        return this.#keep(lost);
      const passes = isPassing(reply, attempt);
      if (!passes && reply.answer === undefined) this.#inVain.request(options.intent);
      const again = passes && !this.#inVain.of(options.intent);
      if (!again || (await this.#isStored(options))) return this.#keep(reply);
      lost ??= reply;
      answersBefore = this.#answers;
      await pauseAfter(attempt);
    }
  }

  /** The outcome of sending a kind again. */
  #learn(kind: Kind, { answer }: Pick<Reply, 'answer'>, attempt: number, answersBefore: number): void {
    if (isSuccess(answer) || (answer !== undefined && attempt > 1)) this.#inVain.helped(kind);
    else if (answer === undefined && attempt > 1 && this.#answers > answersBefore) this.#inVain.again(kind);
  }

  /**
   * A read that goes out next to what is sent again, and that is not tried again. Looking for an animal ends with an answer:
   * where every second request goes to a backend that is down, what follows it would else go there each time.
   */
  #outOfStep(): Promise<unknown> {
    const url = `${this.config.baseUrl}/pets?limit=1`;
    return this.#send({ operation: 'list', method: 'GET', url, resend: 'refused' });
  }

  /** Looks for an animal whose request got no answer: it is never sent again without that. */
  async #isStored(options: CreateOptions): Promise<boolean> {
    const name = nameOf(options);
    if (name === undefined) return false;
    const status = options.submitted?.status;
    const page = await this.list(withoutUndefined({ limit: '100', status }));
    const found = page.items?.some((item) => isObject(item) && item['name'] === name) === true;
    if (found) this.budget.confirm(name);
    return found;
  }

  /**
   * Sends a create; where a 409 came while others were under way, it is sent once more alone: that they were in each other's way
   * counts only where it succeeds then.
   */
  async #createNotBusy(body: string | null, options: CreateOptions): Promise<CreateReply | undefined> {
    const isBeside = this.#creating > 0;
    const begun = (this.#begun += 1);
    this.#creating += 1;
    const reply = await this.#createOnce(body, options).finally(() => (this.#creating -= 1));
    const isBusy =
      reply?.answer?.status === 409 &&
      options.intent !== 'unauthenticated' &&
      (isBeside || this.#begun > begun) &&
      currentExclusive() === undefined &&
      this.#refusedAlone < ALONE;
    if (!isBusy) return reply;
    const alone = await withExclusive('single', () => this.#createOnce(body, options));
    const isAnswered = alone?.answer !== undefined && alone.answer.status !== 409;
    const isOver = options.intent === 'invalid' ? isAnswered : isSuccess(alone?.answer);
    this.#refusedAlone = isOver ? 0 : this.#refusedAlone + 1;
    return isOver ? alone : reply;
  }

  async #createOnce(body: string | null, options: CreateOptions): Promise<CreateReply | undefined> {
    const purpose = options.purpose ?? PURPOSES[options.intent];
    const check = currentCheck();
    // While doubts are looked into, others come up.
    for (let round = 0; !(await this.budget.reserve(purpose, check)); round += 1) {
      if (round === SETTLED) {
        this.#isShort = true;
        return undefined;
      }
      await this.settleDoubts();
    }
    let settled: Settled = { stored: true, answered: false };
    try {
      const query = options.search ? `?${options.search}` : '';
      const ask = {
        operation: 'create',
        method: 'POST',
        url: `${this.config.baseUrl}/pets${query}`,
      } as const;
      const hope = this.#inVain.of(options.intent) && { noRetry: true as const };
      const reply = await this.#send(
        { ...ask, resend: 'refused', ...hope, ...content(body, options) },
        options,
      );
      const { outcome, answer } = reply;
      const status = outcome.exchange.response?.status ?? 0;
      // What cannot have reached the target stored nothing.
      const isUnsent = outcome.kind === 'no-answer' && outcome.unsent === true;
      const { intent, submitted, sent, spelling } = options;
      const marker = options.marker === null ? undefined : nameOf(options);
      settled = {
        stored: !isUnsent && !isClientError(status),
        answered: answer !== undefined,
        refused: status === 503,
        name: marker,
        status: submitted?.status,
      };
      const pet = successObject(answer);
      const id = int64(pet?.['id']);
      const repeats =
        answer?.status === 200 &&
        id !== undefined &&
        isAsSent(pet, submitted) &&
        this.#wasShown(id, pet, answer);
      if (repeats) settled = { ...settled, stored: false };
      const made = {
        ...reply,
        operation: 'create',
        intent,
        submitted,
        marker,
        sent,
        spelling,
        pet,
        id,
      } as const;
      return repeats ? { ...made, repeats } : made;
    } finally {
      this.budget.settle(settled, purpose, check);
    }
  }

  /** Whether an answer before this one was asked for showed an animal of that id with the same three values. */
  #wasShown(id: bigint, pet: JsonObject, { sentAt }: Answer): boolean {
    const isSame = (shown: Json | undefined): boolean =>
      isObject(shown) &&
      int64(shown['id']) === id &&
      ['name', 'categoryId', 'status'].every((member) => {
        const [one, other] = [shown[member], pet[member]];
        return one === undefined || other === undefined ? one === other : sameJson(one, other);
      });
    return this.#log.some((reply) => {
      if (reply.answer === undefined || reply.answer.receivedAt > sentAt) return false;
      if (reply.operation === 'list') return reply.items?.some(isSame) === true;
      return (reply.operation === 'create' || reply.operation === 'get') && isSame(reply.pet);
    });
  }

  /** Finds out of animals that may have been stored whether they were, and gives back what they were not. */
  settleDoubts(): Promise<void> {
    // The widest list of all, unless an animal was added before it.
    const first = this.#log.find(
      ({ operation, outcome: { ask } }) =>
        operation === 'create' || (ask.url.endsWith('/pets?limit=100') && ask.credential.valid),
    );
    return this.budget.reconcile(
      (query) => attributed('population/doubts', () => this.list(query)),
      first?.operation === 'list' ? first : undefined,
      this.config.consistencyMs,
    );
  }

  /** `POST /pets` with a JSON value. */
  async createJson(value: Json, options: CreateOptions): Promise<CreateReply | undefined> {
    return this.create(writeJson(value), { ...options, sent: value });
  }

  /** `POST` to the messages address with a body as given. Throws where the profile is not claimed. */
  async message(body: string | null, options: MessageOptions = {}): Promise<MessageReply> {
    const { messages } = this.config;
    if (messages === null) {
      throw new Error('a message was to be sent, but the messages profile is not claimed');
    }
    const ask = { operation: 'message', method: 'POST', url: messages.url, resend: 'refused' } as const;
    const { credential = validKey(messages.apiKey), intent = 'invalid', sent } = options;
    const kind = `message, ${credential.valid ? intent : 'unauthenticated'}` as const;
    let lost: MessageReply | undefined;
    let answersBefore = this.#answers;
    for (let attempt = 1; ; attempt += 1) {
      const hope = this.#inVain.of(kind) && { noRetry: true as const };
      const came = await this.#send({ ...ask, ...hope, ...content(body, options) }, { credential });
      this.#learn(kind, came, attempt, answersBefore);
      const object = successObject(came.answer);
      const reply: MessageReply = { ...came, operation: 'message', body, intent, sent, object };
      if (lost !== undefined && intent !== 'invalid' && isClientError(reply.answer?.status ?? 0))
        return this.#keep(lost);
      if (!isPassing(reply, attempt)) {
        if (reply.answer === undefined) this.#inVain.request(kind);
        return this.#keep(reply);
      }
      if (this.#inVain.of(kind)) return this.#keep(reply);
      lost ??= reply;
      answersBefore = this.#answers;
      await pauseAfter(attempt);
    }
  }

  async #send(ask: Omit<Ask, 'credential'>, { credential = this.#key, accept }: SendOptions = {}) {
    const exclusive = currentExclusive();
    const outcome = await this.#client.send({
      ...ask,
      credential,
      ...withoutUndefined({ accept, exclusive }),
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

/** What it is looked for by. Another animal may go by the same name; then it is not sent again, though it could be. */
function nameOf({ marker, submitted }: CreateOptions): string | undefined {
  return marker ?? submitted?.name;
}

/** Whether an animal has all that was submitted. */
function isAsSent(pet: JsonObject | undefined, submitted: Submitted | undefined): pet is JsonObject {
  if (pet === undefined || submitted === undefined) return false;
  const { name, categoryId, status = pet['status'] } = submitted;
  return pet['name'] === name && int64(pet['categoryId']) === categoryId && pet['status'] === status;
}

/** Times that doubts are looked into before a request is left out. */
const SETTLED = 3;

/** Whether a request got no answer for a reason that may be gone by now; `attempt` counts from 1. */
function isPassing({ outcome }: Reply, attempt: number): boolean {
  const how = currentExclusive();
  if (how === 'single' || outcome.kind === 'answer') return false;
  // The client has waited for a process that is started again already.
  if (how === 'retrying' && outcome.why === 'connection') return false;
  return attempt < (ATTEMPTS[outcome.why] ?? 1);
}

function pauseAfter(attempt: number): Promise<void> {
  return pause(Math.min(PAUSE_MS.first * 2 ** (attempt - 1), PAUSE_MS.most));
}

function content(
  body: string | null,
  { contentType = 'application/json', chunked }: BodyOptions,
): Pick<Ask, 'body' | 'contentType' | 'chunked'> {
  return { body, contentType, ...withoutUndefined({ chunked }) };
}
