/** A part of a line; not escaped. */
interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

export interface JsonLine {
  readonly indent: number;
  readonly pieces: readonly Piece[];
  /** Remarks such as `item 19 of 20`, or that a member does not exist. */
  readonly notes: readonly string[];
  /** True for a line that stands for omitted lines. */
  readonly isGap?: true;
}

/** A value in compact JSON text. */
interface Node {
  /** The member name, as written; undefined for an item. */
  readonly name: string | undefined;
  /** Positions in the text: start of the value with its member name, end of its opening bracket, and end of the value. */
  readonly start: number;
  readonly opened: number;
  readonly end: number;
  readonly isList: boolean;
  /** Items of a list, or members of an object, in their order in the text. */
  readonly children: readonly Node[];
  /** Pointer targets within this value that do not exist: `no member id`. */
  readonly missing: string[];
}

/** Limits of the layout: characters and nesting of a body that gets one, lines shown, and characters shown of one scalar. */
const MOST = { characters: 512 * 1024, depth: 100, lines: 40, scalar: 300 } as const;
/** Longest value on one line, in characters. */
const WIDTH = 100;
/** Items shown at the beginning of a list without marks. */
const HEAD = 3;

/**
 * Lays JSON out in lines: one item of a list per line, values of JSON Pointers (RFC 6901) marked, distant lines
 * omitted. Numbers and strings stay as written. Returns undefined if the text is too long or deep, or is not JSON.
 */
export function layOutJson(text: string, pointers: readonly string[] = []): readonly JsonLine[] | undefined {
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
  // Line n is item n, since line 0 is the opening bracket.
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
 * Returns JSON on one line, with long tokens shortened, and the tree of its values.
 * @throws SyntaxError if the text is not JSON
 * @throws RangeError if it is nested too deep
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
        // Skips the name and the colon.
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

/** Returns the node of a JSON Pointer, or its deepest ancestor that exists; undefined for the root, which needs no mark. */
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

/** Returns the lines of a value: one line if it fits the width, otherwise its brackets and its children. */
function linesOf(
  node: Node,
  width: number,
  line: (indent: number, from: number, to: number, missing?: readonly string[]) => JsonLine,
  indent = 0,
  to = node.end,
): readonly JsonLine[] {
  const { start, opened, end, children, missing } = node;
  if (children.length === 0 || (indent > 0 && end - start <= width))
    return [line(indent, start, to, missingIn(node))];
  // A child's line includes the comma after it.
  const inside = children.flatMap((child, at) =>
    linesOf(child, width, line, indent + 1, child.end + (at === children.length - 1 ? 0 : 1)),
  );
  return [line(indent, start, opened, missing), ...inside, line(indent, end - 1, to)];
}

/** Splits a part of the text into pieces, each wholly inside or wholly outside of marked values. */
function piecesOf(text: string, from: number, to: number, marked: readonly Node[]): readonly Piece[] {
  const inside = marked.flatMap(({ start, end }) => [start, end]).filter((at) => at > from && at < to);
  const edges = [...new Set([from, ...inside.toSorted((a, b) => a - b), to])];
  return edges.slice(1).map((end, at) => {
    const start = edges[at] ?? from;
    const isMarked = marked.some((node) => node.start <= start && end <= node.end);
    return { text: text.slice(start, end), marked: isMarked };
  });
}

function isTold({ pieces, notes }: JsonLine): boolean {
  return notes.length > 0 || pieces.some(({ marked }) => marked);
}

/** Returns the first lines, the last two, and lines next to a mark, with one gap line for each omitted range. */
function windowed(lines: readonly JsonLine[], head: number, words: (from: number, to: number) => string) {
  const last = lines.length - 1;
  let room = MOST.lines;
  const shown = lines.map((_line, at) => {
    const isWanted = at < head || at === last - 1 || lines.slice(Math.max(0, at - 1), at + 2).some(isTold);
    return at === last || (isWanted && room-- > 0);
  });
  return lines.flatMap((line, at) => {
    if (shown[at] === true) return [line];
    // A range of omitted lines gets a single gap line.
    if (shown[at - 1] === false) return [];
    const text = words(at, shown.indexOf(true, at));
    return [{ indent: 1, pieces: [{ text, marked: false }], notes: [], isGap: true as const }];
  });
}
