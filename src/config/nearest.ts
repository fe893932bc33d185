/** Returns the Levenshtein distance of two words. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of [...to].entries()) {
      const exchanged = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(exchanged, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? from.length;
}

/** Returns the hint for a mistyped word: the nearest candidate, or `otherwise` if none is near. */
export function didYouMean(word: string, candidates: readonly string[], otherwise: string): string {
  const near = nearestWord(word, candidates);
  return near === undefined ? otherwise : `did you mean ${near}?`;
}

/** Returns the candidate nearest to a mistyped word, the first of equals; undefined if none is near. */
export function nearestWord(word: string, candidates: readonly string[]): string | undefined {
  // Nobody mistypes a longer word, and the cost grows with the length.
  if (word.length > 80) return undefined;
  // An unfinished word matches a candidate that begins with it.
  const begun = word.length > 2 ? candidates.find((candidate) => candidate.startsWith(word)) : undefined;
  if (begun !== undefined) return begun;
  const [best] = candidates
    .map((candidate) => ({ candidate, steps: editDistance(word, candidate) }))
    .filter(({ candidate, steps }) => steps <= Math.max(word.length, candidate.length) / 2)
    .toSorted((a, b) => a.steps - b.steps);
  return best?.candidate;
}
