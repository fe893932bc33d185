import type { Exchange } from '../../reports/exchange.ts';
import { int64 } from '../json/int64.ts';
import { readJson, writeJson } from '../json/json.ts';
import type { JsonObject } from '../json/types.ts';
import { isClientError } from './expect.ts';
import type { Violation } from './finding.ts';
import { bodyIn, itemsIn } from './recorded.ts';
import { isObject } from './replies.ts';

/** What a violation shows, for comparing it with others. */
export interface Sign {
  /** The answers that show it, by their ids. */
  readonly answers: ReadonlyMap<string, Exchange>;
  /** Id of the one that proves it. */
  readonly proof: string;
  /** Where and how: `get 200 body /name`, `create status 422`. */
  readonly marks: readonly string[];
  /** The status that is asked for, where one is. */
  readonly asked: number | undefined;
  readonly violation: Violation;
}

/** How many of the answers that show one violation show another. */
export function overlap(some: Sign['answers'], others: Sign['answers']): number {
  return [...some.keys()].filter((id) => others.has(id)).length;
}

/** An animal as an answer shows it. */
type Shown = JsonObject;

/** The animals that an answer shows, one or a list of them. */
function animalsIn(exchange: Exchange): readonly Shown[] {
  const body = bodyIn(exchange);
  return (itemsIn(exchange) ?? (body === undefined ? [] : [body])).filter(isObject);
}

/** The ids of the animals that the run made, as far as answers show them. */
export function madeIn(evidence: readonly Exchange[]): ReadonlySet<string> {
  const creates = evidence.filter(({ operation }) => operation === 'create');
  return new Set(creates.flatMap(animalsIn).map(idOf));
}

function idOf(animal: Shown): string {
  return String(int64(animal['id']));
}

/** A member of an animal, and what it was shown with. */
function trait(animal: Shown, member: string): string {
  const value = animal[member];
  return `${idOf(animal)} ${member} ${value === undefined ? 'none' : writeJson(value)}`;
}

/** The same of any animal: a text as it stands, of anything else the type. */
function traitOfAny(animal: Shown, member: string): string {
  const value = animal[member];
  return `any ${member} ${typeof value === 'string' ? writeJson(value) : value === null ? 'null' : typeof value}`;
}

/** The members of animals at which a violation shows in its proof; undefined where it shows elsewhere too. */
function members({ violation, answers, proof }: Sign): readonly (readonly [Shown, string])[] | undefined {
  const exchange = answers.get(proof);
  const { places = [] } = violation;
  if (exchange === undefined || places.length === 0) return undefined;
  const items = itemsIn(exchange);
  const found = places.flatMap((place) => {
    const path = place.part === 'body' ? place.pointer.split('/').slice(1) : [];
    const [member, ...more] = items === undefined ? path : path.slice(1);
    const animal = items === undefined ? bodyIn(exchange) : items[Number(path[0])];
    if (member === undefined || more.length > 0 || !isObject(animal)) return [];
    // An id names the animal, unless it is none.
    return member !== 'id' || int64(animal['id']) === undefined ? [[animal, member] as const] : [];
  });
  return found.length === places.length ? found : undefined;
}

/**
 * Whether an answer is wrong for nothing but what an earlier answer, which the root calls wrong there too, showed of the same
 * animal: what was stored wrongly is shown wrongly. Most others that are wrong have to show what the root stored, or another.
 * @param made ids of the animals that the run made
 * @param others signs of all that may have stored something
 */
export function isSameValue(
  sign: Sign,
  root: Sign,
  made: ReadonlySet<string>,
  others: readonly Sign[],
): boolean {
  const wrong = members(sign);
  if (wrong === undefined) return false;
  const names = [...new Set(wrong.map(([, member]) => member))];
  const traits = (animal: Shown, member: string) =>
    made.has(idOf(animal)) ? trait(animal, member) : traitOfAny(animal, member);
  const own = stored(root, names);
  const all = new Set([own, ...others.map((other) => stored(other, names))].flatMap((some) => [...some]));
  const shows = (exchange: Exchange) =>
    animalsIn(exchange).some((animal) => names.some((name) => all.has(traits(animal, name))));
  const showing = [...sign.answers.values()].filter(shows).length;
  return (
    wrong.every(([animal, member]) => own.has(traits(animal, member))) && 2 * showing > sign.answers.size
  );
}

/**
 * The traits of animals that a root calls wrong in all of some members. An answer that takes what has to be refused is wrong in
 * every member. An animal that an earlier run made is held against those of this one.
 */
function stored(root: Sign, names: readonly string[]): ReadonlySet<string> {
  const isTaken = root.marks.some((mark) => /^create status 2\d\d$/u.test(mark));
  const taken = isTaken && isClientError(root.asked ?? 0);
  const own = new Set((members(root) ?? []).map(([, member]) => member));
  if (!taken && !names.every((name) => own.has(name))) return new Set();
  const animals = [...root.answers.values()].flatMap(animalsIn);
  return new Set(
    animals.flatMap((animal) => names.flatMap((name) => [trait(animal, name), traitOfAny(animal, name)])),
  );
}

/** Whether each wrong id is the one that the body of its request had. */
export function isSentId({ answers, violation: { places = [] } }: Sign): boolean {
  const isSent = (exchange: Exchange) => {
    const sent = readJson(exchange.request.body ?? '');
    const id = sent.ok && isObject(sent.value) ? sent.value['id'] : undefined;
    const came = animalsIn(exchange)[0]?.['id'];
    return id !== undefined && came !== undefined && writeJson(id) === writeJson(came);
  };
  const isOfId = places.every((place) => place.part === 'body' && place.pointer === '/id');
  return isOfId && answers.size > 0 && [...answers.values()].every(isSent);
}

/** How other widths of a number take an int64. */
const WIDTHS: readonly ((id: bigint) => bigint | number)[] = [
  Number,
  (id) => Math.fround(Number(id)),
  ...[8, 16, 32].map((bits) => (id: bigint) => BigInt.asUintN(bits, id)),
];

/** Whether one animal came for another id, which a narrower number takes for the same: as the root's did, and as wide. */
export function isSameWidth(sign: Sign, root: Sign): boolean {
  const pairs = [sign, root].map(({ answers, proof }) => {
    const exchange = answers.get(proof);
    const asked = /\/(-?\d+)$/u.exec(exchange?.request.url ?? '')?.[1];
    const came = exchange && animalsIn(exchange).map(({ id }) => int64(id))[0];
    return asked === undefined || came === undefined ? undefined : { asked: BigInt(asked), came };
  });
  return WIDTHS.some((as) =>
    pairs.every((pair) => pair !== undefined && pair.asked !== pair.came && as(pair.asked) === as(pair.came)),
  );
}

/** Whether a list holds as many animals as the root's, which was asked for with another limit. */
export function isSameLength(sign: Sign, root: Sign): boolean {
  const [one, other] = [sign, root].map(({ answers, proof }) => answers.get(proof));
  if (one === undefined || other === undefined || limitOf(one) === limitOf(other)) return false;
  const length = itemsIn(one)?.length;
  return length !== undefined && length === itemsIn(other)?.length;
}

/** Whether all lists of a violation have a filter, the root's proof among them. */
export function isFilteredAlone({ answers, proof }: Sign, root: Sign): boolean {
  const isFiltered = ({ request }: Exchange) => new URL(request.url).searchParams.has('status');
  return answers.has(proof) && answers.has(root.proof) && [...answers.values()].every(isFiltered);
}

function limitOf({ request }: Exchange): string | null {
  return new URL(request.url).searchParams.get('limit');
}
