/** The note at the end of a shortened text. */
const CUT = /… \(cut, (\d+) characters in all\)$/u;

/** Cuts a text to `max` characters, and adds its original length, also if it was cut before. Never splits a character. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  const all = CUT.exec(text)?.[1] ?? String(text.length);
  const characters = Array.from(text.slice(0, max + 1)).slice(0, -1);
  return `${characters.join('').slice(0, max)}… (cut, ${all} characters in all)`;
}
