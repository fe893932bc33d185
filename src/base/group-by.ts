/** Groups items by key, in order of first appearance. */
export function groupBy<T, K>(
  items: Iterable<T>,
  keyOf: (item: T) => K,
): ReadonlyMap<K, readonly [T, ...(readonly T[])]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Groups items by kind, in the order of `kinds`; kinds without items are left out. */
export function groupByKind<const K, T>(
  kinds: readonly K[],
  items: readonly T[],
  kindOf: (item: T) => unknown,
): readonly (readonly [kind: K, items: readonly T[]])[] {
  const groups = groupBy(items, kindOf);
  return kinds.flatMap((kind) => {
    const found = groups.get(kind);
    return found === undefined ? [] : [[kind, found] as const];
  });
}
