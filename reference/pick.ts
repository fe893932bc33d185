/** The items with these ids, in the order asked for. Throws one sentence with the nearest right id for an unknown one. */
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

/** How many characters two texts begin with alike. */
function shared(a: string, b: string): number {
  const at = [...a].findIndex((character, index) => character !== b[index]);
  return at < 0 ? a.length : at;
}
