import { attributed } from '../../http/attribution.ts';
import type { Api } from './api.ts';
import { lengthOf, WIDEST, WIDEST_QUERIES } from './lists.ts';
import { STATUSES, type ListReply, type Status } from './replies.ts';

export class Pages {
  readonly #api: Api;
  readonly #read = new Map<string, Promise<readonly ListReply[]>>();

  constructor(api: Api) {
    this.#api = api;
  }

  /** Unfiltered and of each status, read before the run creates anything. */
  snapshot(): Promise<readonly ListReply[]> {
    return this.#once('snapshot', () => this.widest());
  }

  /** Once the scenarios are done, and before the target is filled. */
  readBack(): Promise<readonly ListReply[]> {
    return this.#once('read-back', () => this.widest());
  }

  /** Once the target is as full as it gets. */
  full(): Promise<readonly ListReply[]> {
    return this.#once('full', () => this.widest());
  }

  /** Once everything had its time to become readable; for checks that saw nothing before. */
  settled(settle: () => Promise<void>): Promise<readonly ListReply[]> {
    return this.#once('settled', () => settle().then(() => this.widest()));
  }

  #once(moment: string, read: () => Promise<readonly ListReply[]>): Promise<readonly ListReply[]> {
    const pages = this.#read.get(moment) ?? attributed(`population/${moment}`, read);
    this.#read.set(moment, pages);
    return pages;
  }

  widest(): Promise<readonly ListReply[]> {
    return Promise.all(WIDEST_QUERIES.map((query) => this.#api.list(query)));
  }

  /** The status that the fewest animals have: what is sent with it shows up on a page that is not full. */
  async rarestStatus(): Promise<Status> {
    return (await this.#byRarity())[0]?.status ?? 'sold';
  }

  /**
   * The statuses of animals that a target may refuse and mostly takes, however many are drawn: they show up too, and leave the
   * page of the rarest status to what must be refused.
   */
  async drawnStatuses(): Promise<readonly Status[]> {
    const [rarest, ...others] = await this.#byRarity();
    const roomy = others.filter(({ size }) => size <= WIDEST / 2).map(({ status }) => status);
    return roomy.length > 0 ? roomy : [rarest?.status ?? 'sold'];
  }

  async #byRarity(): Promise<readonly { readonly status: Status; readonly size: number }[]> {
    const pages = await this.snapshot();
    return STATUSES.map((status) => {
      const page = pages.find(({ query }) => query.status === status);
      return { status, size: page?.items === undefined ? Infinity : lengthOf(page) };
    })
      .toReversed()
      .toSorted((one, other) => one.size - other.size);
  }
}
