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

/** A share in percent; never rounded up to the whole. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '-';
  const exact = (part / whole) * 100;
  const shown = exact.toFixed(1).replace(/\.0$/, '');
  return part < whole && shown === '100' ? '99.9 %' : `${shown} %`;
}

/** A page of lines. */
export function page(lines: readonly string[]): string {
  return `${lines.join('\n').trimEnd()}\n`;
}
