/** A part of a text: from `start` up to, not including, `end`; in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
