/** A part of a line; raw text. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** One line of a laid-out text, or lines that were left out, in words. */
export type Line =
  | {
      readonly kind: 'line';
      readonly indent: number;
      readonly pieces: readonly Piece[];
      /** What a reader would have to count: `item 19 of 20`, or that a member is not there. */
      readonly note?: string;
    }
  | { readonly kind: 'gap'; readonly indent: number; readonly text: string };

/** Pieces with those side by side in one that are alike. */
export function joined(pieces: readonly Piece[]): readonly Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const last = out.at(-1);
    if (last?.marked === piece.marked) out[out.length - 1] = { ...last, text: last.text + piece.text };
    else out.push(piece);
  }
  return out;
}
