import { wrongTokens } from './credentials.ts';

/** Labels of the wrong tokens that can be derived from a key. */
function labelsOf(key: string): readonly string[] {
  return wrongTokens(key).flatMap(({ values = [] }) => values.map(({ label }) => label));
}

/** A key from which every kind of wrong token can be derived. */
const COMMON = 'kq7mX2vR9tLw4nZp8sBd';

const ALL = labelsOf(COMMON);

/** Number of wrong tokens that can be derived from a typical key. */
export const WRONG_TOKEN_COUNT = ALL.length;

/** Labels of the wrong tokens that a short or uniform key cannot give; mostly empty. Reports keep them, never the key. */
export function skippedTokenLabels(key: string): readonly string[] {
  const made = new Set(labelsOf(key));
  return ALL.filter((label) => !made.has(label));
}

/** Sample keys that differ in which wrong tokens can be derived from them. */
function candidates(): readonly string[] {
  const starts = ['~~~~~', '.~~~~', '7~~~~', '7.~~~', '77~~~', '77.~~', 'ab~~~', 'ab.~~', 'ab', '77', ''];
  const middles = ['~', '7', 'a'];
  const ends = ['~~~~~~', '~~~~~-', '7~~~~~', '~~~~~=', '7~~~~=', '77~~~~', '77~~~='];
  const whole = starts.flatMap((start) =>
    middles.flatMap((middle) => {
      const half = `${start}${middle}`;
      return [half, `${half}${half.split('').toReversed().join('')}`, ...ends.map((end) => `${half}${end}`)];
    }),
  );
  const words = ALL.map((label) => label.slice('Bearer with the token '.length)).filter(
    (word) => word !== '',
  );
  return [COMMON, ...whole, ...words];
}

let known: ReadonlyMap<string, string> | undefined;

/** Returns a sample key with the same skipped tokens as the real key, for a replay without it; undefined if there is none. */
export function substituteKey(skippedTokens: readonly string[] = []): string | undefined {
  known ??= new Map(
    candidates()
      .toReversed()
      .map((key) => [JSON.stringify(skippedTokenLabels(key)), key]),
  );
  return known.get(JSON.stringify(skippedTokens));
}
