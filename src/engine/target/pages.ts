import { attributeRequestsTo } from '../../http/attribution.ts';
import type { Api } from './api.ts';
import { listLength, MAX_LIST_LENGTH, WIDEST_LIST_QUERIES } from './lists.ts';
import { PET_STATUSES, type ListReply, type PetStatus } from './replies.ts';

/** Reads the widest lists at a few moments of a run, each moment once. */
export class WidestLists {
  readonly #api: Api;
  readonly #read = new Map<string, Promise<readonly ListReply[]>>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** The widest lists, unfiltered and by status, read before the run creates anything. */
  snapshot(): Promise<readonly ListReply[]> {
    return this.#once('snapshot', () => this.widest());
  }

  /** The widest lists after the scenario checks, before the target is filled. */
  readBack(): Promise<readonly ListReply[]> {
    return this.#once('read-back', () => this.widest());
  }

  /** The widest lists once the target is filled. */
  full(): Promise<readonly ListReply[]> {
    return this.#once('full', () => this.widest());
  }

  /** The widest lists once every animal must be readable; for checks without evidence in earlier lists. */
  settled(settle: () => Promise<void>): Promise<readonly ListReply[]> {
    return this.#once('settled', () => settle().then(() => this.widest()));
  }

  #once(moment: string, read: () => Promise<readonly ListReply[]>): Promise<readonly ListReply[]> {
    const pages = this.#read.get(moment) ?? attributeRequestsTo(`population/${moment}`, read);
    this.#read.set(moment, pages);
    return pages;
  }

  widest(): Promise<readonly ListReply[]> {
    return Promise.all(WIDEST_LIST_QUERIES.map((query) => this.#api.list(query)));
  }

  /** The status that the fewest animals have: a new animal with it appears on a page that is not full. */
  async rarestStatus(): Promise<PetStatus> {
    return (await this.#byRarity())[0]?.status ?? 'sold';
  }

  /**
   * The statuses for borderline animals, with at most 50 animals each, so that lists show them; the rarest status is kept for
   * invalid animals, unless there is no other.
   */
  async drawnStatuses(): Promise<readonly PetStatus[]> {
    const [rarest, ...others] = await this.#byRarity();
    const roomy = others.filter(({ size }) => size <= MAX_LIST_LENGTH / 2).map(({ status }) => status);
    return roomy.length > 0 ? roomy : [rarest?.status ?? 'sold'];
  }

  async #byRarity(): Promise<readonly { readonly status: PetStatus; readonly size: number }[]> {
    const pages = await this.snapshot();
    return PET_STATUSES.map((status) => {
      const page = pages.find(({ query }) => query.status === status);
      return { status, size: page?.items === undefined ? Infinity : listLength(page) };
    })
      .toReversed()
      .toSorted((one, other) => one.size - other.size);
  }
}
