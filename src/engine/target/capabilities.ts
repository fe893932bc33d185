import type { RequirementId } from '../../../requirements/index.ts';
import { attributeRequestsTo, withRequestScope } from '../../http/request-scope.ts';
import type { Config } from '../../config/types.ts';
import type { Api } from './api.ts';
import { causeOfNoAnswer, NEXT_STEP_CREATES_REFUSED, NEXT_STEP_WIDEN_SCOPE } from './next-steps.ts';
import { repeatFor } from './clock.ts';
import { ALL_CREATES_REFUSED, isClientError, statusText } from './texts.ts';
import type { Operation } from '../../../reports/exchange.ts';
import type { Cause } from '../../../reports/model.ts';
import { int64Value } from '../../json/int64.ts';
import { writeJson } from '../../json/json.ts';
import type { NameGenerator } from './names.ts';
import { lacksPermission, permissionProblem } from './permission.ts';
import type { MaxLimitListReader } from './max-limit-lists.ts';
import type { Population } from './population.ts';
import { removalEraOf, isGoneResponse, isBeforeRemoval, operationRemovedText } from './removal.ts';
import { brokenByMissing } from './rounded-ids.ts';
import { repeatGetWhileListed } from './shown-animals.ts';
import { isObject, isSuccess, itemId, noAnswerOf } from './replies.ts';
import type { CreateReply, GetReply, ListReply, Reply } from './replies.ts';

/**
 * What a check requires before it runs: a working operation, the messages profile, or an animal of the run whose id is known
 * (`animal`). If a precondition is not met, every requirement of the check is undecided or left out.
 */
export type CheckPrecondition = 'list' | 'create' | 'animal' | 'get' | 'messages' | 'message';

interface Unusable {
  readonly usable: false;
  readonly reason: string;
  readonly cause: Cause;
  readonly next?: string;
  /**
   * `removed`: the document removed the operation. `left-out`: the options of the user exclude it. `forbidden`: the key lacks
   * the permission.
   */
  readonly scope?: 'removed' | 'left-out' | 'forbidden';
  readonly because?: RequirementId;
}

/** Whether an operation works at all; if it does not, why its requirements cannot be judged. */
export type Capability = { readonly usable: true } | Unusable;

const USABLE: Capability = { usable: true };
/** Number of known animals to get before the operation counts as gone or broken. */
const KNOWN_TRIED = 3;

/** Retries of a valid message, each sent alone, before messages count as broken. */
const MESSAGES_TRIED = 2;

export class Capabilities {
  readonly #api: Api;
  readonly #population: Population;
  readonly #pages: MaxLimitListReader;
  readonly #names: NameGenerator;
  readonly #found = new Map<CheckPrecondition, Promise<Capability>>();
  readonly #ways: Readonly<Record<CheckPrecondition, () => Promise<Capability>>> = {
    list: () => this.#list(),
    create: () => this.#create(),
    animal: () => this.#animal(),
    get: () => this.#get(),
    messages: () => Promise.resolve(this.#messagesClaimed()),
    message: () => this.#message(),
  };
  #bareList: Promise<ListReply> | undefined;
  #knownGets: Promise<readonly GetReply[]> | undefined;

  constructor(api: Api, population: Population, pages: MaxLimitListReader, names: NameGenerator) {
    this.#names = names;
    this.#api = api;
    this.#population = population;
    this.#pages = pages;
  }

  /** Sends the first request of every run: a list without query parameters. */
  unfilteredList(): Promise<ListReply> {
    this.#bareList ??= attributeRequestsTo('preflight', () => this.#api.list());
    return this.#bareList;
  }

  /** Gets a few animals that are known to exist; empty if none is known. */
  knownGets(): Promise<readonly GetReply[]> {
    this.#knownGets ??= attributeRequestsTo('population/known-gets', () => this.#askKnown());
    return this.#knownGets;
  }

  /** Tests an operation at the first call, on any free connection, because the caller may have its own connection. */
  of(need: CheckPrecondition): Promise<Capability> {
    const found = this.#found.get(need) ?? withRequestScope({ connection: undefined }, this.#ways[need]);
    this.#found.set(need, found);
    return found;
  }

