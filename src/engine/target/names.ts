import { randomInt } from 'node:crypto';
import { tagNumberOf } from '../../base/challenge.ts';
import { seedFor } from './draw.ts';

const CONSONANTS = [...'bcdfghjklmnpqrstvwxz'];

/** `n` small letters for a number below {@link numbersOf}: no vowel, so that no word is among them, and none twice in a row. */
function letters(value: number, n: number): string {
  let text = '';
  for (let rest = value; text.length < n;) {
    const others = CONSONANTS.filter((letter) => letter !== text.at(-1));
    text += others[rest % others.length] ?? '';
    rest = Math.floor(rest / others.length);
  }
  return text;
}

function numbersOf(n: number): number {
  return CONSONANTS.length * (CONSONANTS.length - 1) ** (n - 1);
}

const TAGS = numbersOf(6);
/** Names whose first part has three letters; it has four in those behind them. */
const SHORT = numbersOf(3);
const AT_THE_END = /[A-Z][a-z]{8,}$/u;

/**
 * Names of the animals of one run: plain letters, short, and unique even where case is ignored, since the document says
 * nothing about length and characters; without vowels, so that no filter of words meets one. The tag in the middle is drawn afresh for each run, whatever the seed: a second
 * run with the same seed on the same target must not meet the names of the first.
 */
export class Names {
  readonly tag: string;
  #next = 0;
  #drawn = 0;

  constructor(tag = letters(randomInt(TAGS), 6)) {
    this.tag = tag;
  }

  static answering(challenge: string): Names {
    return new Names(letters(tagNumberOf(challenge, TAGS), 6));
  }

  /** A name that this run has not used before, such as `Bcdqkxwpm`: nine letters, since a service may allow only a few. */
  plain(): string {
    const n = this.#next;
    this.#next += 1;
    const first = n < SHORT ? letters(n, 3) : letters(n - SHORT, 4);
    const name = `${first}${this.tag}`;
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  }

  /** A text that this run has not sent before: a service may want some length, and none twice. */
  text(words = 'Gd mrnng frm ths rn'): string {
    return `${words} ${this.plain()}`;
  }

  /** The same text under a name that this run has not used before. */
  renewed(text: string): string {
    return text.replace(AT_THE_END, () => this.plain());
  }

  /** A number of nine digits that no other animal is called by, by chance. */
  digits(): string {
    this.#drawn += 1;
    return String(100_000_000 + ((seedFor(this.#drawn, this.tag) >>> 0) % 900_000_000));
  }

  /** Whether a text holds the tag of this run, in any case, or so many digits as none has by chance. */
  readonly isOurs = (text: string): boolean => text.toLowerCase().includes(this.tag) || /\d{9}/u.test(text);
}
