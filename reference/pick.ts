/** The items with these ids, in the order asked for. Throws one sentence with the nearest right id for an unknown one. */
export function pick<Item extends { readonly id: string }>(
  kind: 'fault' | 'variant',
  items: readonly Item[],
  ids: readonly string[],
): readonly Item[] {
  return ids.map((id) => {
    const found = items.find((item) => item.id === id);
    if (found) return found;
    const near = items
      .map((item) => ({ id: item.id, steps: distance(id, item.id) }))
      .reduce((best, next) => (next.steps < best.steps ? next : best));
    throw new Error(`There is no ${kind} '${id}': did you mean '${near.id}'?`);
  });
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
