import { COARSE, type Fold, type Form } from './key-forms.ts';

/** A range of a text, the end exclusive. */
export type Range = readonly [from: number, to: number];

/** Length of the samples that are looked up. */
const SAMPLE = 4;
const BUCKETS = 1 << 16;

/**
 * Finds every run of at least `form.least` characters of any of the forms. The text is sampled so sparsely that each such
 * run holds one whole sample, and only a known sample is looked at closely: megabytes cost milliseconds.
 */
export function keySearch(forms: readonly Form[]): (text: string) => readonly Range[] {
  if (forms.length === 0) return () => [];
  const least = Math.min(...forms.map((form) => form.least));
  const sample = Math.min(SAMPLE, least);
  const stride = least - sample + 1;
  const known = new Uint8Array(BUCKETS);
  const places = new Map<number, (readonly [form: Form, at: number])[]>();
  for (const form of forms) {
    for (let at = 0; at + sample <= form.text.length; at += 1) {
      const hash = hashOf(form.text, at, sample);
      known[hash & (BUCKETS - 1)] = 1;
      const list = places.get(hash);
      if (list === undefined) places.set(hash, [[form, at]]);
      else list.push([form, at]);
    }
  }
  return (text) => {
    const found: Range[] = [];
    let at = 0;
    while (at + sample <= text.length) {
      const hash = hashOf(text, at, sample);
      let end = 0;
      if (known[hash & (BUCKETS - 1)] === 1) {
        for (const [form, place] of places.get(hash) ?? []) {
          const run = runAround(text, at, form, place);
          if (run === null) continue;
          found.push(run);
          end = Math.max(end, run[1]);
        }
      }
      // A run that goes on beyond this one still holds a sample from here on.
      at = Math.max(at + stride, end - least + 1);
    }
    return found;
  };
}

function hashOf(text: string, at: number, length: number): number {
  let hash = 0;
  for (let index = at; index < at + length; index += 1) {
    const code = text.charCodeAt(index);
    hash = (Math.imul(hash, 0x01000193) + (COARSE[code] ?? code)) | 0;
  }
  // The lowest bits alone would know little of the first characters.
  return hash ^ (hash >>> 15);
}

function runAround(text: string, at: number, form: Form, place: number): Range | null {
  let before = 0;
  while (before < place && before < at && same(text, at - before - 1, form, place - before - 1)) before += 1;
  let after = 0;
  while (
    place + after < form.text.length &&
    at + after < text.length &&
    same(text, at + after, form, place + after)
  ) {
    after += 1;
  }
  if (before + after < form.least || after === 0) return null;
  return form.base64 ? withEdges(text, at - before, at + after) : [at - before, at + after];
}

function same(text: string, at: number, form: Form, place: number): boolean {
  return folded(form.fold, text.charCodeAt(at)) === folded(form.fold, form.text.charCodeAt(place));
}

function folded(fold: Fold, code: number): number {
  return fold[code] ?? code;
}

function withEdges(text: string, from: number, to: number): Range {
  const base64 = /[A-Za-z0-9+/_-]/u;
  const start = from > 0 && base64.test(text.charAt(from - 1)) ? from - 1 : from;
  let end = base64.test(text.charAt(to)) ? to + 1 : to;
  while (end - to < 4 && text.charAt(end) === '=') end += 1;
  return [start, end];
}
