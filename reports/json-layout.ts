/** A part of a line; raw text. */
interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

export interface Line {
  readonly indent: number;
  readonly pieces: readonly Piece[];
  /** What a reader would have to count: `item 19 of 20`, or that a member does not exist. */
  readonly notes: readonly string[];
  /** With a line that says which lines were left out. */
  readonly isGap?: true;
}

/** A value in a compact text of JSON. */
interface Node {
  /** The name of a member, as it is written. */
  readonly name: string | undefined;
  /** Its beginning, name included, the end of what opens it, and its end. */
  readonly start: number;
  readonly opened: number;
  readonly end: number;
  readonly isList: boolean;
  /** The items of an array, or the members of an object, in their order. */
  readonly children: readonly Node[];
  /** What pointers name within it, and does not exist: `no member id`. */
  readonly missing: string[];
}

/** Characters and nested brackets that are laid out at all; lines, and characters of one value, that are shown. */
const MOST = { characters: 512 * 1024, depth: 100, lines: 40, scalar: 300 } as const;
/** Characters of a value that stay on one line. */
const WIDTH = 100;
/** Items at the beginning of a list without marks. */
const HEAD = 3;

/**
 * Lays JSON out for reading: an item of a list on each line, what JSON Pointers (RFC 6901) name marked, what is far from
 * it left out. Numbers and strings stand as they are written. Undefined if the text is not JSON, or too much.
 */
export function layOut(text: string, pointers: readonly string[] = []): readonly Line[] | undefined {
  if (text.length > MOST.characters) return undefined;
  let read: ReturnType<typeof compact>;
  try {
    read = compact(text);
  } catch {
    return undefined;
  }
  const { root } = read;
  const marked = pointers.flatMap((pointer) => named(root, pointer) ?? []);
  const count = root.children.length;
  const isList = root.isList && count > 0;
  const lines = linesOf(root, isList ? Infinity : WIDTH, (indent, from, to, missing = []) => ({
    indent,
    pieces: piecesOf(read.text, from, to, marked),
    notes: missing,
  }));
  if (!isList) {
    const head = lines.length <= MOST.lines ? lines.length : MOST.lines / 2;
    return windowed(lines, head, (from, to) => `${String(to - from)} more lines`);
  }
  // Line n is item n: the bracket stands before the first.
  const numbered = lines.map((line, at) =>
    at > 0 && isTold(line)
      ? { ...line, notes: [`item ${String(at)} of ${String(count)}`, ...line.notes] }
      : line,
  );
  const head = count <= HEAD + 2 ? count : lines.slice(1).some(isTold) ? 1 : HEAD;
  return windowed(numbered, head + 1, (from, to) =>
    to - from === 1
      ? `item ${String(from)}`
      : `items ${String(from)} to ${String(to - 1)}, ${String(to - from)} in all`,
  );
}

const TOKEN = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|[^\s",:[\]{}]+|[,:[\]{}])/gsuy;
const CLOSE: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

/**
 * A text of JSON on one line, every token as it is written but for long ones, and the values in it.
 * @throws SyntaxError if it is not JSON, RangeError if it goes too deep
 */
function compact(json: string): { readonly text: string; readonly root: Node } {
  JSON.parse(json);
  const tokens = Array.from(json.matchAll(TOKEN), ([, token = '']) => token);
  let text = '';
  let at = 0;
  const value = (depth: number, name?: string): Node => {
    if (depth > MOST.depth) throw new RangeError('too deep');
    const start = text.length;
    const token = tokens[at++] ?? '';
    const close = CLOSE[token];
    const children: Node[] = [];
    text += `${name === undefined ? '' : `${name}: `}${shortened(token)}`;
    const opened = text.length;
    if (close !== undefined) {
      for (; tokens[at] !== close; at += tokens[at] === ',' ? 1 : 0) {
        // A name, and the colon.
        if (token === '{') at += 2;
        if (children.length > 0) text += ', ';
        children.push(value(depth + 1, token === '{' ? tokens[at - 2] : undefined));
      }
      at += 1;
      text += close;
    }
    return { name, start, opened, end: text.length, isList: token === '[', children, missing: [] };
  };
  const root = value(0);
  return { text, root };
}

function shortened(token: string): string {
  return token.length <= MOST.scalar
    ? token
    : `${token.slice(0, MOST.scalar - 100)}… (${String(token.length)} characters)${token.slice(-1)}`;
}

/** What a pointer names, or the deepest value on the way that exists. The whole needs no mark: nothing is beside it. */
function named(root: Node, pointer: string): Node | undefined {
  let node = root;
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const { isList, children } = node;
    const next = isList
      ? children[Number(name)]
      : children.find((child) => JSON.parse(child.name ?? '""') === name);
    if (next === undefined) {
      node.missing.push(`no ${isList ? 'item' : 'member'} ${name}`);
      break;
    }
    node = next;
  }
  const isEmpty = node.missing.length > 0 && node.children.length === 0;
  return node !== root || isEmpty ? node : undefined;
}

function missingIn(node: Node): readonly string[] {
  return [...node.missing, ...node.children.flatMap(missingIn)];
}

/** The lines of a value: one if it fits the width, otherwise one for each bracket, and those of its children. */
function linesOf(
  node: Node,
  width: number,
  line: (indent: number, from: number, to: number, missing?: readonly string[]) => Line,
  indent = 0,
  to = node.end,
): readonly Line[] {
  const { start, opened, end, children, missing } = node;
  if (children.length === 0 || (indent > 0 && end - start <= width))
    return [line(indent, start, to, missingIn(node))];
  // Each child with the comma behind it.
  const inside = children.flatMap((child, at) =>
    linesOf(child, width, line, indent + 1, child.end + (at === children.length - 1 ? 0 : 1)),
  );
  return [line(indent, start, opened, missing), ...inside, line(indent, end - 1, to)];
}

/** A part of a text in pieces, each in a marked value as a whole or not at all. */
function piecesOf(text: string, from: number, to: number, marked: readonly Node[]): readonly Piece[] {
  const inside = marked.flatMap(({ start, end }) => [start, end]).filter((at) => at > from && at < to);
  const edges = [...new Set([from, ...inside.toSorted((a, b) => a - b), to])];
  return edges.slice(1).map((end, at) => {
    const start = edges[at] ?? from;
    const isMarked = marked.some((node) => node.start <= start && end <= node.end);
    return { text: text.slice(start, end), marked: isMarked };
  });
}

function isTold({ pieces, notes }: Line): boolean {
  return notes.length > 0 || pieces.some(({ marked }) => marked);
}

/** The first lines, the last two, and those beside a mark, with a gap for each run of others. */
function windowed(
  lines: readonly Line[],
  head: number,
  words: (from: number, to: number) => string,
): readonly Line[] {
  const last = lines.length - 1;
  let room = MOST.lines;
  const shown = lines.map((_line, at) => {
    const isWanted = at < head || at === last - 1 || lines.slice(Math.max(0, at - 1), at + 2).some(isTold);
    return at === last || (isWanted && room-- > 0);
  });
  return lines.flatMap((line, at) => {
    if (shown[at] === true) return [line];
    // One gap for all of a run.
    if (shown[at - 1] === false) return [];
    const text = words(at, shown.indexOf(true, at));
    return [{ indent: 1, pieces: [{ text, marked: false }], notes: [], isGap: true as const }];
  });
}
