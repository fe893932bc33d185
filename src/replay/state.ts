import type { Exchange } from '../../reports/exchange.ts';
import { counted } from '../../reports/measures.ts';
import { endOf, startOf } from '../../reports/requests.ts';
import { statusLine } from '../../reports/rows.ts';
import { itemsIn, objectIn } from '../engine/recorded.ts';
import { isObject, itemId, STATUSES } from '../engine/replies.ts';
import type { Json, JsonObject } from '../json/types.ts';
import type { Finding } from './finding.ts';
import { jsonOf, pathsOf, textAt } from '../../reports/places.ts';
import { cut } from '../../reports/text.ts';
import { exactProblems } from '../../schemas/exact.ts';

/** What was sent, what came of it in the same order, and what the target listed before and afterwards. */
export interface Sent {
  readonly sent: readonly Exchange[];
  readonly came: readonly Exchange[];
  readonly held: readonly Exchange[];
  readonly after: readonly Exchange[];
  /** What would have added animals that it lacks, and may not be sent. */
  readonly more: readonly Exchange[];
}

/** What a target has to hold for its answers to show what those of then did. */
interface State {
  /** Animals that were shown then, each as often as it was. */
  readonly shown: readonly JsonObject[];
  /** Whether it takes these very animals: else as many will do. */
  readonly isTheSame: boolean;
}

/** What showed a finding: the animals that were got, or those of a list up to the place that was wrong. */
function stateOf({ check, proof, requests }: Finding, evidence: readonly Exchange[]): State {
  // As an answer showed them first: the one that is wrong may show them otherwise.
  const all = evidence.flatMap(animalsIn).toReversed();
  const first = new Map(all.map((one) => [idOf(one), one]));
  const known = (ids: readonly (string | undefined)[]): readonly JsonObject[] =>
    ids.map((id) => first.get(id)).filter((one) => one !== undefined);
  const gets = requests.filter(({ operation }) => operation === 'get');
  const got = known(gets.flatMap((one) => [askedIn(one), ...animalsIn(one).map(idOf)]));
  const isSilent = proof.response === null;
  if (proof.operation !== 'list' || !(isSilent || isSuccess(proof))) return { shown: got, isTheSame: true };
  // What broke off may have been too long.
  const before = evidence.filter((one) => isSilent && isAdded(one) && endOf(one) <= startOf(proof));
  const longest = requests.map(animalsIn).toSorted((a, b) => b.length - a.length)[0] ?? [];
  const paths = pathsOf(check);
  // That one is there at all is wrong where its id, or the status that was asked for, is.
  const isThere = (member?: string): boolean =>
    member === undefined || member === 'id' || (member === 'status' && filterOf(proof) !== null);
  const listed = animalsIn(proof);
  // What had to be refused is stored by no other request.
  const isRight = (index?: string): boolean => {
    const id = idOf(listed[Number(index)] ?? null);
    return evidence.every((one) => !isAdded(one) || isPlain(one) || idIn(one) !== id);
  };
  const isOfAny = ([index, member]: readonly string[]): boolean =>
    isThere(member) && (member === undefined || isRight(index));
  const isTheSame = !isSilent && !paths.some(isOfAny);
  const shown = paths.map(([index]) =>
    index === undefined ? longest : listed.slice(isTheSame ? Number(index) : 0, Number(index) + 1),
  );
  return { shown: [...heldOf({ proof }, before), ...known(shown.flat().map(idOf))], isTheSame };
}

/** The status that a list was asked for with. */
function filterOf({ request: { url } }: Exchange): string | null {
  return new URL(url).searchParams.get('status');
}

/**
 * The requests of the run that added the animals which showed a finding, where the target does not hold them any more, or
 * others where it does not hold as many.
 * @param held lists of what it holds now
 */
