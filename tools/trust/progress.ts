import { createLogUpdate } from 'log-update';
import { inertLine } from '../../reports/text.ts';
import { isCi } from '../../src/cli/io.ts';
import type { Judge } from './survey.ts';

/** Milliseconds between two lines where there is no terminal. */
const QUIET_MS = 15_000;
const FRAME_MS = 200;

/** Counts runs as they end, in place on a terminal and in a line now and then elsewhere. */
export class Progress {
  readonly #stream: NodeJS.WriteStream;
  readonly #live: ReturnType<typeof createLogUpdate> | undefined;
  readonly #begun = performance.now();
  #shown = performance.now();
  #total = 0;
  #done = 0;

  constructor(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv) {
    this.#stream = stream;
    this.#live = stream.isTTY && !isCi(env) ? createLogUpdate(stream) : undefined;
  }

  /** A judge whose runs are counted. */
  count(judge: Judge): Judge {
    return async (subject) => {
      this.#total += 1;
      const told = await judge(subject);
      this.#done += 1;
      this.#show();
      return told;
    };
  }

  /** Says something at once, above the count. */
  say(line: string): void {
    const text = inertLine(line);
    if (this.#live === undefined) this.#stream.write(`${text}\n`);
    else this.#live.persist(text);
  }

  end(): void {
    this.#live?.clear();
    this.#live?.done();
  }

  #show(): void {
    const now = performance.now();
    if (now - this.#shown < (this.#live === undefined ? QUIET_MS : FRAME_MS)) return;
    this.#shown = now;
    const seconds = (now - this.#begun) / 1000;
    const left = Math.round((seconds / this.#done) * (this.#total - this.#done));
    const words = `${this.#done} of ${this.#total} servers judged, about ${left} s left`;
    if (this.#live === undefined) this.#stream.write(`${words}\n`);
    else this.#live(words);
  }
}
