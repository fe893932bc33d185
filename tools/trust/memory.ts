import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Subject, Told } from './run-one.ts';
import type { Judge } from './survey.ts';

/** One run, as a line of the file. */
interface Line {
  /** Digest of the kit, by which old lines are found. */
  readonly kit: string;
  /** Digest of all that the run rests on, and what was asked of it. */
  readonly key: string;
  readonly told: Told;
}

/** Kits whose runs are kept: branches are changed to and back. */
const KITS = 3;

/**
 * What was told of runs before, in a file that is no part of the repository: a matrix that was cut off, or not clean, goes on
 * from there. A file that cannot be read or written is one without lines.
 */
export class Memory {
  readonly #file: string;
  readonly #kit: string;
  readonly #digestOf: (subject: Subject) => string;
  readonly #known = new Map<string, Told>();

  /** @param digestOf of all that the verdict on a subject depends on */
  constructor(file: string, kit: string, digestOf: (subject: Subject) => string) {
    this.#file = file;
    this.#kit = kit;
    this.#digestOf = digestOf;
    for (const { key, told } of this.#load()) this.#known.set(key, told);
  }

  /** A judge that is asked only what is not known. */
  before(judge: Judge): Judge {
    return async (subject) => {
      // Servers that one module makes have one digest.
      const key = `${this.#digestOf(subject)} ${JSON.stringify(subject)}`;
      const known = this.#known.get(key);
      if (known !== undefined) return known;
      const told = await judge(subject);
      this.#known.set(key, told);
      this.#append({ kit: this.#kit, key, told });
      return told;
    };
  }

  #append(line: Line): void {
    try {
      mkdirSync(dirname(this.#file), { recursive: true });
      appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    } catch {
      // Then it is judged again the next time.
    }
  }

  /** The lines of the last kits; the file is written anew where that leaves some out. */
  #load(): readonly Line[] {
    const lines = readLines(this.#file);
    const kits = [...new Set([this.#kit, ...lines.map(({ kit }) => kit).toReversed()])].slice(0, KITS);
    const kept = lines.filter(({ kit }) => kits.includes(kit));
    if (kept.length < lines.length) {
      try {
        writeFileSync(this.#file, kept.map((line) => `${JSON.stringify(line)}\n`).join(''));
      } catch {
        // The old lines stay, and are passed over again.
      }
    }
    return kept.filter(({ kit }) => kit === this.#kit);
  }
}

function readLines(file: string): readonly Line[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Line];
    } catch {
      // The last line of a run that was cut off.
      return [];
    }
  });
}
