import type { Exchange, Header } from './exchange.ts';
import { layOut } from './json-layout.ts';
import type { CheckReport } from './model.ts';
import { bodyPointers } from './story.ts';

/** Lines of a body that are shown where nothing of a page can be folded. */
const MOST_LINES = 4;

/** What stands at the places of a check in the answer that proves it, a line for each; raw, and empty where none is known. */
export function shownAt(check: CheckReport, { response }: Exchange): readonly string[] {
  if (response === null) return [];
  const headers = (check.places ?? []).flatMap((place) =>
    place.part === 'header' ? [headerLine(response.headers, place.name)] : [],
  );
  const pointers = bodyPointers(check);
  const body = pointers.length === 0 ? [] : (layOut(response.body, pointers) ?? []);
  const marked = body.flatMap((line) => {
    if (line.kind === 'gap') return [];
    const { pieces, note } = line;
    const text = pieces
      .map((piece) => piece.text)
      .join('')
      .replace(/,$/u, '');
    // A bracket alone shows nothing.
    if (note !== undefined) return [/^[[{]$/u.test(text) ? note : `${text}  (${note})`];
    return pieces.some((piece) => piece.marked) ? [text] : [];
  });
  const more = marked.length - MOST_LINES;
  return [
    ...headers,
    ...marked.slice(0, MOST_LINES),
    ...(more > 0 ? [`and ${String(more)} more lines`] : []),
  ];
}

/** A header of an answer as it came. */
export function headerLine(headers: readonly Header[], name: string): string {
  const values = headers.filter(([other]) => other.toLowerCase() === name.toLowerCase());
  return values.length === 0 ? `no header ${name}` : values.map((one) => one.join(': ')).join('; ');
}
