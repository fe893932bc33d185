import picocolors from 'picocolors';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import type { RunVerdict, Verdict } from '../../model.ts';

/** Returns the width for text: 40 to 120 columns. */
export function textWidth(columns: number): number {
  return Math.max(40, Math.min(columns, 120));
}

/** Wraps a text to `columns`, with `first` blanks before the first line and `indent` before the others. */
export function wrapIndented(text: string, columns: number, indent: number, first = indent): string {
  const pad = ' '.repeat(indent);
  const lines = wrapAnsi(text, columns - indent, { hard: true, trim: true }).split('\n');
  return lines.map((line, index) => (index === 0 ? ' '.repeat(first) : pad) + line).join('\n');
}

/** Breaks a command into lines with backslashes, to paste it; a longer word stays whole, since a terminal copies it whole. */
export function wrapCommand(words: readonly string[], columns: number, indent: number): string {
  const lines: string[] = [];
  const room = columns - indent - 2;
  // An option too long for a line is split from its value, if the value fits.
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

/** Returns functions that colour a text, or leave it unchanged; words always say the same as the colour. */
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

export interface TerminalLayout {
  readonly columns: number;
  readonly paint: ReturnType<typeof createPaint>;
}

export function labelled(label: string, text: string, from: number, page: TerminalLayout): string {
  return `  ${page.paint.dim(label.padEnd(from - 2))}${wrapIndented(text, page.columns, from, 0)}`;
}
