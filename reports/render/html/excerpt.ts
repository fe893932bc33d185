import type { Span } from './span.ts';

/** A piece of a long text: shown as it is, shown as marked, or left out with its length said. */
export type Piece =
  | { readonly kind: 'plain' | 'marked'; readonly text: string }
  | { readonly kind: 'gap'; /** UTF-16 units left out. */ readonly length: number };

/**
 * Cuts a text to about `max` UTF-16 units: its beginning and, where the first mark lies behind that, the surroundings of
 * that mark. The lengths of all pieces add up to that of the text.
 */
export function excerpt(text: string, marks: readonly Span[], max: number): readonly Piece[] {
  const merged = merge(marks, text.length);
  return windows(text, merged, max).flatMap((part) =>
    part.shown ? split(text, part, merged) : [{ kind: 'gap' as const, length: part.end - part.start }],
  );
}

type Window = Span & { readonly shown: boolean };

function windows(text: string, marks: readonly Span[], max: number): readonly Window[] {
  if (text.length <= max) return [{ start: 0, end: text.length, shown: true }];
  const first = marks.find((mark) => mark.end > max * 0.9);
  const hidden = first !== undefined && !marks.some((mark) => mark.end <= max * 0.9);
  if (!hidden) return gapped(text, [{ start: 0, end: max }]);
  const from = Math.max(0, first.start - Math.floor(max * 0.15));
  const head = Math.floor(max * 0.3);
  const focus = { start: Math.max(from, head), end: from + Math.floor(max * 0.7) };
  return gapped(text, [{ start: 0, end: head }, focus]);
}

function gapped(text: string, shown: readonly Span[]): readonly Window[] {
  const parts: Window[] = [];
  let at = 0;
  for (const span of shown) {
    const start = whole(text, Math.min(span.start, text.length));
    const end = whole(text, Math.min(span.end, text.length));
    if (start > at) parts.push({ start: at, end: start, shown: false });
    if (end > start) parts.push({ start, end, shown: true });
    at = Math.max(at, end);
  }
  if (at < text.length) parts.push({ start: at, end: text.length, shown: false });
  return parts;
}

/** Moves a cut off the middle of a surrogate pair. */
function whole(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff && at > 0 ? at - 1 : at;
}

function split(text: string, part: Span, marks: readonly Span[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = part.start;
  const plain = (end: number) => {
    if (end > at) pieces.push({ kind: 'plain', text: text.slice(at, end) });
  };
  for (const mark of marks) {
    const start = Math.max(mark.start, part.start);
    const end = Math.min(mark.end, part.end);
    if (end <= start) continue;
    plain(start);
    pieces.push({ kind: 'marked', text: text.slice(start, end) });
    at = end;
  }
  plain(part.end);
  return pieces;
}

/** In order, without overlaps, and inside the text. */
function merge(marks: readonly Span[], length: number): readonly Span[] {
  const merged: Span[] = [];
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    const start = Math.max(mark.start, last?.end ?? 0);
    const end = Math.min(mark.end, length);
    if (end > start) merged.push({ start, end });
  }
  return merged;
}
