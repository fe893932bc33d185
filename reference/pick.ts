/** Returns the items with these ids, in that order. Throws for an unknown id, and suggests the closest one. */
export function pick<Item extends { readonly id: string }>(
  kind: 'fault' | 'variant',
  items: readonly Item[],
  ids: readonly string[],
): readonly Item[] {
  return ids.map((id) => {
    const found = items.find((item) => item.id === id);
    if (found) return found;
    const near = items.reduce((best, next) => (shared(id, next.id) > shared(id, best.id) ? next : best));
    throw new Error(`There is no ${kind} '${id}': did you mean '${near.id}'?`);
  });
}

/** Length of the common prefix of two texts. */
function shared(a: string, b: string): number {
  const at = [...a].findIndex((character, index) => character !== b[index]);
  return at < 0 ? a.length : at;
}
