import type { Node } from 'jsonc-parser';
import { joined, type Line, type Piece } from './line.ts';
import type { Page } from './marks.ts';

/** Characters of a value that stay on one line, and of a string or number that are shown. */
const WIDTH = 100;
const MOST_SCALAR = 300;

/** A value on one line. Marked is a member as a whole, its name included. */
export function compact(page: Page, node: Node): readonly Piece[] {
  const { text, marks } = page;
  const marked = marks.has(node) && node.parent?.type !== 'property';
  const plain = (some: string): Piece => ({ text: some, marked: false });
  const inside = (): readonly Piece[] => {
    const children = node.children ?? [];
    const parts = (ends: readonly [string, string], one: (child: Node) => readonly Piece[]) => [
      plain(ends[0]),
      ...children.flatMap((child, index) => [...(index === 0 ? [] : [plain(', ')]), ...one(child)]),
      plain(ends[1]),
    ];
    if (node.type === 'array') return parts(['[', ']'], (child) => compact(page, child));
    if (node.type === 'object') return parts(['{', '}'], (child) => member(page, child));
    return [plain(scalar(text.slice(node.offset, node.offset + node.length)))];
  };
  return joined(marked ? inside().map((piece) => ({ ...piece, marked })) : inside());
}

function member(page: Page, property: Node): readonly Piece[] {
  const [key, value] = property.children ?? [];
  if (key === undefined) return [];
  const name = `${page.text.slice(key.offset, key.offset + key.length)}: `;
  const pieces = [{ text: name, marked: false }, ...(value === undefined ? [] : compact(page, value))];
  return value !== undefined && page.marks.has(value)
    ? pieces.map((one) => ({ ...one, marked: true }))
    : pieces;
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
  const children = node.children ?? [];
  const note = page.marks.get(node);
  const line = (pieces: readonly Piece[], said?: string): Line => ({
    kind: 'line',
    indent,
    pieces: joined(pieces),
    ...(said === undefined ? {} : { note: said }),
  });
  const plain = (some: string): Piece => ({ text: some, marked: false });
  if (children.length === 0 || (length <= WIDTH && indent > 0)) {
    return [line([...before, ...flat, plain(after)], note)];
  }
  const [open, close] = node.type === 'array' ? ['[', ']'] : ['{', '}'];
  return [
    line([...before, plain(open)], note),
    ...children.flatMap((child, index) => {
      const comma = index === children.length - 1 ? '' : ',';
      if (child.type !== 'property') return expand(page, child, indent + 1, [], comma);
      const [key, value] = child.children ?? [];
      if (key === undefined || value === undefined) return [];
      const marked = page.marks.has(value);
      const name = { text: `${page.text.slice(key.offset, key.offset + key.length)}: `, marked };
      if (!marked) return expand(page, value, indent + 1, [name], comma);
      const lines = expand(page, value, indent + 1, [name]);
      return lines.map((one, place) => {
        if (one.kind === 'gap') return one;
        const pieces = one.pieces.map((piece) => ({ ...piece, marked }));
        const last = place === lines.length - 1;
        return { ...one, pieces: joined(last ? [...pieces, plain(comma)] : pieces) };
      });
    }),
    line([plain(close + after)]),
  ];
}
