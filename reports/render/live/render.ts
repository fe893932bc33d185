import { createHash } from 'node:crypto';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Live } from '../../live/live.ts';
import { copyButtons } from '../html/copy-buttons.ts';
import { style as reportStyle } from '../html/style.ts';
import { liveBrowser } from './browser.ts';
import { LivePage } from './page.tsx';
import { Chips, Failures, Status, Turned } from './parts.tsx';
import { liveStyle } from './style.ts';

/** The parts of the page that change, as HTML, by the id of the element that holds each. */
export interface LiveParts {
  readonly status: string;
  readonly turned: string;
  readonly failures: string;
  readonly chips: string;
}

const style = `${reportStyle}${liveStyle}`;
const script = `(${liveBrowser.toString()})(${copyButtons.toString()});`;

/**
 * The Content-Security-Policy of the page: nothing runs and nothing is loaded but its one style and one script, and it
 * talks to the address that it came from alone.
 */
export const livePolicy = [
  "default-src 'none'",
  `style-src '${hash(style)}'`,
  `script-src '${hash(script)}'`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page as it stands; every text of a server is escaped. */
export function renderLive(live: Live): string {
  const page = h(LivePage, { live, parts: renderParts(live), style, script });
  return `<!doctype html>\n${renderToString(page)}\n`;
}

/** The parts of the page that change. */
export function renderParts(live: Live): LiveParts {
  return {
    status: renderToString(h(Status, { live })),
    turned: renderToString(h(Turned, { live })),
    failures: renderToString(h(Failures, { live })),
    chips: renderToString(h(Chips, { live })),
  };
}

function hash(content: string): string {
  return `sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}`;
}
