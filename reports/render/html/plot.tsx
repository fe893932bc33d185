import type { ComponentChildren } from 'preact';
import { collapsedBlock, numberTable } from '../page/parts.tsx';

/** A label on an axis: its position from 0 to 100, from the left or from the bottom, and its text. */
type Tick = readonly [place: number, text: string];

interface Plot {
  /** What the picture shows, for readers who cannot see it. */
  readonly label: string;
  readonly caption: ComponentChildren;
  readonly up: readonly Tick[];
  readonly across: readonly Tick[];
  readonly marks: ComponentChildren;
  /** The numbers as a table: its heads, and its rows. */
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Renders a picture with its axes, and its numbers, collapsed. Only shapes are scaled; texts and strokes keep their size. */
export function plotFigure({ label, caption, up, across, marks, heads, rows }: Plot) {
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <svg class="plot" role="img" aria-label={label}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
          {marks}
          <path class="axis" d="M0 0V100H100" />
        </svg>
        {up.map(([place, text]) => (
          <text class="up" x="-6" y={`${rounded(100 - place)}%`}>
            {text}
          </text>
        ))}
        {across.map(([place, text]) => (
          <text class="across" x={`${rounded(place)}%`} y="100%">
            {text}
          </text>
        ))}
      </svg>
      {collapsedBlock('The numbers', numberTable(heads, rows), 'raw')}
    </figure>
  );
}

/** Renders marks of one kind, each an SVG path of `at`, as a single path element. */
export function plotMarks(kind: string, list: readonly string[]) {
  return <path class={kind} d={list.join('')} />;
}

/** Returns the SVG path of a mark at a position: a dot, or the path commands of `mark`. */
export function markPath(across: number, up: number, mark = 'h0'): string {
  return `M${rounded(across)} ${rounded(100 - up)}${mark}`;
}

/** Returns SVG path commands for a rectangle, from its top left corner. */
export function boxPath(width: number, height: number): string {
  return `v${rounded(height)}h${rounded(width)}v${rounded(-height)}z`;
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}