export function supplyFor(
  finding: Finding,
  evidence: readonly Exchange[],
  held: readonly Exchange[],
): readonly Exchange[] {
  // What was left open stays open, whatever the target holds.
  if (finding.row.verdict === 'inconclusive') return [];
  const { shown, isTheSame } = stateOf(finding, evidence);
  const there = heldOf(finding, held);
  const ids = new Set(shown.filter((one) => !there.some((other) => isSame(one, other))).map(idOf));
  const made = evidence.filter((one) => isAdded(one) && !finding.requests.includes(one));
  const meant = made.filter((one) => ids.has(idIn(one)) && (isTheSame || isPlain(one)));
  if (finding.proof.operation !== 'list') return meant;
  const fits = (one: Exchange): boolean => heldOf(finding, [one]).length > 0;
  // What had to be refused a mended target refuses: it comes last.
  const others = made
    .filter((one) => !meant.includes(one) && fits(one))
    .toSorted((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
  const lacking = Math.max(isTheSame ? meant.length : 0, wantedBy(finding, shown) - there.length);
  const chosen = [
    ...meant.slice(0, lacking),
    ...others.slice(0, Math.max(0, lacking - meant.filter(fits).length)),
  ];
  // A filter shows what it does only among animals that it leaves out.
  return filterOf(finding.proof) !== null
    ? made
        .slice(0, made.findLastIndex((one) => chosen.includes(one)) + 1)
        .filter((one) => isPlain(one) || chosen.includes(one))
    : chosen;
}

/** How many animals it takes: what shows on a long list may not show on a short one. */
function wantedBy({ proof }: Finding, shown: readonly JsonObject[]): number {
  return Math.max(shown.length, animalsIn(proof).length);
}

/** Whether a finding rests on what a target holds: what is refused, or is no animal, does not. */
export function isOfState({ requests }: Finding): boolean {
  return requests.some(
    (one) =>
      one.operation === 'get' ||
      (one.operation === 'list' && (one.response === null || isSuccess(one))) ||
      broughtIn(one.request.body) !== undefined,
  );
}

/** How many of some animals are of the status that a list was asked for with; undefined where any is. */
export function ofFilter(finding: Finding, supply: readonly Exchange[]): number | undefined {
  if (finding.proof.operation !== 'list' || filterOf(finding.proof) === null) return undefined;
  return heldOf(finding, supply).length;
}

/** What the target lacks that it takes to show a finding, in words; undefined where it lacks nothing. */
export function lackOf(finding: Finding, evidence: readonly Exchange[], now: Sent): string | undefined {
  const { check, proof, requests } = finding;
  const pairs = now.sent.flatMap((old, at) => {
    const fresh = now.came[at];
    return fresh === undefined ? [] : [{ old, fresh }];
  });
  const { shown, isTheSame } = stateOf(finding, evidence);
  // That one was accepted at all is what some findings are about.
  const isStatus = check.places?.every(({ part }) => part === 'status') ?? true;
  const ids = new Set(shown.map(idOf));
  // That a list is too long shows by as many as are too many.
  const isOfLength = shown.length > 0 && pathsOf(check).every(({ length }) => length === 1);
  const wantedHere = isOfLength ? shown.length : wantedBy(finding, shown);
  const isShort = heldOf(finding, [...now.held, ...now.came]).length < wantedHere;
  const isNeeded = (old: Exchange): boolean =>
    requests.includes(old) ? old !== proof || !isStatus : isShort || (isTheSame && ids.has(idIn(old)));
  const refused = pairs.find(({ old, fresh }) => isAdded(old) && !isAdded(fresh) && isNeeded(old));
  if (refused !== undefined)
    return `${refused.old.id} (${sentIn(refused.fresh)}) added an animal then, and is answered with ${statusLine(refused.fresh)} now, which may be your mend itself`;
  if (now.more.length > 0) return `it takes ${counted(now.more.length, 'more animal')} than may be added`;
  const lack = idLack(finding, evidence, now);
  if (lack !== undefined || !isTheSame || proof.operation !== 'list') return lack;
  const made = new Map(pairs.map(({ old, fresh }) => [idIn(old), animalsIn(fresh)[0]]));
  const listed = pairs.flatMap(({ old, fresh }) => (old === proof ? animalsIn(fresh) : []));
  const wanted = shown.map((one) => made.get(idOf(one)) ?? one);
  const [first] = wanted;
  const length = animalsIn(proof).length;
  if (listed.length < length)
    return `the list holds ${counted(listed.length, 'animal')}, and held ${String(length)} then`;
  if (first === undefined || wanted.some((one) => listed.some((other) => isSame(one, other))))
    return undefined;
  return `animal ${String(idOf(first))}, which would show it, is not among the ${counted(listed.length, 'animal')} of the list`;
}

/** What was sent, in short. */
function sentIn({ request: { method, url, body } }: Exchange): string {
  return cut([method, new URL(url).pathname, body ?? ''].join(' ').trim(), 120);
}

/** Ids in what was sent that have another meaning now: one that was free or taken then, or that was made for another. */
function idLack(
  { row, proof, requests }: Finding,
  evidence: readonly Exchange[],
  { sent, came, held }: Sent,
): string | undefined {
  for (const then of requests) {
    const at = sent.indexOf(then);
    const now = came[at];
    if (now === undefined || then.operation !== 'create') continue;
    const [old, fresh] = [broughtIn(then.request.body), broughtIn(now.request.body)];
    const wasTaken = has(
      evidence.filter((one) => endOf(one) <= startOf(then)),
      old,
    );
    const isTaken = has([...held, ...came.slice(0, at)], fresh);
    if (wasTaken !== isTaken) {
      const word = isTaken ? 'taken' : 'free';
      return `the id ${String(fresh)} in the body is ${word} now, and that of then was ${isTaken ? 'free' : 'taken'}`;
    }
    const [was, is] = [idIn(then), idIn(now)];
    const isLike = (one: Exchange): boolean =>
      one.operation === 'get' && (askedIn(one) === was || (one === proof && row.id === 'get.int64'));
    for (const one of requests.filter(isLike)) {
      const again = came[sent.indexOf(one)];
      if (again !== undefined && apart(one, was) !== apart(again, is))
        return `the id that ${one.id} asked for is like ${String(was)}, and the animal has the id ${String(is)} now`;
    }
  }
  return undefined;
}

/** How far the id that was asked for is from another one. */
function apart(asked: Exchange, id = ''): bigint | undefined {
  const ids = [askedIn(asked), id];
  const [from, to] = ids.every((one) => /^-?\d+$/u.test(one)) ? ids.map(BigInt) : [];
  return from === undefined || to === undefined ? undefined : from - to;
}

function has(exchanges: readonly Exchange[], id: string | undefined): boolean {
  return id !== undefined && exchanges.some((one) => animalsIn(one).some((animal) => idOf(animal) === id));
}

/** The id that the body of a create brings, also in a string. */
export function broughtIn(body: string | null): string | undefined {
  const [, id] = /^"?(\d+)"?$/u.exec(textAt('/id', body) ?? '') ?? [];
  return id;
}

/** Whether a create is one that every target has to accept, as far as the document says. */
function isPlain({ request: { credential, body } }: Exchange): boolean {
  return credential?.kind === 'valid' && exactProblems('new-pet', jsonOf(body) ?? null).length === 0;
}

function isAdded(exchange: Exchange): boolean {
  return exchange.operation === 'create' && idIn(exchange) !== undefined;
}

/** The text behind the last slash of the address. */
export function askedIn({ request: { url } }: Exchange): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** The different animals that answers show, of the status that a finding was asked for with, where it was. */
function heldOf({ proof }: Pick<Finding, 'proof'>, held: readonly Exchange[]): readonly JsonObject[] {
  const status = filterOf(proof);
  const animals = new Map(held.flatMap(animalsIn).map((one) => [idOf(one), one]));
  const isFilter = STATUSES.some((one) => one === status);
  return [...animals.values()].filter((one) => !isFilter || one['status'] === status);
}

/** The animals in an answer: the items of a list, or the one. */
export function animalsIn(exchange: Exchange): readonly JsonObject[] {
  if (!isSuccess(exchange)) return [];
  const some = exchange.operation === 'list' ? (itemsIn(exchange) ?? []) : [objectIn(exchange) ?? null];
  return some.filter(isObject);
}

/** Whether two objects are the same animal: of another run one may have the same id, and no other the same name. */
function isSame(one: JsonObject, other: JsonObject): boolean {
  return idOf(one) === idOf(other) && one['name'] === other['name'];
}

export function idOf(animal: Json): string | undefined {
  return itemId(animal)?.toString();
}

/** The id of the animal in an answer. */
export function idIn(exchange: Exchange): string | undefined {
  const [animal] = isSuccess(exchange) ? [objectIn(exchange)] : [];
  return animal && idOf(animal);
}

function isSuccess({ response }: Exchange): boolean {
  return response !== null && response.status < 300;
}
