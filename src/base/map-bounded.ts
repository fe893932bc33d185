/** Returns the results of `fn` for all items, in their order; runs at most `most` at a time, each begun in the order of items. */
export async function mapBounded<T, R>(
  items: readonly T[],
  most: number,
  fn: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = items.entries();
  const work = async (): Promise<void> => {
    for (const [at, item] of left) results[at] = await fn(item);
  };
  await Promise.all(Array.from({ length: most }, work));
  return results;
}
