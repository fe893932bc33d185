import { attributed } from '../http/attribution.ts';
import type { Api } from './api.ts';
import { lengthOf, WIDEST_QUERIES } from './lists.ts';
import { STATUSES, type ListReply, type Status } from './replies.ts';

/** The widest lists there are, read at the moments that matter. */
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

  /** Once everything had its time to become readable; for checks that saw nothing before. */
  settled(settle: () => Promise<void>): Promise<readonly ListReply[]> {
    return this.#once('settled', () => settle().then(() => this.widest()));
  }

  #once(moment: string, read: () => Promise<readonly ListReply[]>): Promise<readonly ListReply[]> {
    const pages = this.#read.get(moment) ?? attributed(`population/${moment}`, read);
    this.#read.set(moment, pages);
    return pages;
  }

  /** Now. */
  widest(): Promise<readonly ListReply[]> {
    return Promise.all(WIDEST_QUERIES.map((query) => this.#api.list(query)));
  }

  /** The status that the fewest animals have: what is sent with it shows up on a page that is not full. */
  async rarestStatus(): Promise<Status> {
    const pages = (await this.snapshot()).filter((page) => page.query.status !== undefined);
    const sizes = pages.map((page) => (page.items === undefined ? Infinity : lengthOf(page)));
    const last = sizes.lastIndexOf(Math.min(...sizes));
    return STATUSES[last] ?? 'sold';
  }
}
