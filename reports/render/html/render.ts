import { createHash } from 'node:crypto';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Exchange } from '../../exchange.ts';
import type { Report } from '../../model.ts';
import { browser } from './browser.ts';
import { Page } from './page.tsx';
import { style as screenStyle } from './style.ts';
import { copyButtons } from './copy-buttons.ts';
import { pageStyle } from './style/page.ts';
import { runId } from './certificate.tsx';
import { harPieces } from '../har.ts';
import { jsonText } from '../../text.ts';

/**
 * report.html: one file that asks nothing of any network and works from a disk. A pure function of the report and the
 * exchanges of evidence.har. Every text of theirs is escaped, and the Content-Security-Policy lets nothing run or be
 * loaded but the one style and the one script of the kit, each by its hash.
 */
export function renderHtml(report: Report, evidence: readonly Exchange[]): string {
  const script = `(${browser.toString()})(${copyButtons.toString()});`;
  const digests = {
    report: digest([jsonText(report)]),
    evidence: digest(harPieces(report, evidence)),
  };
  const style = `${screenStyle}${pageStyle(report, runId(digests))}`;
  const policy = [
    "default-src 'none'",
    `style-src '${hash(style)}'`,
    `script-src '${hash(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = h(Page, { report, exchanges: evidence, digests, style, script, policy });
  return `<!doctype html>\n${renderToString(page)}\n`;
}

/** Digest of a file that holds these pieces of text, as sha256sum would give it. */
function digest(pieces: Iterable<string>): string {
  const sum = createHash('sha256');
  for (const piece of pieces) sum.update(piece, 'utf8');
  return `sha256:${sum.digest('hex')}`;
}

function hash(content: string): string {
  return `sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}`;
}
