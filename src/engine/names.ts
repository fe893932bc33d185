import { randomInt } from 'node:crypto';
import { tagNumberOf } from '../base/challenge.ts';
import { seedFor } from './draw.ts';

/** `n` letters of base 26 for a number. */
function letters(value: number, n: number): string {
  const digits = [...value.toString(26).padStart(n, '0')].slice(-n);
  return digits.map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('');
}

const TAGS = 26 ** 6;

/**
 * Names of the animals of one run: plain letters, short, and unique even where case is ignored, since the document says
 * nothing about length and characters. The tag in the middle is drawn afresh for each run, whatever the seed: a second
 * run with the same seed on the same target must not meet the names of the first.
 */
export class Names {
  readonly tag: string;
  #next = 0;
  #drawn = 0;

  /** @param tag six letters, such as those of a run that is gone through again */
  constructor(tag = letters(randomInt(TAGS), 6)) {
    this.tag = tag;
  }

  /** The names of a run that answers a certifier's challenge. */
  static answering(challenge: string): Names {
    return new Names(letters(tagNumberOf(challenge, TAGS), 6));
  }

  /** A name that this run has not used before, such as `Aabqkxwpm`: nine letters, since a service may allow only a few. */
  plain(): string {
    const n = this.#next;
    this.#next += 1;
    const name = `${letters(n, 3)}${this.tag}`;
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  }

  /** A number of nine digits that no other animal is called by, by chance. */
  digits(): string {
    this.#drawn += 1;
    return String(100_000_000 + ((seedFor(this.#drawn, this.tag) >>> 0) % 900_000_000));
  }

  /** Whether a text holds the tag of this run, in any case, or so many digits as none has by chance. */
  isOurs(text: string): boolean {
    return text.toLowerCase().includes(this.tag) || /\d{9}/u.test(text);
  }
}
