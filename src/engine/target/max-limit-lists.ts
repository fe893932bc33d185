import { attributeRequestsTo } from '../../http/request-scope.ts';
import type { Api } from './api.ts';
import { listLength, MAX_LIST_LENGTH, MAX_LIMIT_LIST_QUERIES } from './lists.ts';
import { PET_STATUSES, type ListReply, type PetStatus } from './replies.ts';

/** When the widest lists are read: before creates; before filling; when full; after the consistency time, if still needed. */
type Moment = 'snapshot' | 'read-back' | 'full' | 'settled';

export class MaxLimitListReader {
  readonly #api: Api;
  readonly #read = new Map<Moment, Promise<readonly ListReply[]>>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** Returns the widest lists, unfiltered and by status; the first call for a moment waits for `ready`, and reads them. */
  at(moment: Moment, ready?: () => Promise<void>): Promise<readonly ListReply[]> {
    const read = () => (ready === undefined ? this.widest() : ready().then(() => this.widest()));
    const pages = this.#read.get(moment) ?? attributeRequestsTo(`population/${moment}`, read);
    this.#read.set(moment, pages);
    return pages;
  }

  widest(): Promise<readonly ListReply[]> {
    return Promise.all(MAX_LIMIT_LIST_QUERIES.map((query) => this.#api.list(query)));
  }

  /** Returns the status that the fewest animals have: a list of animals with it is probably not full, and shows a new one. */
  async rarestStatus(): Promise<PetStatus> {
    return (await this.#byRarity())[0]?.status ?? 'sold';
  }

  async commonestStatus(): Promise<PetStatus> {
    return (await this.#byRarity()).at(-1)?.status ?? 'available';
  }

  /**
   * Statuses for borderline animals: with at most 50 animals, so that a list shows all. The rarest is for invalid animals, unless
   * no other is left.
   */
  async drawnStatuses(): Promise<readonly PetStatus[]> {
    const [rarest, ...others] = await this.#byRarity();
    const roomy = others.filter(({ size }) => size <= MAX_LIST_LENGTH / 2).map(({ status }) => status);
    return roomy.length > 0 ? roomy : [rarest?.status ?? 'sold'];
  }

  async #byRarity(): Promise<readonly { readonly status: PetStatus; readonly size: number }[]> {
    const pages = await this.at('snapshot');
    return PET_STATUSES.map((status) => {
      const page = pages.find(({ query }) => query.status === status);
      return { status, size: page?.items === undefined ? Infinity : listLength(page) };
    })
      .toReversed()
      .toSorted((one, other) => one.size - other.size);
  }
}
