import type { Budget } from './budget.ts';
import { now, waitUntil } from './clock.ts';
import { lengthOf, WIDEST, WIDEST_QUERIES } from './lists.ts';
import { isObject, itemId, type ListQuery, type ListReply, type Status } from './replies.ts';

/** A name that the run makes for one animal alone, and that every service shows as it is. */
const PLAIN = /^[A-Z][a-z]{8}$/u;

/** A request to add an animal whose reservation is kept. */
interface Kept {
  readonly name: string | undefined;
  readonly status: Status | undefined;
  /** On the clock of the run. */
  readonly at: number;
  /** Set where no answer says whether it was stored; `refused` where a 503 said that it was not. */
  readonly doubt: { readonly refused: boolean } | undefined;
}

type Read = (query: ListQuery) => Promise<ListReply>;

/**
 * Requests that may have stored an animal, since no answer told. Where lists show all there is, they tell: what is not
 * there once the consistency time is over was not stored, and its reservation is given back.
 */
export class Doubts {
  readonly #budget: Budget;
  readonly #consistencyMs: number;
  #kept: readonly Kept[] = [];
  #fresh = false;
  #settling: Promise<void> | undefined;

  constructor(budget: Budget, consistencyMs: number) {
    this.#budget = budget;
    this.#consistencyMs = consistencyMs;
  }

  /** A reservation was kept. @param doubt absent where the answer says that the animal was stored */
  keep(name: string | undefined, status: Status | undefined, doubt?: { readonly refused: boolean }): void {
    this.#kept = [...this.#kept, { name, status, at: now(), doubt }];
    this.#fresh ||= doubt !== undefined;
  }

  /** An animal of which no answer told was found: it counts as stored. */
  confirm(name: string): void {
    const found = this.#kept.find((one) => one.name === name && one.doubt !== undefined);
    if (found === undefined) return;
    this.#kept = this.#kept.map((one) => (one === found ? { ...one, doubt: undefined } : one));
    if (found.doubt?.refused === true) this.#budget.doubt(-1);
  }

  /**
   * Looks for what may have been stored, where anything new may have been.
   * @param first the widest list as it was before the run added anything, where it was read
   */
  settle(list: Read, first: ListReply | undefined): Promise<void> {
    this.#settling ??= this.#settle(list, first).finally(() => (this.#settling = undefined));
    return this.#settling;
  }

  async #settle(list: Read, first: ListReply | undefined): Promise<void> {
    if (!this.#fresh) return;
    this.#fresh = false;
    const before = this.#kept;
    await waitUntil(Math.max(...before.map(({ at }) => at)) + this.#consistencyMs);
    const pages = await Promise.all(WIDEST_QUERIES.map(list));
    const gone = new Set(byLength(before, pages[0], first) ?? byName(before, pages));
    for (const { doubt } of gone) this.#budget.release(doubt?.refused === true);
    this.#kept = this.#kept.filter((one) => !gone.has(one));
  }
}

/** Doubts that a list tells of by its length, where it shows whatever was added since the run began. */
function byLength(
  before: readonly Kept[],
  page: ListReply | undefined,
  first: ListReply | undefined,
): readonly Kept[] | undefined {
  if (page?.items === undefined || lengthOf(page) >= WIDEST || first?.items === undefined) return undefined;
  const old = new Set(first.items.map(itemId));
  const added = page.items.filter((item) => !old.has(itemId(item))).length;
  const doubted = before.filter(({ doubt }) => doubt !== undefined);
  return doubted.slice(0, Math.max(0, before.length - added));
}

/** Doubts that a list tells of by name: each of a plain one that it should show and does not. */
function byName(before: readonly Kept[], pages: readonly ListReply[]): readonly Kept[] {
  return before.filter((one) => {
    const { name, status, doubt } = one;
    if (doubt === undefined || name === undefined || !PLAIN.test(name)) return false;
    const page = pages.find(
      (list) =>
        list.items !== undefined &&
        lengthOf(list) < WIDEST &&
        (list.query.status === undefined || list.query.status === status),
    );
    if (page === undefined) return false;
    const shown = (page.items ?? []).filter((item) => isObject(item) && item['name'] === name).length;
    const alike = before.filter((other) => other.name === name);
    const confirmed = alike.filter((other) => other.doubt === undefined).length;
    // Of those that go by one name, as many are there as are shown; the ones that were answered are the first.
    const missing = alike.length - Math.max(shown, confirmed);
    return alike.filter((other) => other.doubt !== undefined).indexOf(one) < missing;
  });
}
