/** What a session of watching is told from outside. */
type Word =
  /** To judge, and why: one line. */
  | { readonly judge: string }
  /** That the target went away: what it waits for, one line. */
  | { readonly wait: string };

/** What was said last, and what gives up that which it called for. */
export type Called = Word & { readonly signal: AbortSignal };

/** What calls for another round, or says that there is nothing to judge, while one may go on; the last word counts. */
export class Triggers {
  #word: Word | undefined;
  #wake: () => void = () => undefined;
  #round = new AbortController();

  /** Calls for a round. What is under way is given up: it judges what is no longer there. */
  judge(reason: string): void {
    this.#say({ judge: reason });
  }

  /** Gives up what is under way, and waits. */
  wait(note: string): void {
    this.#say({ wait: note });
  }

  /** Calls for a round unless something else was said since the last one began. */
  afterwards(reason: string): void {
    this.#word ??= { judge: reason };
  }

  #say(word: Word): void {
    this.#word = word;
    this.#round.abort();
    this.#wake();
  }

  /** Resolves to what is said next; to undefined once the signal is given. */
  async next(signal: AbortSignal): Promise<Called | undefined> {
    const wake = (): void => this.#wake();
    signal.addEventListener('abort', wake, { once: true });
    while (this.#word === undefined && !signal.aborted) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    signal.removeEventListener('abort', wake);
    const word = this.#word;
    this.#word = undefined;
    if (signal.aborted || word === undefined) return undefined;
    this.#round = new AbortController();
    return { ...word, signal: AbortSignal.any([signal, this.#round.signal]) };
  }
}
