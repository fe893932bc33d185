// @ts-check

/**
 * The circles of a graph: of each group of nodes that lead to each other, one shortest way around, from its first node
 * back to it. Nodes and groups come in the order of the map.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} arrows
 * @returns {readonly (readonly string[])[]}
 */
export function circles(arrows) {
  /** @type {Set<string>} */
  const settled = new Set();
  /** @type {string[][]} */
  const found = [];
  for (const node of arrows.keys()) {
    if (settled.has(node)) continue;
    const way = wayBack(node, arrows);
    if (way === undefined) continue;
    found.push(way);
    const reached = reachable(node, arrows);
    for (const other of reached) if (reachable(other, arrows).has(node)) settled.add(other);
  }
  return found;
}

/**
 * The shortest way from a node to itself.
 * @param {string} node
 * @param {ReadonlyMap<string, ReadonlySet<string>>} arrows
 * @returns {string[] | undefined}
 */
function wayBack(node, arrows) {
  const seen = new Set();
  const ways = [[node]];
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    for (const next of arrows.get(way.at(-1) ?? node) ?? []) {
      if (next === node) return [...way, node];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

/**
 * @param {string} node
 * @param {ReadonlyMap<string, ReadonlySet<string>>} arrows
 */
function reachable(node, arrows) {
  /** @type {Set<string>} */
  const seen = new Set();
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const other of arrows.get(next) ?? []) {
      if (seen.has(other)) continue;
      seen.add(other);
      open.push(other);
    }
  }
  return seen;
}
