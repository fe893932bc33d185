/** What answers are called where some of them are counted among all that could have shown a flaw: `162 of 344 error answers`. */
export type Population =
  | 'answers'
  | 'error answers'
  | 'Error objects'
  | 'answers with 401'
  | 'requests with the key'
  | 'valid creates'
  | 'creates without a status'
  | 'creates with a status'
  | 'accepted creates'
  | 'accepted creates whose body has an id'
  | 'gets of known animals'
  | 'gets of created animals'
  | 'successful gets'
  | 'lists'
  | 'lists with created animals'
  | 'lists with animals of others'
  | 'lists shorter than their limit'
  | 'lists with a limit'
  | 'lists with a limit of 100 or out of range'
  | 'lists without a limit'
  | 'filtered lists'
  | 'lists with documented parameters'
  | 'valid messages'
  | 'accepted messages'
  | 'error answers to messages';

/** A count and what is counted, in words of the plural: `1 limit from 1 to 100, each answered with 200`. */
export function countOf(count: number, plural: string): string {
  const words = count === 1 ? plural.replace(/\w*[^\Ws]s\b|\w*uses\b/u, singular) : plural;
  return `${String(count)} ${words}`;
}

function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return noun.slice(0, noun.endsWith('uses') ? -2 : -1);
}

/**
 * How many show a flaw, and what they share, as the end of a sentence; nothing where there is but one.
 * @param population what all of them are called, in the plural
 * @param common what those that show it have in common
 * @param what what they show, where the sentence speaks of one animal, and the others show others
 */
export function shownBy(
  count: number,
  all: number,
  population: string,
  common?: string,
  what = 'it',
): string {
  if (all < 2) return '';
  if (count === all) return `; ${all === 2 ? 'both' : `all ${String(all)}`} ${population} show ${what}`;
  const words = `; ${String(count)} of ${String(all)} ${population} ${count === 1 ? 'shows' : 'show'} ${what}`;
  return common === undefined ? words : `${words} (${common})`;
}
