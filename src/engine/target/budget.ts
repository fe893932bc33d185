import { now, waitUntil } from './clock.ts';
import { reservationsToRelease, type AnimalReservation } from './reservations.ts';
import { MAX_LIMIT_LIST_QUERIES } from './lists.ts';
import type { ListQuery, ListReply } from './replies.ts';

/** The purpose of a create, which decides its share of the budget; the target should reject a `refused` create. */
export type CreatePriority = 'needed' | 'drawn' | 'refused';

/** Maximum number of animals in the budget that `drawn` creates leave for other creates. */
const KEPT = 6;
/** The maximum share of the budget that one check may use for `drawn` or for `refused` creates. */
const SHARES = { drawn: 1 / 4, refused: 1 / 12 } as const;

/** A create that waits for a reservation. */
interface Waiting {
  readonly purpose: CreatePriority;
  readonly share: string;
  readonly reserved: (it: boolean) => void;
}

export interface ReservationOutcome extends Partial<Pick<AnimalReservation, 'request' | 'name' | 'status'>> {
  /** False if no animal was added: after a 4xx, after a response with a known animal, or if nothing was sent. */
  readonly stored: boolean;
  /** False if there was no response: the create is then unconfirmed, and not counted in the share of its check. */
  readonly answered?: boolean;
  /** True if a 503 said that nothing was stored. */
  readonly refused?: boolean;
}

/**
 * The animals that a run may create. Each POST that could store an animal reserves one animal of the budget before it is sent;
 * a 4xx releases the reservation. If the response is not a 4xx, the reservation stays, unless lists show that the animal was
 * not stored.
 */
export class AnimalBudget {
  readonly #max: number;
  readonly #taken = new Map<string, number>();
  #missing: () => number = () => 0;
  /** Reservations kept after the create ended. */
  readonly #kept = new Set<AnimalReservation>();
  /** The kept reservations that are unconfirmed. */
  readonly #doubted = new Set<AnimalReservation>();
  #underWay = 0;
  /** Reservations that were looked up; known one by one, because in a replay two may have the same time. */
  #lookedUp: ReadonlySet<AnimalReservation> = new Set();
  #settling: Promise<void> | undefined;
  readonly #waiting: Waiting[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** Number of kept reservations: animals that the target stores, or may store, because of this run. */
  get spent(): number {
    return this.#kept.size;
  }

  /** Animals that the target may store because of this run; without creates refused with 503, although those stay reserved. */
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
   * Reserves an animal; waits if requests in flight may still release one. False: the budget is used up. A `drawn` create may
   * only use animals that no other create needs, so that more inputs never leave requirements undecided. A create that is
   * resent comes first: if resending does not help, that is known before further creates are sent.
   */
  async reserve(purpose: CreatePriority = 'needed', check = '', isResent = false): Promise<boolean> {
    const share = shareOf(purpose, check);
    if (this.#affords(purpose, share)) {
      this.#take(share);
      return true;
    }
    if (this.#underWay === 0) return false;
    return new Promise((reserved) => {
      this.#waiting.splice(isResent ? 0 : this.#waiting.length, 0, { purpose, share, reserved });
    });
  }

  settle(
    { stored, answered = true, refused = false, request, name, status }: ReservationOutcome,
    purpose: CreatePriority = 'needed',
    check = '',
  ): void {
    this.#underWay -= 1;
    if (stored) {
      const unconfirmed = answered ? undefined : { refused };
      const one = { name, status, request, at: now(), unconfirmed };
      this.#kept.add(one);
      if (!answered) this.#doubted.add(one);
    } else if (answered && request !== undefined) {
      for (const one of this.#doubted) if (one.request === request) this.#release(one);
    }
    if (!stored || !answered) this.#count(shareOf(purpose, check), -1);
    this.#wake();
  }

  confirm(name: string): void {
    const found = [...this.#doubted].find((one) => one.name === name);
    if (found === undefined) return;
    this.#release(found);
    this.#kept.add({ ...found, unconfirmed: undefined });
  }

  /** Looks up unconfirmed creates in lists, after the consistency time. `first`: the list before any create. */
  async reconcile(
    list: (query: ListQuery) => Promise<ListReply>,
    first: ListReply | undefined,
    consistencyMs: number,
  ): Promise<void> {
    const settle = async () => {
      const fresh = [...this.#doubted].filter((one) => !this.#lookedUp.has(one));
      if (fresh.length === 0) return;
      const before = [...this.#kept];
      const until = Math.max(...before.map(({ at }) => at));
      this.#lookedUp = new Set(before);
      await waitUntil(until + consistencyMs);
      const gone = reservationsToRelease(before, await Promise.all(MAX_LIMIT_LIST_QUERIES.map(list)), first);
      for (const one of gone) this.#release(one);
      if (gone.size > 0) this.#wake();
    };
    await this.#settling;
    this.#settling ??= settle().finally(() => (this.#settling = undefined));
    await this.#settling;
  }

  /** Grants waiting reservations in the order of request; with no request in flight, denies those that remain. */
  #wake(): void {
    for (;;) {
      const at = this.#waiting.findIndex(({ purpose, share }) => this.#affords(purpose, share));
      const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (next === undefined) break;
      this.#take(next.share);
      next.reserved(true);
    }
    if (this.#underWay > 0) return;
    for (const { reserved } of this.#waiting.splice(0)) reserved(false);
  }

  #release(one: AnimalReservation): void {
    this.#kept.delete(one);
    this.#doubted.delete(one);
  }

  #take(share: string): void {
    this.#underWay += 1;
    this.#count(share, 1);
  }

  #count(share: string, by: 1 | -1): void {
    this.#taken.set(share, (this.#taken.get(share) ?? 0) + by);
  }

  #affords(purpose: CreatePriority, share: string): boolean {
    if (this.left <= 0) return false;
    if (purpose === 'needed') return true;
    const most = Math.max(1, Math.floor(this.#max * SHARES[purpose]));
    if ((this.#taken.get(share) ?? 0) >= most) return false;
    // A `refused` create releases its reservation, unless the target stores what it must refuse.
    if (purpose === 'refused') return true;
    const kept = Math.min(KEPT, Math.ceil(this.#max / 3));
    const missing = Math.max(0, this.#missing());
    // If the budget is too small for the missing animals anyway, it is not reserved for them.
    return this.left - kept > (missing <= this.left ? missing : 0);
  }
}

function shareOf(purpose: CreatePriority, check: string): string {
  return `${purpose} ${check}`;
}
