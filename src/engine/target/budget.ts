import { now, waitUntil } from './clock.ts';
import { notStored, type Reservation } from './doubts.ts';
import { WIDEST_QUERIES } from './lists.ts';
import type { ListQuery, ListReply } from './replies.ts';

/** The purpose of a create, for the budget; `refused` should store no animal. */
export type Priority = 'needed' | 'drawn' | 'refused';

/** Animals that drawn inputs leave to what must be refused and to what needs a fresh animal, at most. */
const KEPT = 6;
/** The part of all animals that the inputs of one check may take: drawn ones, and such as should store none. */
const SHARES = { drawn: 1 / 4, refused: 1 / 10 } as const;

/** Those of one share who wait for a reservation: where it is not to be had for the first, it is not for any. */
interface Waiting {
  readonly purpose: Priority;
  readonly asked: { readonly at: number; readonly reserved: (it: boolean) => void }[];
}

export interface Settled extends Partial<Pick<Reservation, 'request' | 'name' | 'status'>> {
  /** False only where the answer was a 4xx, or nothing was sent. */
  readonly stored: boolean;
  /** Whether an answer said so: what a gateway lost is no share of the check's, and is in doubt. Default: it did. */
  readonly answered?: boolean;
  /** Whether a 503 said that nothing was stored. */
  readonly refused?: boolean;
}

/**
 * The animals that a run may create. Every POST that could store one is reserved before it is sent; a 4xx gives the
 * reservation back, all else keeps it, but for what lists show not to be stored.
 */
export class Budget {
  readonly #max: number;
  readonly #taken = new Map<string, number>();
  #missing: () => number = () => 0;
  /** Reservations that were kept, and those of them that are in doubt. */
  readonly #kept = new Set<Reservation>();
  readonly #doubted = new Set<Reservation>();
  #underWay = 0;
  /** Whether something is in doubt that was not looked for. */
  #fresh = false;
  #settling: Promise<void> | undefined;
  readonly #waiting = new Map<string, Waiting>();
  #asked = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Reservations that were kept: animals that the target holds, or may hold, because of this run. */
  get spent(): number {
    return this.#kept.size;
  }

  /**
   * Animals that the target may hold because of this run. What a 503 refused does not count, though it is kept: nobody
   * could prove that it was not stored.
   */
  get created(): number {
    return this.spent - [...this.#doubted].filter(({ unconfirmed }) => unconfirmed?.refused === true).length;
  }

  get left(): number {
    return this.#max - this.spent - this.#underWay;
  }

  needs(missing: () => number): void {
    this.#missing = missing;
  }

  /**
   * Waits where requests under way may still give theirs back. False: used up. Drawn inputs get what nothing else needs, so
   * that drawing more never decides less.
   */
  async reserve(purpose: Priority = 'needed', check = ''): Promise<boolean> {
    const quota = shareOf(purpose, check);
    if (this.#take(purpose, quota)) return true;
    if (this.#underWay === 0) return false;
    const waiting = this.#waiting.get(quota) ?? { purpose, asked: [] };
    this.#waiting.set(quota, waiting);
    return new Promise((reserved) => waiting.asked.push({ at: (this.#asked += 1), reserved }));
  }

  settle(
    { stored, answered = true, refused = false, request, name, status }: Settled,
    purpose: Priority = 'needed',
    check = '',
  ): void {
    this.#underWay -= 1;
    if (stored) {
      const kept = { name, status, request, at: now(), unconfirmed: answered ? undefined : { refused } };
      this.#kept.add(kept);
      if (!answered) this.#doubted.add(kept);
      this.#fresh ||= !answered;
    } else if (answered && request !== undefined) {
      this.#drop([...this.#doubted].filter((one) => one.request === request));
    }
    if (!stored || !answered) this.#count(shareOf(purpose, check), -1);
    this.#wake();
  }

  confirm(name: string): void {
    const found = [...this.#doubted].find((one) => one.name === name);
    if (found === undefined) return;
    this.#drop([found]);
    this.#kept.add({ ...found, unconfirmed: undefined });
  }

  /** Looks, after the consistency time, for what may have been stored. `first`: the widest list before all. */
  reconcile(
    list: (query: ListQuery) => Promise<ListReply>,
    first: ListReply | undefined,
    consistencyMs: number,
  ): Promise<void> {
    const settle = async () => {
      if (!this.#fresh) return;
      this.#fresh = false;
      const before = [...this.#kept];
      await waitUntil(Math.max(...before.map(({ at }) => at)) + consistencyMs);
      const gone = notStored(before, await Promise.all(WIDEST_QUERIES.map(list)), first);
      this.#drop(gone);
      if (gone.size > 0) this.#wake();
    };
    this.#settling ??= settle().finally(() => (this.#settling = undefined));
    return this.#settling;
  }

  #drop(gone: Iterable<Reservation>): void {
    for (const one of gone) {
      this.#kept.delete(one);
      this.#doubted.delete(one);
    }
  }

  /** Hands out, in the order of asking, what can be had now; with nothing under way, nothing is given back any more. */
  #wake(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const [share, { purpose, asked }] = next;
      if (this.#take(purpose, share)) asked.shift()?.reserved(true);
      if (asked.length === 0) this.#waiting.delete(share);
    }
    if (this.#underWay > 0) return;
    const all = [...this.#waiting.values()].flatMap(({ asked }) => asked);
    this.#waiting.clear();
    for (const { reserved } of all.toSorted((a, b) => a.at - b.at)) reserved(false);
  }

  #next(): readonly [share: string, Waiting] | undefined {
    const first = ([, { asked }]: readonly [string, Waiting]) => asked[0]?.at ?? Infinity;
    return [...this.#waiting]
      .filter(([share, { purpose }]) => this.#affords(purpose, share))
      .toSorted((a, b) => first(a) - first(b))[0];
  }

  #take(purpose: Priority, share: string): boolean {
    if (!this.#affords(purpose, share)) return false;
    this.#underWay += 1;
    this.#count(share, 1);
    return true;
  }

  #count(share: string, by: 1 | -1): void {
    this.#taken.set(share, (this.#taken.get(share) ?? 0) + by);
  }

  #affords(purpose: Priority, share: string): boolean {
    if (this.left <= 0) return false;
    if (purpose === 'needed') return true;
    const most = Math.max(1, Math.floor(this.#max * SHARES[purpose]));
    if ((this.#taken.get(share) ?? 0) >= most) return false;
    // It gives its reservation back, unless the target stores what it should not.
    if (purpose === 'refused') return true;
    const kept = Math.min(KEPT, Math.ceil(this.#max / 3));
    const missing = Math.max(0, this.#missing());
    // Where not even all that is left would do, nothing is kept for it.
    return this.left - kept > (missing <= this.left ? missing : 0);
  }
}

function shareOf(purpose: Priority, check: string): string {
  return `${purpose} ${check}`;
}
