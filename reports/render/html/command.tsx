import type { Exchange } from '../../exchange.ts';
import { number } from '../../measures.ts';
import { curlLine, curlNote } from '../curl.ts';

const MOST_CURL = 6000;

/** A line to paste into a shell, with a button that copies it where scripts run. */
export function Command({ label, line }: { readonly label: string; readonly line: string }) {
  return (
    <div class="command">
      <code>{line}</code>
      <button type="button" data-copy hidden aria-label={`Copy the ${label}`}>
        Copy
      </button>
    </div>
  );
}

/** The command that sends an exchange again. */
export function Curl({ exchange }: { readonly exchange: Exchange }) {
  const line = curlLine(exchange);
  const note = curlNote(exchange);
  return line.length > MOST_CURL ? (
    <p class="more">
      The curl line would have {number(line.length)} characters; send the body of {exchange.id} in
      evidence.har.
    </p>
  ) : (
    <>
      <Command label={`curl line for ${exchange.id}`} line={line} />
      {note !== undefined && <p class="more">{note}</p>}
    </>
  );
}
