import { randomInt } from 'node:crypto';
import { tagNumberFromChallenge } from '../../base/challenge.ts';
import { deriveSeed } from './draw.ts';

const CONSONANTS = [...'bcdfghjklmnpqrstvwxz'];

/** Returns `n` consonants for a number below {@link numbersOf}: never a word, and never a letter twice in a row. */
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
/** How many names have a prefix of three letters; names after them have a prefix of four. */
const SHORT = numbersOf(3);
const AT_THE_END = /[A-Z][a-z]{8,}$/u;

/**
 * Generates the names of a run's animals: letters only, short, and unique even if case is ignored, since the document does
 * not specify length or characters; without vowels, so that no word filter matches. The tag is random for each run, whatever
 * the seed: a second run with the same seed on the same target must not reuse names.
 */
export class NameGenerator {
  readonly tag: string;
  #next = 0;
  #drawn = 0;

  constructor(tag = letters(randomInt(TAGS), 6)) {
    this.tag = tag;
  }

  static answering(challenge: string): NameGenerator {
    return new NameGenerator(letters(tagNumberFromChallenge(challenge, TAGS), 6));
  }

  /** Returns a new name, such as `Bcdqkxwpm`: nine or ten letters, since a server may allow only short names. */
  plain(): string {
    const n = this.#next;
    this.#next += 1;
    const first = n < SHORT ? letters(n, 3) : letters(n - SHORT, 4);
    const name = `${first}${this.tag}`;
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  }

  /** Returns a new message text: a server may require some length, and reject duplicates. */
  text(words = 'Good morning from this run'): string {
    return `${words} ${this.plain()}`;
  }

  /** Replaces the generated name at the end of a text with a new name. */
  renewed(text: string): string {
    return text.replace(AT_THE_END, () => this.plain());
  }

  /** Returns a number of nine digits that other animals are unlikely to have as a name. */
  digits(): string {
    this.#drawn += 1;
    return String(100_000_000 + ((deriveSeed(this.#drawn, this.tag) >>> 0) % 900_000_000));
  }

  /** True if a text contains the run's tag, in any case, or a number of nine digits, which other clients hardly use. */
  readonly isOurs = (text: string): boolean => text.toLowerCase().includes(this.tag) || /\d{9}/u.test(text);
}
