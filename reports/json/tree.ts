/** A value in a text of JSON, and where it stands there. */
export interface Node {
  readonly type: 'object' | 'array' | 'scalar';
  /** Place of its first character, and the one behind its last. */
  readonly from: number;
  readonly to: number;
  /** The items of an array, or the members of an object, in their order. */
  readonly children: readonly Child[];
}

/** An item, or a member with its name. */
export interface Child {
  readonly name?: { readonly text: string; readonly from: number; readonly to: number };
  readonly value: Node;
}

const TOKEN = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|[^\s",:[\]{}]+|[,:[\]{}])/gsuy;

/** The values of a text with their places, every member kept as it is written; undefined where it is no JSON. */
export function treeOf(text: string): Node | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const tokens = [...text.matchAll(TOKEN)].map((match) => {
    const [whole, token = ''] = match;
    const to = match.index + whole.length;
    return { token, from: to - token.length, to };
  });
  let at = 0;
  const next = () => tokens[at++] ?? { token: '', from: text.length, to: text.length };
  const isNext = (token: string): boolean => tokens[at]?.token === token;

  const value = (): Node => {
    const first = next();
    if (first.token !== '{' && first.token !== '[') return { ...first, type: 'scalar', children: [] };
    const type = first.token === '{' ? 'object' : 'array';
    const close = type === 'object' ? '}' : ']';
    const children: Child[] = [];
    while (!isNext(close)) {
      if (isNext(',')) next();
      children.push(type === 'object' ? member() : { value: value() });
    }
    return { type, from: first.from, to: next().to, children };
  };
  const member = (): Child => {
    const { token, from, to } = next();
    // The colon.
    next();
    return { name: { text: JSON.parse(token) as string, from, to }, value: value() };
  };
  return value();
}
