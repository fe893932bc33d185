/**
 * The animals that a run may create. Every POST that could store one is reserved before it is sent; a 4xx gives the
 * reservation back, and whatever else came of it keeps it, since the target may have stored an animal.
 */
export class Budget {
  readonly #max: number;
  #spent = 0;
  #underWay = 0;
  #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  /** Reservations that were kept: animals that the target holds, or may hold, because of this run. */
  get spent(): number {
    return this.#spent;
  }

  /** What is left when every request under way is counted as kept. */
  get left(): number {
    return this.#max - this.#spent - this.#underWay;
  }

  /** Reserves one; waits where requests under way may still give theirs back. False: used up. */
  async reserve(): Promise<boolean> {
    while (this.left <= 0) {
      if (this.#underWay === 0) return false;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#underWay += 1;
    return true;
  }

  /** Ends a reservation; `stored` is false only where the answer was a 4xx. */
  settle(stored: boolean): void {
    this.#underWay -= 1;
    if (stored) this.#spent += 1;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }
}
