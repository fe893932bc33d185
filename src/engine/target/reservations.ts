import { listLength, MAX_LIST_LENGTH } from './lists.ts';
import { isObject, itemId, type ListReply, type PetStatus } from './replies.ts';

/** A name of the form that `Names.plain` generates: unique in the run, and stored unchanged by every target. */
const PLAIN = /^[A-Z][a-z]{8,9}$/u;

export interface AnimalReservation {
  readonly name: string | undefined;
  readonly status: PetStatus | undefined;
  /** Identifies equal invalid creates, by key and body: if one of them gets a 4xx, the others stored nothing either. */
  readonly request: string | undefined;
  readonly at: number;
  /** Set if no response said whether the animal was stored; `refused` is true if the response was a 503. */
  readonly unconfirmed: { readonly refused: boolean } | undefined;
}

/** Returns the unconfirmed reservations whose animals, according to the lists, are not stored. */
export function reservationsToRelease(
  before: readonly AnimalReservation[],
  pages: readonly ListReply[],
  first: ListReply | undefined,
): ReadonlySet<AnimalReservation> {
  return new Set(missingByPageLength(before, pages[0], first) ?? missingByName(before, pages));
}

/** If the unfiltered list grew too little since `first`, returns the unconfirmed reservations that the growth disproves. */
function missingByPageLength(
  before: readonly AnimalReservation[],
  page: ListReply | undefined,
  first: ListReply | undefined,
): readonly AnimalReservation[] | undefined {
  if (page?.items === undefined || listLength(page) >= MAX_LIST_LENGTH || first?.items === undefined)
    return undefined;
  const old = new Set(first.items.map(itemId));
  const added = page.items.filter((item) => !old.has(itemId(item))).length;
  const doubted = before.filter(({ unconfirmed }) => unconfirmed !== undefined);
  return doubted.slice(0, Math.max(0, before.length - added));
}

/** Returns the unconfirmed reservations whose generated name is missing from a list that is not full. */
function missingByName(
  before: readonly AnimalReservation[],
  pages: readonly ListReply[],
): readonly AnimalReservation[] {
  return before.filter((one) => {
    const { name, status, unconfirmed } = one;
    if (unconfirmed === undefined || name === undefined || !PLAIN.test(name)) return false;
    const page = pages.find(
      (list) =>
        list.items !== undefined &&
        listLength(list) < MAX_LIST_LENGTH &&
        (list.query.status === undefined || list.query.status === status),
    );
    if (page === undefined) return false;
    const shown = (page.items ?? []).filter((item) => isObject(item) && item['name'] === name).length;
    const alike = before.filter((other) => other.name === name);
    const confirmed = alike.filter((other) => other.unconfirmed === undefined).length;
    // Several creates may have used the same name: confirmed creates account for the listed animals first.
    const missing = alike.length - Math.max(shown, confirmed);
    return alike.filter((other) => other.unconfirmed !== undefined).indexOf(one) < missing;
  });
}
