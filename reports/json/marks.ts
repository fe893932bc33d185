import type { Node } from './tree.ts';

/** A text of JSON, and the nodes of its tree that are marked, each with what is missing there. */
export interface Page {
  readonly text: string;
  readonly marks: ReadonlyMap<Node, string | undefined>;
}

/** Marks what JSON Pointers (RFC 6901) name. The whole needs no mark: there is nothing beside it. */
export function marksOf(root: Node, pointers: readonly string[]): Page['marks'] {
  const marks = new Map<Node, string | undefined>();
  for (const pointer of pointers) {
    const [node, missing] = resolve(root, pointer);
    if (node !== root || missing !== undefined) marks.set(node, missing);
  }
  return marks;
}

/** The node that a pointer names; where there is none, the deepest on the way, and what is missing there. */
function resolve(root: Node, pointer: string): readonly [node: Node, missing: string | undefined] {
  let node = root;
  for (const segment of pointer.split('/').slice(1)) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    const { type, children } = node;
    const next = type === 'array' ? children[Number(name)] : children.find((one) => one.name?.text === name);
    if (next === undefined) return [node, type === 'array' ? `no item ${name}` : `no member ${name}`];
    node = next.value;
  }
  return [node, undefined];
}

/** Whether a node, or one within it, is marked. */
export function holds(node: Node, marks: Page['marks']): boolean {
  return marks.has(node) || node.children.some(({ value }) => holds(value, marks));
}

/** What is missing in a node and in those within it. */
export function notesWithin(node: Node, marks: Page['marks']): readonly string[] {
  const own = marks.get(node);
  return [
    ...(own === undefined ? [] : [own]),
    ...node.children.flatMap(({ value }) => notesWithin(value, marks)),
  ];
}
