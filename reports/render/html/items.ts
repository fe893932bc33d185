import type { Span } from './span.ts';

/**
 * Where the items of a top-level JSON array stand in its text, so that the items beyond a limit can be marked. A text
 * that is no array gives none; broken JSON gives the items that were complete.
 */
export function itemSpans(text: string): readonly Span[] {
  const open = text.search(/\S/);
  if (open === -1 || text[open] !== '[') return [];
  const spans: Span[] = [];
  let depth = 0;
  let start = -1;
  for (let at = open + 1; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (depth === 0 && (char === ',' || char === ']')) {
      if (start !== -1) spans.push({ start, end: trimmedEnd(text, start, at) });
      start = -1;
      if (char === ']') return spans;
      continue;
    }
    if (start === -1 && !/\s/.test(char)) start = at;
    if (char === '"') at = closingQuote(text, at);
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
  }
  return spans;
}

function closingQuote(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}
