import { lengthOf, WIDEST } from './lists.ts';
import { isObject, itemId, type ListReply, type Status } from './replies.ts';

/** A name that the run makes for one animal alone, and that every service shows as it is. */
const PLAIN = /^[A-Z][a-z]{8,9}$/u;

export interface Reservation {
  readonly name: string | undefined;
  readonly status: Status | undefined;
  /** What was sent, where it has to be refused: an equal request that was lost before stored no more than this one. */
  readonly request: string | undefined;
  readonly at: number;
  /** Set where no answer says whether it was stored; `refused` where a 503 said that it was not. */
  readonly unconfirmed: { readonly refused: boolean } | undefined;
}

/** Requests that may have stored an animal, since no answer told, and of which lists tell that they did not. */
export function notStored(
  before: readonly Reservation[],
  pages: readonly ListReply[],
  first: ListReply | undefined,
): ReadonlySet<Reservation> {
  return new Set(missingByPageLength(before, pages[0], first) ?? missingByName(before, pages));
}

/** Doubts that a list tells of by its length, where it shows whatever was added since the run began. */
function missingByPageLength(
  before: readonly Reservation[],
  page: ListReply | undefined,
  first: ListReply | undefined,
): readonly Reservation[] | undefined {
  if (page?.items === undefined || lengthOf(page) >= WIDEST || first?.items === undefined) return undefined;
  const old = new Set(first.items.map(itemId));
  const added = page.items.filter((item) => !old.has(itemId(item))).length;
  const doubted = before.filter(({ unconfirmed }) => unconfirmed !== undefined);
  return doubted.slice(0, Math.max(0, before.length - added));
}

/** Doubts that a list tells of by name: each of a plain one that it should show and does not. */
function missingByName(before: readonly Reservation[], pages: readonly ListReply[]): readonly Reservation[] {
  return before.filter((one) => {
    const { name, status, unconfirmed } = one;
    if (unconfirmed === undefined || name === undefined || !PLAIN.test(name)) return false;
    const page = pages.find(
      (list) =>
        list.items !== undefined &&
        lengthOf(list) < WIDEST &&
        (list.query.status === undefined || list.query.status === status),
    );
    if (page === undefined) return false;
    const shown = (page.items ?? []).filter((item) => isObject(item) && item['name'] === name).length;
    const alike = before.filter((other) => other.name === name);
    const confirmed = alike.filter((other) => other.unconfirmed === undefined).length;
    // Of those that go by one name, as many are there as are shown; the ones that were answered are the first.
    const missing = alike.length - Math.max(shown, confirmed);
    return alike.filter((other) => other.unconfirmed !== undefined).indexOf(one) < missing;
  });
}
