/** A cell of a Markdown table: one line in which nothing is markup. */
export function cell(text: string | number): string {
  return String(text)
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/[\\`*_{}[\]<>|#~&]/g, String.raw`\$&`);
}

/** Ids as code, or a word for none. */
export function codes(ids: readonly string[], none = '-'): string {
  return ids.length === 0 ? none : ids.map((id) => `\`${id}\``).join(', ');
}

/** A Markdown table; the cells are Markdown already. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}
