import type { Live } from '../../live/live.ts';
import { inertLine } from '../../text.ts';
import { Shapes } from '../html/icons.tsx';
import type { LiveParts } from './render.ts';

export interface LivePageProps {
  readonly live: Live;
  readonly parts: LiveParts;
  readonly style: string;
  readonly script: string;
}

/** The whole document; each part of it that changes has an id, and is replaced as a whole. */
export function LivePage({ live, parts, style, script }: LivePageProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>petstore-conformance watch</title>
        {/* The kit's own constants, never text from a report. */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <Shapes />
        <header class="top">
          <p class="kind">Watching {inertLine(live.target, 200)}</p>
          <Part id="status" html={parts.status} />
          <p class="again">
            <button type="button" id="again" hidden>
              Judge again
            </button>
            <span class="quiet">
              or press <kbd>r</kbd> here, Enter in the terminal
            </span>
          </p>
          <p class="gone" id="gone" role="alert" hidden>
            The watch has ended, or cannot be reached: what stands here is what it said last.
          </p>
          <p class="unseen" role="status" id="said" />
        </header>
        <main>
          <section aria-labelledby="turned-title">
            <h2 id="turned-title">What changed</h2>
            <Part id="turned" html={parts.turned} />
          </section>
          <Part id="failures" html={parts.failures} />
          <section aria-labelledby="all-title">
            <h2 id="all-title">Every requirement</h2>
            <Part id="chips" html={parts.chips} />
          </section>
        </main>
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
}

/** What the renderer has made, which has escaped every text in it. */
function Part({ id, html }: { readonly id: string; readonly html: string }) {
  return <div id={id} dangerouslySetInnerHTML={{ __html: html }} />;
}
