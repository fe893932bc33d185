import { parseSync, Visitor, type Node } from 'oxc-parser';

/** A module of the fleet, taken apart. */
export interface Parts {
  /** What is left once every row that stands alone is cut out: all of them rest on it. */
  readonly rest: string;
  /** The text of each fault or variant that is written as one row, by its id. */
  readonly rows: ReadonlyMap<string, string>;
}

/**
 * Cuts a module of faults or variants into rows, so that a change of one touches no other. A row is an element of an
 * array: a tuple that begins with the id (its group left out), or an object with that `id`, within a call or not. An id
 * that no row has, or several have, was made by the code, and is not among the rows.
 */
export function takeApart(file: string, text: string, ids: readonly string[]): Parts {
  const byName = new Map(
    ids.flatMap((id) => [[id, id] as const, [id.slice(id.indexOf('/') + 1), id] as const]),
  );
  const found = new Map<string, (readonly [number, number])[]>();
  new Visitor({
    ArrayExpression({ elements }) {
      for (const element of elements) {
        const id = element === null ? undefined : byName.get(nameOf(element) ?? '');
        if (element === null || id === undefined) continue;
        found.set(id, [...(found.get(id) ?? []), [element.start, element.end]]);
      }
    },
  }).visit(parseSync(file, text).program);
  const single = [...found].flatMap(([id, [span, second]]) =>
    span !== undefined && second === undefined ? [{ id, start: span[0], end: span[1] }] : [],
  );
  const rest = single
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  return { rest, rows: new Map(single.map(({ id, start, end }) => [id, text.slice(start, end)])) };
}

function nameOf(node: Node): string | undefined {
  if (node.type === 'CallExpression') {
    const [first] = node.arguments;
    return first?.type === 'ObjectExpression' ? nameOf(first) : undefined;
  }
  if (node.type === 'ArrayExpression') return node.elements[0] ? textOf(node.elements[0]) : undefined;
  if (node.type !== 'ObjectExpression') return undefined;
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
    if (property.key.name === 'id') return textOf(property.value);
  }
  return undefined;
}

function textOf(node: Node): string | undefined {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
