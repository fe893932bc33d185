import picocolors from 'picocolors';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { RunVerdict, Verdict } from '../../model.ts';

/** Columns that text is set in: never so narrow that words fall apart, never so wide that lines cannot be followed. */
export function measure(columns: number): number {
  return Math.max(40, Math.min(columns, 120));
}

/** Sets a text in `columns`, every line after the first with `indent` blanks before it. */
export function hang(text: string, columns: number, indent: number, first = indent): string {
  const pad = ' '.repeat(indent);
  const lines = wrapAnsi(text, columns - indent, { hard: true, trim: true }).split('\n');
  return lines.map((line, index) => (index === 0 ? ' '.repeat(first) : pad) + line).join('\n');
}

/**
 * A command in as many lines as it needs, broken between its words with a backslash, so that it can be pasted; each further
 * request of curl begins a line. A word that is longer than a line is never broken: the terminal folds it and still copies
 * it whole. Lines that follow are not set in further: the two headers of nearly every request have room in one then.
 */
export function command(words: readonly string[], columns: number, indent: number): string {
  const lines: string[] = [];
  const room = columns - indent - 2;
  // An option that is too long for a line stands above what is given to it, where that is not.
  const broken = words.flatMap((word) => {
    const [, option = '', value = ''] = /^(-\S+) (.+)$/su.exec(word) ?? [];
    return stringWidth(word) > room && value !== '' && stringWidth(value) <= room ? [option, value] : [word];
  });
  for (const word of broken) {
    const line = lines.at(-1);
    const width = stringWidth(line ?? '') + 1 + stringWidth(word);
    if (line !== undefined && !word.startsWith('--next') && width <= room) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines.map((line) => ' '.repeat(indent) + line).join(' \\\n');
}

type Colour = (text: string) => string;

/**
 * Colours of a terminal; every function returns its text as it is where colour is off. Meaning never rests on colour alone:
 * the words say the same.
 */
export function createPaint(colour: boolean) {
  const c = picocolors.createColors(colour);
  const tones = {
    pass: c.green,
    fail: c.red,
    warn: c.yellow,
    inconclusive: c.magenta,
    'not-tested': c.dim,
    waived: c.cyan,
    conformant: c.green,
    partial: c.yellow,
    'non-conformant': c.red,
  } as const satisfies Record<Verdict | RunVerdict, Colour>;
  return {
    bold: c.bold,
    dim: c.dim,
    verdict: (verdict: Verdict | RunVerdict, text: string) => c.bold(tones[verdict](text)),
  };
}

export interface Page {
  readonly columns: number;
  readonly paint: ReturnType<typeof createPaint>;
}

export function labelled(label: string, text: string, from: number, { columns, paint }: Page): string {
  return `  ${paint.dim(label.padEnd(from - 2))}${hang(text, columns, from, 0)}`;
}
