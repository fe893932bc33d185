import { joined, type Line, type Piece } from './line.ts';
import type { Page } from './marks.ts';
import type { Child, Node } from './tree.ts';

/** Characters of a value that stay on one line, and of a string or number that are shown. */
const WIDTH = 100;
const MOST_SCALAR = 300;

/** A value on one line. */
export function compact(page: Page, node: Node): readonly Piece[] {
  const { text, marks } = page;
  const marked = marks.has(node);
  const plain = (some: string): Piece => ({ text: some, marked: false });
  const inside = (): readonly Piece[] => {
    if (node.type === 'scalar') return [plain(scalar(text.slice(node.from, node.to)))];
    const [open, close] = BRACKETS[node.type];
    const parts = node.children.flatMap((child, index) => [
      ...(index === 0 ? [] : [plain(', ')]),
      ...named(page, child),
    ]);
    return [plain(open), ...parts, plain(close)];
  };
  return joined(marked ? inside().map((piece) => ({ ...piece, marked })) : inside());
}

const BRACKETS = { array: ['[', ']'], object: ['{', '}'] } as const;

/** A child on one line; marked is a member as a whole, its name included. */
function named(page: Page, child: Child): readonly Piece[] {
  return [...nameOf(page, child), ...compact(page, child.value)];
}

function nameOf({ text, marks }: Page, { name, value }: Child): readonly Piece[] {
  if (name === undefined) return [];
  return [{ text: `${text.slice(name.from, name.to)}: `, marked: marks.has(value) }];
}

function scalar(text: string): string {
  if (text.length <= MOST_SCALAR) return text;
  return `${text.slice(0, MOST_SCALAR - 100)}… (${String(text.length)} characters)${text.slice(-1)}`;
}

/** A value over several lines, where one would be too long. */
export function expand(
  page: Page,
  node: Node,
  indent: number,
  before: readonly Piece[] = [],
  after = '',
): readonly Line[] {
  const flat = compact(page, node);
  const length = [...before, ...flat].reduce((sum, piece) => sum + piece.text.length, 0);
  const { children, type } = node;
  const note = page.marks.get(node);
  const line = (pieces: readonly Piece[], said?: string): Line => ({
    kind: 'line',
    indent,
    pieces: joined(pieces),
    ...(said === undefined ? {} : { note: said }),
  });
  const plain = (some: string): Piece => ({ text: some, marked: false });
  if (type === 'scalar' || children.length === 0 || (length <= WIDTH && indent > 0)) {
    return [line([...before, ...flat, plain(after)], note)];
  }
  const [open, close] = BRACKETS[type];
  return [
    line([...before, plain(open)], note),
    ...children.flatMap((child, index) => {
      const comma = index === children.length - 1 ? '' : ',';
      const name = nameOf(page, child);
      const isMarked = name.length > 0 && page.marks.has(child.value);
      if (!isMarked) return expand(page, child.value, indent + 1, name, comma);
      const lines = expand(page, child.value, indent + 1, name);
      return lines.map((one, place) => {
        if (one.kind === 'gap') return one;
        const pieces = one.pieces.map((piece) => ({ ...piece, marked: true }));
        const last = place === lines.length - 1;
        return { ...one, pieces: joined(last ? [...pieces, plain(comma)] : pieces) };
      });
    }),
    line([plain(close + after)]),
  ];
}
