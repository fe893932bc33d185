import { createHash } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { reportPageScript, enableCopyButton, unpackJson } from './browser.ts';
import { exchangesTableScript } from './exchanges.ts';
import { verdictShapeDefinitions } from './parts.tsx';
import { style } from './style.ts';

const [first, second, ...shared] = [reportPageScript, exchangesTableScript, enableCopyButton, unpackJson].map(
  String,
);
const script = `((...shared) => { (${first})(...shared); (${second})(...shared); })(${shared.join(', ')});`;

export const STYLE_FILE = 'report.css';

interface DocumentProps {
  /** The CSS class of the body. */
  readonly kind: 'report' | 'compare';
  readonly title: string;
  /** Target of the skip link for keyboard users, and its name. */
  readonly skip: readonly [id: string, name: string];
  /** CSS of this page alone; must not contain `</style>`. */
  readonly more?: string;
  /** True if scripts next to the page may be loaded. */
  readonly loads?: boolean;
  readonly children: ComponentChildren;
}

/**
 * Renders a self-contained page, which needs no network. Every text is escaped; the Content-Security-Policy allows
 * only the kit's own style and script, by hash, and files next to the page. A comparison runs no script.
 */
export function renderPageDocument({ kind, title, skip, more = '', loads = false, children }: DocumentProps) {
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
        {/* The style again: the place that shows the page may block inline styles. */}
        {runs ? <link rel="stylesheet" href={STYLE_FILE} /> : null}
        {/* Constants of the kit, never text from a report. */}
        <style dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body class={kind}>
        <a class="skip" href={`#${skip[0]}`}>
          Skip to {skip[1]}
        </a>
        {verdictShapeDefinitions()}
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
