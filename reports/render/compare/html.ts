import { createHash } from 'node:crypto';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Comparison } from '../../compare/comparison.ts';
import type { Matrix } from '../../compare/matrix.ts';
import { style } from '../html/style.ts';
import { ComparePage } from './page.tsx';
import { compareStyle } from './style.ts';

/**
 * A page that asks nothing of any network and runs nothing: what differs from the first report, and all of them beside
 * each other.
 */
export function compareHtml(comparisons: readonly Comparison[], matrix: Matrix): string {
  const css = style + compareStyle;
  const hash = createHash('sha256').update(css, 'utf8').digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const page = h(ComparePage, { comparisons, matrix, style: css, policy });
  return `<!doctype html>\n${renderToString(page)}\n`;
}
