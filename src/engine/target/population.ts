import { attributeRequestsTo } from '../../http/request-scope.ts';
import type { Json, JsonObject } from '../../json/types.ts';
import type { Api } from './api.ts';
import type { CreateRequestSender } from './creates.ts';
import type { MaxLimitListReader } from './max-limit-lists.ts';
import {
  isObject,
  isSuccess,
  itemId,
  PET_STATUSES,
  type CreateReply,
  type ListReply,
  type Reply,
  type PetStatus,
  type SubmittedAnimal,
} from './replies.ts';

/** An animal of this run that the target said it stored, with the id to get it by. */
export interface Animal {
  readonly id: bigint;
  readonly submitted: SubmittedAnimal;
  /** The Pet in the response to the create. */
  readonly pet: JsonObject;
  /** True if every target must accept this animal, and store it unchanged. */
  readonly isValid: boolean;
  readonly reply: CreateReply;
  /** When the response to the create came, in milliseconds as in the evidence. */
  readonly since: number;
}

/** The number of animals to fill a target up to: one more than the largest limit, so that a list can exceed every limit. */
export const FULL_POPULATION_SIZE = 101;
const KEPT_FOR_CHECKS = 6;
/** Number of rounds of creates to fill the target: a create is repeated if a gateway answered it. */
const FILLING_ROUNDS = 6;
/** Statuses of the animals that are created first, all but one in parallel: each status twice, and two animals without a status. */
const STARTERS = [...PET_STATUSES, undefined, 'pending', 'sold', undefined, 'available'] as const;
/** Number of animals without a status among the creates that fill the target, each with another category. */
const STATUSLESS = 3;
/** Index of the JSON spelling of each of the first animals: the first four have the spelling of most clients. */
const SPELT: readonly number[] = [0, 0, 0, 0, 1, 2, 3, 4];
/** The index, in each eight creates, of the create whose body is sent in two pieces, as a network may split any body. */
const IN_PIECES = 2;
/**
 * Minimum number of animals of each status on a full target: longer than a list without a limit. The other animals
 * have one status, chosen by the seed: on an empty target more than 50, which is a common maximum of filtered lists.
 */
const OF_EACH = 21;

/** The animals of the target that the run knows; creates more animals if reads cannot decide a requirement. */
export class Population {
  readonly #api: Api;
  readonly #creates: CreateRequestSender;
  readonly #pages: MaxLimitListReader;
  readonly #ids = new Set<bigint>();
  readonly #statuses = new Map<bigint, Json | undefined>();
  /** The number of known animals that match each list's filter, counted when the list came. */
  readonly #toShow = new WeakMap<Reply, number>();
  readonly #animals: Animal[] = [];
  readonly #byId = new Map<bigint, readonly Animal[]>();
  /** Arrays of items that were already read: long lists with equal bytes share one array. */
  readonly #lists = new WeakSet<readonly Json[]>();
  #read = 0;
  #starters: Promise<readonly CreateReply[]> | undefined;
  #filling: Promise<void> = Promise.resolve();
  #short = false;

  constructor(api: Api, creates: CreateRequestSender, pages: MaxLimitListReader) {
    this.#api = api;
    this.#creates = creates;
    this.#pages = pages;
    api.budget.needs(() => FULL_POPULATION_SIZE - this.knownIds().size);
  }

  get isCapped(): boolean {
    return this.#short || this.#api.config.maxCreated === 0;
  }

