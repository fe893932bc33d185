import { invalidKeys } from './credentials.ts';

/** The labels of the wrong tokens that are made of a key. */
function labelsOf(key: string): readonly string[] {
  return invalidKeys(key).flatMap(({ values = [] }) => values.map(({ label }) => label));
}

/** A key of which every wrong token can be made. */
const COMMON = 'kq7mX2vR9tLw4nZp8sBd';

const ALL = labelsOf(COMMON);

/** Wrong tokens that are made of a key. */
export const tokenForms = ALL.length;

/**
 * What of a key a report tells: the labels of the wrong tokens that cannot be made of it, because it is short or of few
 * letters, say. Of most keys all can be made.
 */
export function skippedFor(key: string): readonly string[] {
  const made = new Set(labelsOf(key));
  return ALL.filter((label) => !made.has(label));
}

/** Keys of every kind, by what they lack: put together of parts that differ in what can be made of them. */
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

/** A key that lacks the same, in place of the real one; undefined where no key can lack just that. */
export function substituteKey(lacking: readonly string[] = []): string | undefined {
  known ??= new Map(
    candidates()
      .toReversed()
      .map((key) => [JSON.stringify(skippedFor(key)), key]),
  );
  return known.get(JSON.stringify(lacking));
}