  async #list(): Promise<Capability> {
    const reply = await this.unfilteredList();
    if (reply.items !== undefined) return USABLE;
    // A server may fail to list an empty store, so lists by status and a list after the first creates are tried too.
    const pages = await this.#pages.at('snapshot');
    if (pages.some(({ items }) => items !== undefined)) return USABLE;
    await this.#population.starters();
    const later = await this.#api.list();
    if (later.items !== undefined) return USABLE;
    return this.#forbidden('list') ?? broken('listing', reply, 'list.success');
  }

  async #create(): Promise<Capability> {
    if (this.#api.config.readOnly) return leftOut('the run is read-only', 'readOnly');
    if (this.#api.config.maxCreated === 0) return leftOut('the run may create no animals', 'maxCreated');
    const replies = await this.#population.starters();
    if (replies.some((reply) => isSuccess(reply.answer))) return USABLE;
    const [first] = replies;
    if (first === undefined) return leftOut('the run may create no animals', 'maxCreated');
    const forbidden = this.#forbidden('create');
    if (forbidden !== undefined) return forbidden;
    const doubt = unknownCategoryNote(this.#api.config, replies, await this.#pages.at('snapshot'));
    if (doubt !== undefined) return unusable(doubt, 'test-data', { next: NEXT_STEP_CREATES_REFUSED });
    return broken('adding an animal', replies.find((reply) => reply.answer) ?? first, 'create.success');
  }

  async #animal(): Promise<Capability> {
    const create = await this.#create();
    if (!create.usable || this.#population.animals().length > 0) return create;
    const reason = 'no created animal could be requested: its 201 had no id';
    return unusable(reason, 'server', { because: 'create.id.assigned' });
  }

  async #get(): Promise<Capability> {
    const { asOf } = this.#api.config;
    if (removalEraOf(asOf) === 'after') return removed(asOf);
    const gets = await this.knownGets();
    if (gets.some((reply) => reply.pet !== undefined)) return USABLE;
    const [first] = gets;
    if (first === undefined) {
      const made = await this.#animal();
      if (!made.usable && made.because === 'create.id.assigned') return made;
      const reason = 'no id of an animal is known';
      const { readOnly, maxCreated } = this.#api.config;
      if (readOnly || maxCreated === 0)
        return leftOut(`${reason}, and the run may add none`, readOnly ? 'readOnly' : 'maxCreated');
      return made.usable
        ? unusable(reason, 'test-data')
        : { ...made, reason: `${reason}, and ${made.reason}` };
    }
    const forbidden = this.#forbidden('get');
    if (forbidden !== undefined && isBeforeRemoval(asOf)) return forbidden;
    const there = gets.filter((reply) => !isGoneResponse(reply, asOf));
    const shown = there.find(({ answer }) => answer) ?? there[0];
    if (shown === undefined) {
      const because = brokenByMissing(gets, this.#population.knownIds());
      return isBeforeRemoval(asOf) ? broken('getting an animal', first, because) : removed(asOf);
    }
    if (isBeforeRemoval(asOf) || isSuccess(shown.answer) || noAnswerOf(shown) !== undefined)
      return broken('getting an animal', shown, 'get.success');
    const reason = `GET /pets/{petId}: ${statusText(shown)}, which shows neither that it works nor that it was removed (${asOf})`;
    return unusable(reason, 'server');
  }

  #forbidden(operation: Operation): Capability | undefined {
    if (!lacksPermission(this.#api.log, operation)) return undefined;
    return { usable: false, scope: 'forbidden', ...permissionProblem(operation) };
  }

  async #askKnown(): Promise<readonly GetReply[]> {
    await this.#population.starters();
    const made = this.#population.animals().filter((animal) => animal.isValid);
    const own = await Promise.all(
      made.slice(0, KNOWN_TRIED).map((animal) => this.getMade(animal.id, animal.since)),
    );
    const found = own.some((reply) => !isGoneResponse(reply, this.#api.config.asOf));
    return found ? own : [...own, ...(await this.#askListed())];
  }

  /** Gets animals that lists show, for a run that created no animals, or whose animals cannot be read. */
  async #askListed(): Promise<readonly GetReply[]> {
    const pages = [await this.unfilteredList(), ...(await this.#pages.at('snapshot'))];
    if (this.#population.animals().length > 0) pages.push(await this.#api.list());
    const ids = new Set(pages.flatMap((page) => page.items ?? []).map(itemId));
    const all = [...ids].filter((id) => id !== undefined);
    const step = Math.max(1, Math.floor(all.length / KNOWN_TRIED));
    const listed = all.filter((_, index) => index % step === 0).slice(0, KNOWN_TRIED);
    // Another client may have created these animals just now, so their consistency time starts now.
    const gets = await Promise.all(listed.map((id) => this.getMade(id)));
    const { asOf } = this.#api.config;
    if (!isBeforeRemoval(asOf) || gets.some((reply) => !isGoneResponse(reply, asOf))) return gets;
    // Another client may have deleted these animals since the list, so a missing animal proves nothing yet.
    const looked = await Promise.all(
      gets.map(async (reply) => {
        const rounds = await repeatGetWhileListed(this.#api, reply.id);
        return rounds?.find(({ get }) => !isGoneResponse(get, asOf))?.get ?? (rounds && reply);
      }),
    );
    return looked.filter((reply) => reply !== undefined);
  }

  /** Gets an animal, again and again until its consistency time is over, as long as it is missing. */
  getMade(id: bigint, since?: number): Promise<GetReply> {
    return repeatFor(
      this.#api.config.consistencyMs,
      () => this.#api.get(id),
      ({ answer }) => answer?.status !== 404,
      ({ answer }) => answer?.sentAt,
      since,
    );
  }

  #messagesClaimed(): Capability {
    if (this.#api.config.messages === null) return leftOut('the messages profile is not claimed', 'messages');
    return this.#api.config.readOnly ? leftOut('the run is read-only', 'readOnly') : USABLE;
  }

  async #message(): Promise<Capability> {
    const claimed = this.#messagesClaimed();
    if (!claimed.usable) return claimed;
    const send = () => {
      const sent = { message: this.#names.text() };
      return attributeRequestsTo('messages/baseline', () =>
        this.#api.message(writeJson(sent), { intent: 'valid', sent }),
      );
    };
    let reply = await send();
    // A first message without a response is resent, because every check of messages depends on it.
    for (let more = 0; more < MESSAGES_TRIED && reply.answer === undefined; more += 1) {
      reply = await withRequestScope({ exclusive: 'retrying' }, send);
    }
    const status = reply.answer?.status;
    if (isSuccess(reply.answer)) return USABLE;
    if (lacksPermission(this.#api.log, 'message'))
      return { usable: false, scope: 'forbidden', ...permissionProblem('message') };
    const wrong =
      status === 401
        ? 'the configured key with 401'
        : status === 404 || status === 405
          ? `a valid message with ${String(status)}, as if nothing were there`
          : undefined;
    return wrong === undefined
      ? broken('sending a message', reply, 'messages.success')
      : unusable(`the messages address answered ${wrong}`, 'configuration');
  }
}

function unusable(reason: string, cause: Cause, more: Partial<Unusable> = {}): Capability {
  return { usable: false, reason, cause, ...more };
}

function leftOut(reason: string, by: keyof typeof NEXT_STEP_WIDEN_SCOPE): Capability {
  return unusable(reason, 'scope', { scope: 'left-out', next: NEXT_STEP_WIDEN_SCOPE[by] });
}

function removed(asOf: string): Capability {
  return unusable(operationRemovedText(asOf), 'scope', { scope: 'removed' });
}

/** Returns why an operation that must work does not; after a 401, the requirement to fix is auth.accepted. */
function broken(what: string, reply: Reply, because: RequirementId): Capability {
  const silence = noAnswerOf(reply);
  if (silence !== undefined) {
    const reason = `${what} got no response: ${silence.message}`;
    return { usable: false, reason, ...causeOfNoAnswer(silence) };
  }
  const status = reply.answer?.status ?? 0;
  const blamed = status === 401 ? 'auth.accepted' : because;
  const answered = isSuccess(reply.answer) ? 'with a body that cannot be used' : `with ${String(status)}`;
  return unusable(
    `${what} does not work: a valid request was answered ${answered}, see ${blamed}`,
    'server',
    { because: blamed },
  );
}

/**
 * Why the target may lawfully refuse all creates, unless the user chose the category: it may not know the category, or if a list
 * shows it, take no new animals of it; or the names may break a rule of the target.
 */
export function unknownCategoryNote(
  config: Config,
  replies: readonly CreateReply[],
  pages: readonly ListReply[],
): string | undefined {
  const refused = replies.filter((reply) => reply.answer !== undefined);
  const [first] = refused;
  if (config.categoryIdsGiven || first === undefined) return undefined;
  const items = pages.flatMap((page) => page.items ?? []).filter(isObject);
  const inUse = new Set(items.map((item) => int64Value(item['categoryId'])));
  const isInUse = config.categoryIds.some((id) => inUse.has(id));
  // A 4xx about the body, not about the key.
  const statuses = new Set(refused.map(({ answer }) => answer?.status ?? 0));
  const speaks = isInUse
    ? statuses.size === 1 && (statuses.has(400) || statuses.has(422))
    : [...statuses].every((status) => isClientError(status) && status !== 401 && status !== 403);
  if (!speaks) return undefined;
  const category = `${isInUse ? 'took no new animals of' : 'did not know'} category ${config.categoryIds.join(', ')}`;
  return `${ALL_CREATES_REFUSED}, as if the target ${category} or took no names such as "${first.submitted?.name ?? ''}": it answered ${statusText(first)}${saidIn(first)}`;
}

const MOST_SAID = 160;

function saidIn({ answer }: CreateReply): string {
  const value = answer?.body.ok === true ? answer.body.value : undefined;
  const message = isObject(value) ? value['message'] : undefined;
  return typeof message === 'string' && message !== '' ? `: ${writeJson(message.slice(0, MOST_SAID))}` : '';
}