  /** The first plain animals, all but one sent in parallel; empty if the scope allows none. */
  starters(): Promise<readonly CreateReply[]> {
    this.#starters ??= attributeRequestsTo('population/starters', async () => {
      const snapshot = await this.#pages.at('snapshot');
      // If only a few animals may be created, at least half of them are for creates that must be refused.
      const count = Math.max(1, Math.min(STARTERS.length, Math.floor(this.#api.config.maxCreated / 2)));
      const send = (status: PetStatus | undefined, n: number) => this.#plain(status, n, SPELT[n] ?? 0);
      const [status, ...others] = STARTERS.slice(0, count);
      const first = await send(status, 0);
      // Only now may a filter match none of the animals that are there.
      const isNoneSold = snapshot.some(({ query, items }) => query.status === 'sold' && items?.length === 0);
      if (first !== undefined && isNoneSold) await this.#api.list({ status: 'sold' });
      const replies = [first, ...(await Promise.all(others.map((other, n) => send(other, n + 1))))];
      return replies.filter((reply) => reply !== undefined);
    });
    return this.#starters;
  }

  /** True if the target gave one id to several animals of this run: then it stores fewer than the run created. */
  get hasDuplicateIds(): boolean {
    return this.animals().length > this.#byId.size;
  }

  /** Animals of this run whose id is known, in the order in which their responses came. */
  animals(): readonly Animal[] {
    this.#catchUp();
    return this.#animals;
  }

  /** Animals of this run with this id: more than one only if the target reuses ids. */
  withId(id: bigint): readonly Animal[] {
    this.#catchUp();
    return this.#byId.get(id) ?? [];
  }

  knownIds(): ReadonlySet<bigint> {
    this.#catchUp();
    return this.#ids;
  }

  /** Returns how many known animals a list should have shown, if it had no limit. */
  expectedCount(page: ListReply): number {
    this.#catchUp();
    return this.#toShow.get(page) ?? 0;
  }

  /** Fills the target to `count` animals, as far as the scope and the target allow; true if so many are known. */
  async atLeast(count: number): Promise<boolean> {
    const starters = await this.starters();
    // If no create was accepted so far, further creates would fail too.
    if (!starters.some((reply) => isSuccess(reply.answer))) return this.knownIds().size >= count;
    const fill = this.#filling.then(() => this.#topUp(count));
    this.#filling = fill;
    await fill;
    return this.knownIds().size >= count;
  }

  async #topUp(count: number): Promise<void> {
    let grown: readonly (PetStatus | undefined)[] = [];
    for (let round = 0; round < FILLING_ROUNDS; round += 1) {
      const before = this.knownIds().size;
      const missing = count - before;
      if (missing <= 0) return;
      // A list that is not full shows which creates without a response did store an animal.
      await this.#api.settleDoubts();
      if (missing > this.#api.budget.left - KEPT_FOR_CHECKS) {
        this.#short = true;
        return;
      }
      const statuses =
        round === 0
          ? this.#statusesToFill(missing)
          : Array.from({ length: missing }, (_, n) => grown[n % grown.length]);
      const counts = PET_STATUSES.map((status) => this.#countOf(status));
      await attributeRequestsTo('population/fill', () =>
        Promise.all(statuses.map((status, n) => this.#plain(status, n, n))),
      );
      // Stops filling if this round stored no animal; the next round skips each status of which this round stored none.
      if (this.knownIds().size === before) return;
      grown = [...PET_STATUSES.filter((status, n) => this.#countOf(status) > (counts[n] ?? 0)), undefined];
    }
  }

  #plain(status: PetStatus | undefined, n: number, spelling: number): Promise<CreateReply | undefined> {
    const inPieces = n % SPELT.length === IN_PIECES || undefined;
    return this.#creates.plain(status, { spelling: this.#creates.spelling(spelling), inPieces });
  }

  /** The statuses of the next creates: missing ones and none, mixed; last the seed's, so that a filter has to look further. */
  #statusesToFill(count: number): readonly (PetStatus | undefined)[] {
    const lacks = PET_STATUSES.map((status) => Math.max(0, OF_EACH - this.#countOf(status)));
    const room = Math.max(0, count - lacks.reduce((sum, lack) => sum + lack, 0));
    const frequent = Math.abs(this.#api.config.seed) % PET_STATUSES.length;
    const wanted = [
      ...PET_STATUSES.map((status, n) => ({
        status,
        times: (lacks[n] ?? 0) + (n === frequent ? Math.max(0, room - STATUSLESS) : 0),
      })),
      { status: undefined, times: Math.min(STATUSLESS, room) },
    ];
    const isLast = (status: PetStatus | undefined) => status === PET_STATUSES[frequent];
    const mixed = wanted
      .flatMap(({ status, times }) =>
        Array.from({ length: times }, (_, n) => ({ status, at: (n + 0.5) / times })),
      )
      .toSorted((one, other) => one.at - other.at)
      .slice(-count)
      .map(({ status }) => status);
    return [...mixed.filter((status) => !isLast(status)), ...mixed.filter(isLast)];
  }

  #catchUp(): void {
    const fresh = this.#api.log.slice(this.#read);
    this.#read += fresh.length;
    for (const reply of fresh) {
      if (reply.operation === 'create') this.#see(reply.id, reply.pet);
      if (reply.operation === 'list' && reply.items !== undefined && !this.#lists.has(reply.items)) {
        this.#lists.add(reply.items);
        for (const item of reply.items) this.#see(itemId(item), item);
      }
      if (reply.operation === 'list') this.#toShow.set(reply, this.#countOf(reply.query.status));
      const animal = animalOf(reply);
      if (animal === undefined) continue;
      this.#animals.push(animal);
      this.#byId.set(animal.id, [...(this.#byId.get(animal.id) ?? []), animal]);
    }
  }

  #see(id: bigint | undefined, item: Json | undefined): void {
    if (id === undefined) return;
    this.#ids.add(id);
    this.#statuses.set(id, isObject(item) ? item['status'] : undefined);
  }

  #countOf(status: string | undefined): number {
    if (status === undefined) return this.#ids.size;
    return [...this.#statuses.values()].filter((other) => other === status).length;
  }
}

function animalOf(reply: Reply): Animal | undefined {
  if (reply.operation !== 'create' || !isSuccess(reply.answer) || reply.repeats === true) return undefined;
  const { submitted, pet, id, answer } = reply;
  if (submitted === undefined || pet === undefined || id === undefined) return undefined;
  return { id, submitted, pet, isValid: reply.intent === 'valid', reply, since: answer.receivedAt };
}
