import type { Node } from 'jsonc-parser';

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
    const next =
      node.type === 'array'
        ? node.children?.[Number(name)]
        : node.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1];
    if (next === undefined) return [node, node.type === 'array' ? `no item ${name}` : `no member ${name}`];
    node = next;
  }
  return [node, undefined];
}

/** Whether a node, or one within it, is marked. */
export function holds(node: Node, marks: Page['marks']): boolean {
  return marks.has(node) || (node.children ?? []).some((child) => holds(child, marks));
}

/** What is missing in a node and in those within it. */
export function notesWithin(node: Node, marks: Page['marks']): readonly string[] {
  const own = marks.get(node);
  return [
    ...(own === undefined ? [] : [own]),
    ...(node.children ?? []).flatMap((child) => notesWithin(child, marks)),
  ];
}
