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

/** A share in percent; never rounded up to the whole. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return '-';
  const exact = (part / whole) * 100;
  const shown = exact.toFixed(1).replace(/\.0$/, '');
  return part < whole && shown === '100' ? '99.9 %' : `${shown} %`;
}

/** A number of things: `1 fault`, `2 faults`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
