import type { Config } from '../config/types.ts';
import { attributed } from '../client/attribution.ts';
import type { JsonObject } from '../json/types.ts';
import type { Api } from './api.ts';
import { jsonInteger } from '../json/int64.ts';
import type { Names } from './names.ts';
import type { CreateReply, ListReply, Reply, Status, Submitted } from './replies.ts';
import { isSuccess, itemId, STATUSES } from './replies.ts';

/** An animal of this run that the target said it stored, under an id that it can be asked for. */
export interface Animal {
  readonly id: bigint;
  readonly submitted: Submitted;
  /** As the 201 showed it. */
  readonly pet: JsonObject;
  /** Whether it is one that every target has to accept, and keep as it is. */
  readonly plain: boolean;
  readonly reply: CreateReply;
  /** `performance.now()` at which its answer had come. */
  readonly since: number;
}

/** Creates that the checks after filling up may still want. */
const KEPT_FOR_CHECKS = 6;
/** Rounds of filling up: some of the requests may have been answered by a gateway. */
const FILLING_ROUNDS = 3;
/** The first animals: each status twice and twice none, sent at the same moment. */
const STARTERS: readonly (Status | undefined)[] = [
  'available',
  'pending',
  'sold',
  undefined,
  'pending',
  'sold',
  undefined,
  'available',
];

/** The animals that a run works with: what the target already holds, topped up where reading cannot settle a question. */
export class Population {
  readonly #api: Api;
  readonly #config: Config;
  readonly #names: Names;
  #snapshot: Promise<readonly ListReply[]> | undefined;
  #settled: Promise<readonly ListReply[]> | undefined;
  #readBack: Promise<readonly ListReply[]> | undefined;
  #starters: Promise<readonly CreateReply[]> | undefined;
  #filling: Promise<void> = Promise.resolve();
  #turn = 0;
  #short = false;

  constructor(api: Api, config: Config, names: Names) {
    this.#api = api;
    this.#config = config;
    this.#names = names;
  }

  /** Whether the target could not be topped up because the run may not create that many. */
  get short(): boolean {
    return this.#short || this.#config.maxCreated === 0;
  }

  /** The widest pages there are, unfiltered and of each status, read before the run creates anything. */
  snapshot(): Promise<readonly ListReply[]> {
    this.#snapshot ??= attributed('population/snapshot', () => this.widest());
    return this.#snapshot;
  }

  /** The widest pages there are once the scenarios are done, and before the target is filled. */
  readBack(): Promise<readonly ListReply[]> {
    this.#readBack ??= attributed('population/read-back', () => this.widest());
    return this.#readBack;
  }

  /** The widest pages there are once everything had its time to become readable; for checks that saw nothing before. */
  settled(settle: () => Promise<void>): Promise<readonly ListReply[]> {
    this.#settled ??= attributed('population/settled', async () => {
      await settle();
      return this.widest();
    });
    return this.#settled;
  }

  /** The widest pages there are, now. */
  widest(): Promise<readonly ListReply[]> {
    const statuses = [undefined, ...STATUSES];
    return Promise.all(
      statuses.map((status) => this.#api.list({ limit: '100', ...(status === undefined ? {} : { status }) })),
    );
  }

  /** The first plain animals, sent in parallel; empty where the scope allows none. */
  starters(): Promise<readonly CreateReply[]> {
    this.#starters ??= attributed('population/starters', async () => {
      await this.snapshot();
      const replies = await Promise.all(STARTERS.map((status) => this.createPlain(status)));
      return replies.filter((reply) => reply !== undefined);
    });
    return this.#starters;
  }

  /** A body that every target has to accept: a fresh plain name, a configured category, a status or none. */
  plainBody(status?: Status): Submitted {
    const ids = this.#config.categoryIds;
    const categoryId = ids[this.#turn % ids.length] ?? 1n;
    this.#turn += 1;
    return { name: this.#names.plain(), categoryId, ...(status === undefined ? {} : { status }) };
  }

  /** The status that the fewest animals have: what is sent with it shows up on a page that is not full. */
  async rarestStatus(): Promise<Status> {
    const pages = (await this.snapshot()).filter((page) => page.query.status !== undefined);
    const sizes = pages.map((page) => page.items?.length ?? Infinity);
    const last = sizes.lastIndexOf(Math.min(...sizes));
    return STATUSES[last] ?? 'sold';
  }

  /** Adds one such animal; undefined where the budget is used up. */
  createPlain(status?: Status): Promise<CreateReply | undefined> {
    const submitted = this.plainBody(status);
    return this.#api.createJson(bodyOf(submitted), { intent: 'plain', submitted });
  }

  /** Animals of this run that can be named, in the order in which they were stored. */
  animals(): readonly Animal[] {
    return this.#api.log.map(animalOf).filter((animal) => animal !== undefined);
  }

  /** Ids of all animals that the run has seen or made. */
  knownIds(): ReadonlySet<bigint> {
    const ids = new Set<bigint>();
    for (const reply of this.#api.log) {
      if (reply.operation === 'create' && reply.id !== undefined) ids.add(reply.id);
      if (reply.operation === 'list') for (const item of reply.items ?? []) addId(ids, itemId(item));
    }
    return ids;
  }

  /**
   * Tops the target up until `count` animals are known to exist. False where that could not be reached: the budget, the
   * scope, or a target that does not store.
   */
  async atLeast(count: number): Promise<boolean> {
    const starters = await this.starters();
    // Where not one of the first was accepted, a hundred more would not be either.
    if (!starters.some((reply) => isSuccess(reply.answer))) return this.knownIds().size >= count;
    const fill = this.#filling.then(() => this.#topUp(count));
    this.#filling = fill;
    await fill;
    return this.knownIds().size >= count;
  }

  async #topUp(count: number): Promise<void> {
    for (let round = 0; round < FILLING_ROUNDS; round += 1) {
      const before = this.knownIds().size;
      const missing = count - before;
      if (missing <= 0) return;
      if (missing > this.#api.budget.left - KEPT_FOR_CHECKS) {
        this.#short = true;
        return;
      }
      await attributed('population/fill', () =>
        Promise.all(
          Array.from({ length: missing }, (_, n) => this.createPlain(STATUSES[n % STATUSES.length])),
        ),
      );
      // A whole round that brought nothing would bring nothing again.
      if (this.knownIds().size === before) return;
    }
  }
}

function addId(ids: Set<bigint>, id: bigint | undefined): void {
  if (id !== undefined) ids.add(id);
}

/** As the members of a request body. */
export function bodyOf(submitted: Submitted): JsonObject {
  const { name, categoryId, status } = submitted;
  return { name, categoryId: jsonInteger(categoryId), ...(status === undefined ? {} : { status }) };
}

function animalOf(reply: Reply): Animal | undefined {
  if (reply.operation !== 'create' || !isSuccess(reply.answer)) return undefined;
  const { submitted, pet, id, answer } = reply;
  if (submitted === undefined || pet === undefined || id === undefined) return undefined;
  return { id, submitted, pet, plain: reply.intent === 'plain', reply, since: answer.receivedAt };
}
