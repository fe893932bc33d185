/** A part of a line; raw text. */
interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/** One line of a laid-out text, or lines that were left out, in words. */
export type Line =
  | {
      readonly kind: 'line';
      readonly indent: number;
      readonly pieces: readonly Piece[];
      /** What a reader would have to count: `item 19 of 20`, or that a member is not there. */
      readonly notes?: readonly string[];
    }
  | { readonly kind: 'gap'; readonly indent: number; readonly text: string };

/** A value in a text of JSON. */
interface Node {
  /** The name of a member, as it is written. */
  readonly name: string | undefined;
  /** A string, a number or a word as it is written, or the bracket that opens. */
  readonly token: string;
  /** The bracket that closes; undefined for what has none. */
  readonly close: string | undefined;
  /** The items of an array, or the members of an object, in their order. */
  readonly children: readonly Node[];
  marked: boolean;
  /** What pointers name within it, and is not there: `no member id`. */
  readonly missing: string[];
}

/** What is laid out at all, in characters and in brackets within brackets; and what is shown of it at most. */
const MOST = { characters: 512 * 1024, depth: 100, lines: 40, scalar: 300 } as const;
/** Characters of a value that stay on one line. */
const WIDTH = 100;
/** Items of a list that are shown at its beginning where none is marked. */
const HEAD = 3;

/**
 * Lays JSON out for reading: an item of a list on each line, what JSON Pointers (RFC 6901) name marked, what is far from
 * it left out. Numbers and strings stand as they stand in the text. Undefined where the text is no JSON, or too much.
 */
export function layOut(text: string, pointers: readonly string[] = []): readonly Line[] | undefined {
  if (text.length > MOST.characters) return undefined;
  let root: Node;
  try {
    root = treeOf(text);
  } catch {
    return undefined;
  }
  for (const pointer of pointers) mark(root, pointer);
  return root.token === '[' ? list(root) : windowed(expand(root));
}

const TOKEN = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|[^\s",:[\]{}]+|[,:[\]{}])/gsuy;
const CLOSE: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/**
 * The values of a text, every member kept as it is written.
 * @throws SyntaxError where it is no JSON, RangeError where it goes too deep
 */
function treeOf(text: string): Node {
  JSON.parse(text);
  const tokens = Array.from(text.matchAll(TOKEN), ([, token = '']) => token);
  let at = 0;
  const value = (depth: number, name?: string): Node => {
    if (depth > MOST.depth) throw new RangeError('too deep');
    const token = tokens[at++] ?? '';
    const close = CLOSE[token];
    const children: Node[] = [];
    if (close === undefined) return { name, token, close, children, marked: false, missing: [] };
    while (tokens[at] !== close) {
      if (tokens[at] === ',') at += 1;
      // A name, and the colon.
      if (token === '{') at += 2;
      children.push(value(depth + 1, token === '{' ? tokens[at - 2] : undefined));
    }
    at += 1;
    return { name, token, close, children, marked: false, missing: [] };
  };
  return value(0);
}

/** Marks what a pointer names; where there is none, the deepest on the way. The whole needs no mark: nothing is beside it. */
function mark(root: Node, pointer: string): void {
  let node = root;
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const { token, children } = node;
    const next =
      token === '['
        ? children[Number(name)]
        : children.find((child) => JSON.parse(child.name ?? '""') === name);
    if (next === undefined) {
      node.missing.push(token === '[' ? `no item ${name}` : `no member ${name}`);
      break;
    }
    node = next;
  }
  if (node !== root || (node.missing.length > 0 && node.children.length === 0)) node.marked = true;
}

function isMarked(node: Node): boolean {
  return node.marked || node.children.some(isMarked);
}

/** What is missing in a node and in those within it. */
function missingIn(node: Node): readonly string[] {
  return [...node.missing, ...node.children.flatMap(missingIn)];
}

/** A line, with the pieces side by side in one that are alike. */
function lineOf(indent: number, pieces: readonly Piece[], notes: readonly string[] = []): Line {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last?.marked === piece.marked) joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    else if (piece.text !== '') joined.push(piece);
  }
  return { kind: 'line', indent, pieces: joined, ...(notes.length > 0 && { notes }) };
}

