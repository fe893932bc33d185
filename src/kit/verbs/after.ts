import type { RequirementId } from '../../../requirements/index.ts';
import { sameJson } from '../../json/json.ts';
import type { Json, JsonObject } from '../../json/types.ts';
import { defineCheck, type Check } from '../check.ts';
import { isClientError } from '../expect.ts';
import { subject } from '../flaw.ts';
import type { Lab } from '../lab.ts';
import { lengthOf } from '../lists.ts';
import type { Animal } from '../population.ts';
import { isObject, itemId, placesIn, type CreateReply, type ListReply, type Reply } from '../replies.ts';

/** What was refused must have left nothing behind. */
export interface After {
  readonly title: string;
  /** Globs of the checks that send what is to be refused. */
  readonly pulls: readonly string[];
  /** For each requirement the requests of the whole run that it speaks of. */
  readonly nothing: Readonly<Partial<Record<RequirementId, Refused>>>;
}

/** The requests of the whole run that a requirement speaks of, and what it means where there are none. */
interface Refused {
  readonly of: (reply: CreateReply) => boolean;
  /** Why there may be none, and the requirement whose failure that is. */
  readonly none: { readonly reason: string; readonly because: RequirementId };
}

/** Ids between two animals of the run that are looked at, where pages are too full to show what was stored. */
const GAP = 60;
const GETS_AT_MOST = 60;

/** Whether a stored animal is what a refused body asked for. */
function isStowaway(item: JsonObject, refused: CreateReply): boolean {
  const { marker, sent } = refused;
  const name = item['name'];
  if (marker !== undefined) return typeof name === 'string' && name.includes(marker);
  if (!isObject(sent)) return false;
  const asked = sent['name'];
  if (typeof asked === 'number' && asked >= 100_000_000) return name === asked || name === String(asked);
  const joined =
    typeof asked === 'object' && asked !== null && typeof name === 'string' && name.includes('[object');
  if (typeof name === 'string' && typeof asked !== 'string' && !joined) return false;
  const sameName =
    asked === undefined ? name === undefined || name === null : name !== undefined && sameJson(name, asked);
  return sameName && sameMember(item, sent, 'categoryId') && sameMember(item, sent, 'status');
}

function sameMember(item: JsonObject, sent: JsonObject, member: string): boolean {
  const value: Json | undefined = sent[member];
  if (value === undefined) return true;
  const shown = item[member];
  return shown !== undefined && sameJson(shown, value);
}

/** Whether what the body asked for would show on one of the pages, each of which shows what was added last. */
function wouldShow(refused: CreateReply, pages: readonly ListReply[]): boolean {
  const sent = isObject(refused.sent) ? refused.sent : undefined;
  const status = refused.submitted?.status ?? sent?.['status'];
  return pages.some(({ query }) => query.status === undefined || query.status === status);
}

/** Whether a page shows what was added last, where that matches it. */
function showsLast(page: ListReply, animals: readonly Animal[]): boolean {
  return page.items !== undefined && (lengthOf(page) < 100 || isNewest(page, animals));
}

/** Animals of the run that have to stand on a full page before it is taken for the one of the newest. */
const NEWEST = 5;

/** Whether a full page shows every animal of the run that matches it, as one with the newest first does. */
function isNewest({ items, query: { status } }: ListReply, animals: readonly Animal[]): boolean {
  const shown = placesIn(items).of;
  const matching = animals.filter(({ submitted }) => status === undefined || submitted.status === status);
  return matching.length >= NEWEST && matching.every(({ id }) => shown.has(id));
}

/** The refused bodies by which something stored can be recognised. */
function recognisable({ marker, sent }: CreateReply): boolean {
  if (marker !== undefined) return true;
  return isObject(sent) && sent['categoryId'] !== undefined && sent['status'] !== undefined;
}

interface Found {
  readonly refused: CreateReply;
  readonly where: Reply;
  readonly id: string;
}

/** Where the animal stands that must not be there. */
function pointerTo({ where, id }: Found): string {
  if (where.operation !== 'list') return '';
  return `/${String(placesIn(where.items).of.get(BigInt(id)) ?? 0)}`;
}

/** Animals that are accounted for. */
interface Known {
  readonly ids: ReadonlySet<bigint>;
  /** Of those that were let in, or may have been since no answer says otherwise: their ids nobody may have told. */
  readonly names: ReadonlySet<unknown>;
}

/** Whatever was accepted is no stowaway, a faulty body that should have been refused included. */
function knownFrom(before: readonly ListReply[], sent: readonly CreateReply[]): Known {
  const ids = new Set(before.flatMap((page) => page.items ?? []).map((item) => itemId(item) ?? 0n));
  const names = new Set<unknown>();
  for (const reply of sent) {
    if (reply.id !== undefined) ids.add(reply.id);
    if (isObject(reply.sent) && !isClientError(reply.answer?.status ?? 0)) names.add(reply.sent['name']);
  }
  return { ids, names };
}

