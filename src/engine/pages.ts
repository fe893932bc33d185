import { attributed } from '../http/attribution.ts';
import type { Api } from './api.ts';
import { lengthOf } from './lists.ts';
import { STATUSES, type ListReply, type Status } from './replies.ts';

/** The widest lists there are, read at the moments that matter. */
export class Pages {
  readonly #api: Api;
  #snapshot: Promise<readonly ListReply[]> | undefined;
  #readBack: Promise<readonly ListReply[]> | undefined;
  #settled: Promise<readonly ListReply[]> | undefined;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Unfiltered and of each status, read before the run creates anything. */
  snapshot(): Promise<readonly ListReply[]> {
    this.#snapshot ??= attributed('population/snapshot', () => this.widest());
    return this.#snapshot;
  }

  /** Once the scenarios are done, and before the target is filled. */
  readBack(): Promise<readonly ListReply[]> {
    this.#readBack ??= attributed('population/read-back', () => this.widest());
    return this.#readBack;
  }

  /** Once everything had its time to become readable; for checks that saw nothing before. */
  settled(settle: () => Promise<void>): Promise<readonly ListReply[]> {
    this.#settled ??= attributed('population/settled', async () => {
      await settle();
      return this.widest();
    });
    return this.#settled;
  }

  /** Now. */
  widest(): Promise<readonly ListReply[]> {
    const statuses = [undefined, ...STATUSES];
    return Promise.all(
      statuses.map((status) => this.#api.list({ limit: '100', ...(status === undefined ? {} : { status }) })),
    );
  }

  /** The status that the fewest animals have: what is sent with it shows up on a page that is not full. */
  async rarestStatus(): Promise<Status> {
    const pages = (await this.snapshot()).filter((page) => page.query.status !== undefined);
    const sizes = pages.map((page) => (page.items === undefined ? Infinity : lengthOf(page)));
    const last = sizes.lastIndexOf(Math.min(...sizes));
    return STATUSES[last] ?? 'sold';
  }
}
