/** Returns ids as code spans, or `none` if there are none. */
export function codeSpans(ids: readonly string[], none = '-'): string {
  return ids.length === 0 ? none : ids.map((id) => `\`${id}\``).join(', ');
}

/** Returns a Markdown table; cells are not escaped. */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): readonly string[] {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

/** Returns a share in percent; below 100 % unless complete. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '-';
  const exact = (part / whole) * 100;
  const shown = exact.toFixed(1).replace(/\.0$/, '');
  return part < whole && shown === '100' ? '99.9 %' : `${shown} %`;
}

/** Joins the lines of a page. */
export function joinPageLines(lines: readonly string[]): string {
  return `${lines.join('\n').trimEnd()}\n`;
}
