import type { Exchange } from '../../reports/exchange.ts';
import { counted } from '../../reports/measures.ts';
import { endOf, startOf } from '../../reports/requests.ts';
import { statusLine } from '../../reports/rows.ts';
import { WIDEST } from '../engine/lists.ts';
import { itemsIn, objectIn } from '../engine/recorded.ts';
import { isObject, itemId, STATUSES } from '../engine/replies.ts';
import type { Json, JsonObject } from '../json/types.ts';
import type { Finding } from './finding.ts';
import { pathsOf, textAt } from '../../reports/places.ts';

/** What was sent, what came of it in the same order, and what the target listed before. */
export interface Sent {
  readonly sent: readonly Exchange[];
  readonly came: readonly Exchange[];
  readonly held: readonly Exchange[];
}

/** What a target has to hold for its answers to show what those of then did. */
interface State {
  /** Animals that were shown then, each as often as it was. */
  readonly shown: readonly JsonObject[];
  /** Whether it takes these very animals: else as many will do. */
  readonly isExact: boolean;
  /** Whether they have to be shown again to tell. */
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
  if (proof.operation !== 'list' || !isSuccess(proof)) return { shown: got, isExact: true, isTheSame: true };
  const paths = pathsOf(check);
  const isExact = paths.every(([, member]) => member !== undefined);
  // That one is there at all is wrong where its id, or the status that was asked for, is.
  const isThere = (member?: string): boolean =>
    member === 'id' || (member === 'status' && new URL(proof.request.url).searchParams.has(member));
  const isTheSame = isExact && !paths.some(([, member]) => isThere(member));
  const shown = paths.map(([index]) => {
    if (index === undefined) return requests.map(animalsIn).toSorted((a, b) => b.length - a.length)[0] ?? [];
    return animalsIn(proof).slice(isExact ? Number(index) : 0, Number(index) + 1);
  });
  return { shown: known(shown.flat().map(idOf)), isExact, isTheSame };
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
  const { shown, isExact, isTheSame } = stateOf(finding, evidence);
  const there = heldOf(finding, held);
  const ids = new Set(shown.filter((one) => !there.some((other) => isSame(one, other))).map(idOf));
  const made = evidence.filter((one) => isAdded(one) && !finding.requests.includes(one));
  const meant = made.filter((one) => ids.has(idIn(one)));
  if (isTheSame) return meant;
  const others = made.filter((one) => !meant.includes(one) && heldOf(finding, [one]).length > 0);
  const lacking = Math.max(0, shown.length - there.length);
  return isExact ? [...meant, ...others.slice(0, lacking)] : [...meant, ...others].slice(0, lacking);
}

/** What the target lacks that it takes to show a finding, in words; undefined where it lacks nothing. */
export function lackOf(finding: Finding, evidence: readonly Exchange[], now: Sent): string | undefined {
  const lack = idLack(finding, evidence, now) ?? animalLack(finding, evidence, now);
  const at = now.sent.findIndex(
    (one, index) => one !== finding.proof && isAdded(one) && now.came[index] && !isSuccess(now.came[index]),
  );
  const [then, refused] = [now.sent[at], now.came[at]];
  if (then === undefined || refused === undefined) return lack;
  if (lack === undefined && !finding.requests.includes(then)) return undefined;
  return `${then.id} added an animal then, and is answered with ${statusLine(refused)} now`;
}

/** Ids in what was sent that have another meaning now: one that was free or taken then, or that was made for another. */
function idLack(
  { row, requests }: Finding,
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
    if (row.id === 'get.int64' && was !== is)
      return `the id that was asked for is like ${String(was)}, and the animal has the id ${String(is)} now`;
  }
  return undefined;
}

function has(exchanges: readonly Exchange[], id: string | undefined): boolean {
  return id !== undefined && exchanges.some((one) => animalsIn(one).some((animal) => idOf(animal) === id));
}

/** The id that the body of a create brings, also in a string. */
export function broughtIn(body: string | null): string | undefined {
  const [, id] = /^"?(\d+)"?$/u.exec(textAt('/id', body) ?? '') ?? [];
  return id;
}

function isAdded(exchange: Exchange): boolean {
  return exchange.operation === 'create' && idIn(exchange) !== undefined;
}

/** The animals that it takes to show a finding and that the target lacks. */
function animalLack(
  finding: Finding,
  evidence: readonly Exchange[],
  { sent, came, held }: Sent,
): string | undefined {
  const { proof } = finding;
  const { shown, isTheSame } = stateOf(finding, evidence);
  const creates = came.filter(({ operation }) => operation === 'create');
  if (!isTheSame) {
    const wanted = Math.min(shown.length, WIDEST);
    const count = heldOf(finding, [...held, ...creates]).length;
    if (count >= wanted) return undefined;
    return `the target lists ${counted(count, 'animal')}, and it took ${String(wanted)} to show`;
  }
  const made = sent.map((one, at) => [one.operation === 'create' && idIn(one), came[at]] as const);
  const now = new Map(made.map(([id, one]) => [id, one && animalsIn(one)[0]]));
  const isList = proof.operation === 'list';
  const there = (isList ? came.slice(sent.indexOf(proof)).slice(0, 1) : [...held, ...creates]).flatMap(
    animalsIn,
  );
  const isThere = (one: JsonObject): boolean =>
    there.some((other) => isSame(now.get(idOf(one) ?? false) ?? one, other));
  const lacking = shown.filter((one) => !isThere(one));
  if (lacking.length === 0 || (isList && lacking.length < shown.length)) return undefined;
  return `the animal that showed it, ${String(lacking.map(idOf)[0])} then, is not ${isList ? 'in the list' : 'there'} now`;
}

/** Whether what the target holds has a bearing on what its answers show. */
export function isOfState(finding: Finding, evidence: readonly Exchange[]): boolean {
  const { check, proof } = finding;
  const isList = proof.operation === 'list' && isSuccess(proof) && pathsOf(check).length > 0;
  const isBrought = finding.requests.some(
    ({ operation, request: { body } }) => operation === 'create' && broughtIn(body),
  );
  return isList || isBrought || stateOf(finding, evidence).shown.length > 0;
}

/** The text behind the last slash of the address. */
export function askedIn({ request: { url } }: Exchange): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** The different animals that answers show, of the status that a finding was asked for with, where it was. */
function heldOf({ proof }: Finding, held: readonly Exchange[]): readonly JsonObject[] {
  const status = new URL(proof.request.url).searchParams.get('status');
  const animals = new Map(held.flatMap(animalsIn).map((one) => [idOf(one), one]));
  const isFilter = STATUSES.some((one) => one === status);
  return [...animals.values()].filter((one) => !isFilter || one['status'] === status);
}

/** The animals in an answer: the items of a list, or the one. */
function animalsIn(exchange: Exchange): readonly JsonObject[] {
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