/** A value on one line, with its name; marked as a whole where it, or what it stands in, is. */
function compact(node: Node, within = false): readonly Piece[] {
  const { name, token, close = '', children } = node;
  const marked = within || node.marked;
  const shown =
    token.length <= MOST.scalar
      ? token
      : `${token.slice(0, MOST.scalar - 100)}… (${String(token.length)} characters)${token.slice(-1)}`;
  return [
    { text: `${name === undefined ? '' : `${name}: `}${shown}`, marked },
    ...children.flatMap((child, at) => [{ text: at === 0 ? '' : ', ', marked }, ...compact(child, marked)]),
    { text: close, marked },
  ];
}

/** A value over several lines, where one would be too long. */
function expand(node: Node, indent = 0, after = '', within = false): readonly Line[] {
  const { name, token, close = '', children, missing } = node;
  const marked = within || node.marked;
  const end: Piece = { text: after, marked: within };
  const flat = compact(node, within);
  const length = flat.reduce((sum, { text }) => sum + text.length, 0);
  if (children.length === 0 || (length <= WIDTH && indent > 0)) {
    return [lineOf(indent, [...flat, end], missing)];
  }
  return [
    lineOf(indent, [{ text: `${name === undefined ? '' : `${name}: `}${token}`, marked }], missing),
    ...children.flatMap((child, at) =>
      expand(child, indent + 1, at === children.length - 1 ? '' : ',', marked),
    ),
    lineOf(indent, [{ text: close, marked }, end]),
  ];
}

/** A list with an item on each line: its beginning, its end, and what stands beside a mark. */
function list({ children, missing }: Node): readonly Line[] {
  const edge = (text: string, notes?: readonly string[]) => lineOf(0, [{ text, marked: false }], notes);
  if (children.length === 0) return [edge('[]', missing)];
  const marked = children.map(isMarked);
  const last = children.length - 1;
  const head = last < HEAD + 2 ? last : marked.includes(true) ? 0 : HEAD - 1;
  const isShown = (at: number) =>
    at <= head || at === last || [at - 1, at, at + 1].some((near) => marked[near] === true);
  const line = (item: Node, at: number) => {
    const place = marked[at] === true ? [`item ${String(at + 1)} of ${String(children.length)}`] : [];
    const comma = { text: at === last ? '' : ',', marked: false };
    return lineOf(1, [...compact(item), comma], [...place, ...missingIn(item)]);
  };
  const items = folded(children, isShown, line, (from, to) =>
    to - from === 1
      ? `item ${String(from + 1)}`
      : `items ${String(from + 1)} to ${String(to)}, ${String(to - from)} in all`,
  );
  const all = [edge('[', missing), ...items, edge(']')];
  return folded(
    all,
    (at) => at < MOST.lines - 1 || at === all.length - 1,
    (one) => one,
  );
}

/** Of a long text that is no list, its beginning and what stands around marks. */
function windowed(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST.lines) return lines;
  const told = lines.map(
    (line) => line.kind === 'line' && (line.notes !== undefined || line.pieces.some(({ marked }) => marked)),
  );
  const isNear = (at: number) => told.slice(Math.max(0, at - 2), at + 3).includes(true);
  return folded(
    lines,
    (at, shown) => (at < MOST.lines / 2 || isNear(at)) && shown < MOST.lines,
    (line) => line,
  );
}

/**
 * The lines of those that are shown, and one in the place of each run of others.
 * @param isShown by the place, and how many lines there are before it
 */
function folded<Item>(
  items: readonly Item[],
  isShown: (at: number, shown: number) => boolean,
  line: (item: Item, at: number) => Line,
  words = (from: number, to: number) => `${String(to - from)} more lines`,
): readonly Line[] {
  const lines: Line[] = [];
  let from = 0;
  const close = (to: number) => {
    if (from < to) lines.push({ kind: 'gap', indent: 1, text: words(from, to) });
    from = to + 1;
  };
  for (const [at, item] of items.entries()) {
    if (!isShown(at, lines.length)) continue;
    close(at);
    lines.push(line(item, at));
  }
  close(items.length);
  return lines;
}
