/** Limits that tell most: they are met in every run. */
const TELLING = [1, 100, 2, 99, 20, 19, 21];
/** The others of those that the document allows (section Limits), small and large ones in turn. */
const OTHERS = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1).filter(
  (limit) => !TELLING.includes(limit),
);
/** Runs with consecutive seeds that meet all limits together. */
const RUNS = 3;
const SHARE = Math.ceil(OTHERS.length / RUNS);
/** Of the share of a run: those that walks ask for, more than there are animals by then. */
const IN_WALKS = { count: 3, least: 60 };
/** Those that are held against a wider list: few enough for a filter to find more animals. */
const PAIRED = { count: 3, most: 25 };

/** The limits that a run has to itself: three runs with consecutive seeds have all of them, none twice. */
export function limitsOf(seed: number): {
  readonly inWalks: readonly number[];
  readonly paired: readonly number[];
  readonly rest: readonly number[];
} {
  const from = ((seed % RUNS) + RUNS) % RUNS;
  const turned = [...OTHERS.slice(from * SHARE), ...OTHERS.slice(0, from * SHARE)];
  const inWalks = turned.filter((limit) => limit >= IN_WALKS.least).slice(0, IN_WALKS.count);
  const paired = turned.filter((limit) => limit <= PAIRED.most).slice(0, PAIRED.count);
  const rest = turned.filter((limit) => !paired.includes(limit) && !inWalks.includes(limit));
  return { inWalks, paired, rest };
}

/** Limits that go out in a run beside those of {@link limitsOf} that are asked for elsewhere. */
export const STANDARD_LIMITS = TELLING.length + SHARE - IN_WALKS.count - PAIRED.count;
