import picocolors from 'picocolors';
import type { RunVerdict, Verdict } from '../../model.ts';

type Colour = (text: string) => string;

/** Colours of a terminal; every function returns its text as it is where colour is off. */
export interface Paint {
  readonly bold: Colour;
  readonly dim: Colour;
  verdict(verdict: Verdict | RunVerdict, text: string): string;
}

/** Meaning never rests on colour alone: the words say the same. */
export function createPaint(colour: boolean): Paint {
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
  return { bold: c.bold, dim: c.dim, verdict: (verdict, text) => c.bold(tones[verdict](text)) };
}
