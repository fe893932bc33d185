import { now, waitUntil } from './clock.ts';
import { notStored, type Kept } from './doubts.ts';
import { WIDEST_QUERIES } from './lists.ts';
import type { ListQuery, ListReply, Status } from './replies.ts';

/** What a request to add an animal is for, as far as scarcity goes: `refused`, one that should store none. */
export type Purpose = 'needed' | 'drawn' | 'refused';

/** Animals that drawn inputs leave to what must be refused and to what needs a fresh animal, at most. */
const KEPT = 6;
/** The part of all animals that the inputs of one check may take: drawn ones, and such as should store none. */
const SHARES = { drawn: 1 / 4, refused: 1 / 10 } as const;

/** Whoever waits for a reservation, by what it is for. */
interface Waiting {
  readonly purpose: Purpose;
  readonly share: string;
  readonly reserved: (it: boolean) => void;
}

/** What came of a request that was reserved. */
export interface Settled {
  /** False only where the answer was a 4xx, or nothing was sent. */
  readonly stored: boolean;
  /** Whether an answer said so: what a gateway lost is no share of the check's, and is in doubt. Default: it did. */
  readonly answered?: boolean;
  /** Whether a 503 said that nothing was stored. */
  readonly refused?: boolean;
  /** A name by which it is found. */
  readonly name?: string | undefined;
  readonly status?: Status | undefined;
}

/**
 * The animals that a run may create. Every POST that could store one is reserved before it is sent; a 4xx gives the
 * reservation back, and whatever else came of it keeps it, since the target may have stored an animal. Where lists show all
 * there is, they tell what was not stored of those that no answer told of, and its reservation is given back too.
 */
export class Budget {
  readonly #max: number;
  /** By the share that it is of: what was taken and not given back. */
  readonly #taken = new Map<string, number>();
  #missing: () => number = () => 0;
  /** Reservations that were kept. */
  #kept: readonly Kept[] = [];
  #underWay = 0;
  /** Whether something is in doubt that was not looked for. */
  #fresh = false;
  #settling: Promise<void> | undefined;
  #waiting: Waiting[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** Reservations that were kept: animals that the target holds, or may hold, because of this run. */
  get spent(): number {
    return this.#kept.length;
  }

  /**
   * Animals that the target is known to hold because of this run, or may hold since an answer was lost. What a 503 refused
   * does not count, though its reservation is kept: nobody could prove that it was not stored after all.
   */
  get created(): number {
    return this.#kept.filter(({ doubt }) => doubt?.refused !== true).length;
  }

  /** What is left when every request under way is counted as kept. */
  get left(): number {
    return this.#max - this.spent - this.#underWay;
  }

  /** @param missing animals that the questions which need many still lack */
  needs(missing: () => number): void {
    this.#missing = missing;
  }

  /**
   * Reserves one; waits where requests under way may still give theirs back. False: used up. Inputs that were drawn get
   * what nothing else needs, so that drawing more never decides less.
   * @param check the check that asks
   */
  async reserve(purpose: Purpose = 'needed', check = ''): Promise<boolean> {
    const share = shareOf(purpose, check);
    if (this.#take(purpose, share)) return true;
    if (this.#underWay === 0) return false;
    return new Promise((reserved) => this.#waiting.push({ purpose, share, reserved }));
  }

  /** Ends a reservation. */
  settle(
    { stored, answered = true, refused = false, name, status }: Settled,
    purpose: Purpose = 'needed',
    check = '',
  ): void {
    this.#underWay -= 1;
    if (stored) {
      const doubt = answered ? undefined : { refused };
      this.#kept = [...this.#kept, { name, status, at: now(), doubt }];
      this.#fresh ||= !answered;
    }
    if (!stored || !answered) this.#count(shareOf(purpose, check), -1);
    this.#wake();
  }

  /** An animal of which no answer told was found: it counts as stored. */
  confirm(name: string): void {
    const found = this.#kept.find((one) => one.name === name && one.doubt !== undefined);
    this.#kept = this.#kept.map((one) => (one === found ? { ...one, doubt: undefined } : one));
  }

  /**
   * Looks for what may have been stored, once the consistency time is over, where anything new may have been.
   * @param first the widest list as it was before the run added anything, where it was read
   */
  settleDoubts(
    list: (query: ListQuery) => Promise<ListReply>,
    first: ListReply | undefined,
    consistencyMs: number,
  ): Promise<void> {
    const settle = async () => {
      if (!this.#fresh) return;
      this.#fresh = false;
      const before = this.#kept;
      await waitUntil(Math.max(...before.map(({ at }) => at)) + consistencyMs);
      const gone = notStored(before, await Promise.all(WIDEST_QUERIES.map(list)), first);
      this.#kept = this.#kept.filter((one) => !gone.has(one));
      if (gone.size > 0) this.#wake();
    };
    this.#settling ??= settle().finally(() => (this.#settling = undefined));
    return this.#settling;
  }

  /** Hands out, in the order of asking, what can be had now; with nothing under way, nothing is given back any more. */
  #wake(): void {
    this.#waiting = this.#waiting.filter(({ purpose, share, reserved }) => {
      const isTaken = this.#take(purpose, share);
      if (isTaken) reserved(true);
      return !isTaken;
    });
    if (this.#underWay > 0) return;
    for (const { reserved } of this.#waiting) reserved(false);
    this.#waiting = [];
  }

  #take(purpose: Purpose, share: string): boolean {
    if (!this.#affords(purpose, share)) return false;
    this.#underWay += 1;
    this.#count(share, 1);
    return true;
  }

  #count(share: string, by: 1 | -1): void {
    this.#taken.set(share, (this.#taken.get(share) ?? 0) + by);
  }

  #affords(purpose: Purpose, share: string): boolean {
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

/** One check's share of the animals for a purpose. */
function shareOf(purpose: Purpose, check: string): string {
  return `${purpose} ${check}`;
}