function onPages(
  refusals: readonly CreateReply[],
  pages: readonly ListReply[],
  { ids, names }: Known,
): Found | undefined {
  for (const page of pages) {
    for (const item of page.items ?? []) {
      const id = itemId(item);
      if (!isObject(item) || id === undefined || ids.has(id) || names.has(item['name'])) continue;
      const refused = refusals.find((one) => isStowaway(item, one));
      if (refused !== undefined) return { refused, where: page, id: String(id) };
    }
  }
  return undefined;
}

/** Ids that were assigned between animals of the run, while it sent requests that were refused. */
function gaps(lab: Lab): { readonly dense: boolean; readonly ids: readonly bigint[] } {
  const made = lab.population.animals().map(({ id }) => id);
  const sorted = made.toSorted((a, b) => (a < b ? -1 : 1));
  const known = lab.population.knownIds();
  const ids: bigint[] = [];
  let dense = sorted.length > 1;
  for (const [index, id] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next === undefined) break;
    if (next - id > BigInt(GAP)) dense = false;
    for (let between = id + 1n; between < next && next - id <= BigInt(GAP); between += 1n) {
      if (!known.has(between)) ids.push(between);
    }
  }
  return { dense, ids: ids.slice(0, GETS_AT_MOST) };
}

async function inGaps(
  lab: Lab,
  refusals: readonly CreateReply[],
  { names }: Known,
): Promise<{ found?: Found; conclusive: boolean }> {
  if (!(await lab.baseline.of('get')).usable) return { conclusive: false };
  const { dense, ids } = gaps(lab);
  const replies = await Promise.all(ids.map((id) => lab.api.get(id)));
  for (const reply of replies) {
    const { pet } = reply;
    if (pet === undefined || names.has(pet['name'])) continue;
    const refused = refusals.find((one) => isStowaway(pet, one));
    if (refused) return { found: { refused, where: reply, id: reply.id }, conclusive: true };
  }
  return { conclusive: dense && ids.length < GETS_AT_MOST };
}

/** One more plain animal, so that ids assigned for the last refused requests lie between two known ones. */
async function closingAnimal(lab: Lab): Promise<void> {
  await lab.creates.plain(await lab.pages.rarestStatus());
}

async function look(
  lab: Lab,
  requirement: RequirementId,
  refusals: readonly CreateReply[],
  none: Refused['none'],
  pages: readonly ListReply[],
  known: Known,
): Promise<void> {
  const told = refusals.filter(recognisable);
  if (told.length === 0) {
    if (lab.api.budget.left <= 0) lab.outOfBudget(requirement);
    else if (refusals.length === 0) lab.dueTo(requirement, none.because, none.reason);
    else {
      const reason = 'what the refused requests asked for could not be told from other animals';
      lab.undecided(requirement, reason, 'server');
    }
    return;
  }
  const telling = pages.filter((page) => showsLast(page, lab.population.animals()));
  const visible = told.filter((refused) => wouldShow(refused, telling));
  const hidden = told.filter((refused) => !visible.includes(refused));
  let found = onPages(told, pages, known);
  let conclusive = hidden.length === 0;
  if (found === undefined && hidden.length > 0) {
    const gap = await inGaps(lab, told, known);
    found = gap.found;
    conclusive = gap.conclusive;
  }
  if (found !== undefined) {
    const status = String(found.refused.answer?.status);
    lab.broken(requirement, {
      message: `a request to add an animal was answered with ${status}, and the animal was stored all the same, as ${found.id}`,
      expected: 'nothing stored',
      actual: `the animal exists (${found.id})`,
      exchanges: [found.refused.outcome.exchange, found.where.outcome.exchange],
      comparison: found.refused.outcome.exchange.id,
      places: [{ part: 'body', pointer: pointerTo(found) }],
      about: [subject.animal(found.id)],
    });
  } else if (conclusive || visible.length > 0) {
    const looked = conclusive ? told : visible;
    lab.held(
      requirement,
      `${String(looked.length)} refused requests, nothing of them was found afterwards`,
      ...pages,
    );
  } else {
    const silent = pages.find((page) => page.items === undefined);
    const reason = 'the target holds so many animals that its lists do not show what was added last';
    if (silent === undefined) lab.leftOut(requirement, reason);
    else if (!lab.silent(requirement, silent)) lab.nothing(requirement, [silent]);
  }
}

function createsOf({ api }: Lab): readonly CreateReply[] {
  return api.log.filter((reply): reply is CreateReply => reply.operation === 'create');
}

/** Looks for animals that requests asked for which were refused: on the widest lists, and under ids between those of the run. */
export function after(id: string, one: After): Check {
  const asked = Object.entries(one.nothing) as readonly (readonly [RequirementId, Refused])[];
  return defineCheck({
    id,
    title: one.title,
    decides: asked.map(([requirement]) => requirement),
    stage: 'read-back',
    pulls: one.pulls,
    needs: ['list', 'create'],
    probe: async (lab) => {
      const sent = createsOf(lab);
      let pages = await lab.pages.readBack();
      if (pages.some((page) => page.query.status === undefined && lengthOf(page) === 100)) {
        await closingAnimal(lab);
        pages = await lab.pages.widest();
      }
      const known = knownFrom(await lab.pages.snapshot(), createsOf(lab));
      for (const [requirement, { of, none }] of asked) {
        await look(lab, requirement, sent.filter(of), none, pages, known);
      }
    },
  });
}
