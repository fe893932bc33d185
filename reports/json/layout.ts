import { cutEnd, depthOf, windowed } from './bounds.ts';
import { joined, type Line } from './line.ts';
import { holds, marksOf, notesWithin, type Page } from './marks.ts';
import { compact, expand } from './print.ts';
import { treeOf, type Node } from './tree.ts';

/** Characters of a text that is laid out at all, and how deep it may go. */
const MOST = { characters: 512 * 1024, depth: 100 };
/** Items of a list that are shown at its beginning where none is marked. */
const HEAD = 3;

/**
 * Lays JSON out for reading: an item of a list on each line, what JSON Pointers (RFC 6901) name marked, what is far from
 * it left out. Numbers and strings stand as they stand in the text. Undefined where the text is no JSON, or too much.
 */
export function layOut(text: string, pointers: readonly string[] = []): readonly Line[] | undefined {
  if (text.length > MOST.characters || depthOf(text) > MOST.depth) return undefined;
  const root = treeOf(text);
  if (root === undefined) return undefined;
  const marks = marksOf(root, pointers);
  return root.type === 'array' ? list(text, root, marks) : windowed(expand({ text, marks }, root, 0));
}

/** A list with an item on each line: its beginning, its end, and what stands beside a mark. */
function list(text: string, root: Node, marks: Page['marks']): readonly Line[] {
  const page = { text, marks };
  const items = root.children.map(({ value }) => value);
  const rootNote = marks.get(root);
  const line = (some: string, note?: string): Line => ({
    kind: 'line',
    indent: 0,
    pieces: [{ text: some, marked: false }],
    ...(note === undefined ? {} : { note }),
  });
  if (items.length === 0) return [line('[]', rootNote)];
  const marked = items.map((item) => holds(item, marks));
  const near = (index: number) => marked[index - 1] === true || marked[index + 1] === true;
  const isShown = (index: number) =>
    items.length <= HEAD + 2 ||
    index < (marked.includes(true) ? 1 : HEAD) ||
    index === items.length - 1 ||
    marked[index] === true ||
    near(index);
  const lines: Line[] = [line('[', rootNote)];
  let from = -1;
  for (const [index, item] of items.entries()) {
    if (!isShown(index)) {
      if (from < 0) from = index;
      continue;
    }
    if (from >= 0) lines.push(gap(from, index));
    from = -1;
    const comma = index === items.length - 1 ? '' : ',';
    const pieces = joined([...compact(page, item), { text: comma, marked: false }]);
    const missing = notesWithin(item, marks);
    const place = marked[index] === true ? [`item ${String(index + 1)} of ${String(items.length)}`] : [];
    const notes = [...place, ...missing];
    lines.push({
      kind: 'line',
      indent: 1,
      pieces,
      ...(notes.length === 0 ? {} : { note: notes.join(', ') }),
    });
  }
  return cutEnd([...lines, line(']')]);
}

function gap(from: number, to: number): Line {
  const text =
    to - from === 1
      ? `item ${String(from + 1)}`
      : `items ${String(from + 1)} to ${String(to)}, ${String(to - from)} in all`;
  return { kind: 'gap', indent: 1, text };
}
