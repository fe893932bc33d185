/** Requests in a row that got no answer at any of their times, before the others are sent once: a quota may be used up. */
const REQUESTS = 3;
/** Times in a row that such requests were sent again without an answer, while others of the run were answered. */
const TIMES = 16;

/** How often what was sent again stayed without an answer, by its kind: a target may leave one kind alone without one. */
export class InVain<Kind extends string> {
  readonly #requests = new Map<Kind, number>();
  readonly #times = new Map<Kind, number>();

  /** Whether sending this kind again has not helped for so long that it is sent once. */
  of(kind: Kind): boolean {
    return (this.#requests.get(kind) ?? 0) >= REQUESTS || (this.#times.get(kind) ?? 0) >= TIMES;
  }

  /** One got no answer at any of its times. */
  request(kind: Kind): void {
    this.#requests.set(kind, (this.#requests.get(kind) ?? 0) + 1);
  }

  /** One was sent again without an answer, while others were answered. */
  again(kind: Kind): void {
    this.#times.set(kind, (this.#times.get(kind) ?? 0) + 1);
  }

  /** One was answered, which there was no hope for, or when it was sent again. */
  helped(kind: Kind): void {
    this.#requests.delete(kind);
    this.#times.delete(kind);
  }
}
