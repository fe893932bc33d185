/** Returns the plural noun that a pass message counts: `lists` in `lists, none with an id twice`. */
export function countedNoun(passMessage: string): string {
  return passMessage.split(',', 1)[0] ?? passMessage;
}

/** Formats a count with a text in the plural, such as `limits from 1 to 100`; for 1 the text becomes singular. */
export function countText(count: number, plural: string): string {
  const words =
    count === 1 ? plural.replace(/\w*[^\Ws]s\b|\w*uses\b/u, singular).replace(', each ', ', ') : plural;
  return `${String(count)} ${words}`;
}

function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return noun.slice(0, noun.endsWith('uses') ? -2 : -1);
}

/** Says how many requests show a flaw, and what they have in common. `what`: words for the flaw, if one animal is named. */
export function flawFrequencyText(
  count: number,
  all: number,
  population: string,
  common?: string,
  what = 'it',
): string {
  if (all < 2) return '';
  const seen = what === 'it' ? 'seen' : what;
  if (count === all) return `; ${seen} in ${all === 2 ? 'both' : `all ${String(all)}`} ${population}`;
  const words = `; ${seen} in ${String(count)} of ${String(all)} ${population}`;
  return common === undefined ? words : `${words} (${common})`;
}
