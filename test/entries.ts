/** What stands in a text: lines that begin it, and those that are indented below each. */
export function entriesOf(text: string): readonly (readonly [entry: string, ...below: string[]])[] {
  return text
    .trim()
    .split(/\n(?! )/u)
    .map((entry) => {
      const [first = '', ...below] = entry.split('\n');
      return [first, ...below.map((line) => line.trim())];
    });
}
