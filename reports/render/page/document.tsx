import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { browser, offerCopy } from './browser.ts';
import { exchanges } from './exchanges.ts';
import { shapeDefinitions } from './parts.tsx';
import { style } from './style.ts';

const [first, second, offer] = [browser, exchanges, offerCopy].map(String);
const script = `((offer) => { (${first})(offer); (${second})(offer); })(${offer});`;

/** The style again, in a file beside the page of a report. */
export const STYLE_FILE = 'report.css';

interface DocumentProps {
  /** The CSS class of the body. */
  readonly kind: 'report' | 'compare';
  readonly title: string;
  /** Id of what a reader at the keyboard may want to skip to, and what it is called. */
  readonly skip: readonly [id: string, name: string];
  /** Rules of this page's own; no text in them may end them. */
  readonly more?: string;
  /** Whether scripts that lie beside the page may be loaded. */
  readonly loads?: boolean;
  readonly children: ComponentChildren;
}

/**
 * A whole page in one text: it asks nothing of any network, and works from a disk. Every text in it is escaped, and its
 * Content-Security-Policy lets nothing run or be loaded but the one style and the one script of the kit, each by its hash.
 * A comparison runs nothing.
 */
export function drawPage({
  kind,
  title,
  skip: [to, name],
  more = '',
  loads = false,
  children,
}: DocumentProps): string {
  const css = style + more;
  const runs = kind !== 'compare';
  const policy = [
    "default-src 'none'",
    `style-src '${hash(css)}'${runs ? " 'self'" : ''}`,
    ...(runs ? [`script-src '${hash(script)}'${loads ? " 'self'" : ''}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>{title}</title>
        {/* The same again, where a policy of the place that shows the page blocks what is inline. */}
        {runs ? <link rel="stylesheet" href={STYLE_FILE} /> : null}
        {/* The kit's own constants, never text from a report. */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body class={kind}>
        <a class="skip" href={`#${to}`}>
          Skip to {name}
        </a>
        {shapeDefinitions()}
        {children}
        {runs ? <script dangerouslySetInnerHTML={{ __html: script }} /> : null}
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToString(page)}\n`;
}

function hash(content: string): string {
  return `sha256-${createHash('sha256').update(content, 'utf8').digest('base64')}`;
}
