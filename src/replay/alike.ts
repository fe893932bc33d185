import type { Exchange } from '../../reports/exchange.ts';
import { counted } from '../../reports/measures.ts';
import { endOf, startOf } from '../../reports/requests.ts';
import { itemsIn } from '../engine/recorded.ts';
import { isObject } from '../engine/replies.ts';
import { readJson, writeJson } from '../json/json.ts';
import type { Finding } from './finding.ts';
import { pathsOf } from '../../reports/places.ts';
import type { Told } from './rules.ts';
import { headerIn } from './send.ts';
import { askedIn, idIn, idOf } from './state.ts';

/** Right answers for each wrong one from which on another right one says nothing. */
const SHARE = 1 / 4;

/** What was asked for, the names and ids of a run's animals aside, how that was written, and whether it was answered right. */
interface Asked {
  readonly what: string;
  readonly how: string;
  readonly isRight: boolean | undefined;
}

/**
 * Why a right answer says nothing: the run itself had such answers too where the same was asked for, or showed animals right
 * that were added in the same way.
 * @param told what the rule says of each answer of the run
 * @param answer that of now
 */
export function likeness(
  { check, proof, requests: own, race }: Finding,
  evidence: readonly Exchange[],
  told: ReadonlyMap<Exchange, Told>,
  answer: Exchange,
  tag?: string,
): string | undefined {
  const bodyOf = asking(evidence, tag);
  const isPair = own.some((one) => isCopy(proof, one));
  const creates = new Map(evidence.map((one) => [one.operation === 'create' && idIn(one), one]));
  // A pair of equal animals is like pairs alone, and what a race shows is like other races.
  const askedOf = (one: Exchange): Pick<Asked, 'what' | 'how'> => {
    const made = one.operation === 'get' ? (creates.get(askedIn(one)) ?? one) : one;
    const isSecond = isPair && evidence.some((other) => isCopy(one, other));
    const isRaced = race !== undefined && evidence.some((other) => isRace(made, other));
    const { what, how } = bodyOf(one);
    return { what: [what, isSecond, isRaced].join(' '), how };
  };
  const count = itemsIn(answer)?.length;
  const isAsFull = (one: Exchange): boolean => {
    const length = itemsIn(one)?.length;
    return count === undefined || (length !== undefined && length >= count && length > 0 === count > 0);
  };
  const toldOf = (one: Exchange): boolean | undefined => {
    const found = told.get(one);
    return typeof found === 'object' ? false : found === 'met' && isAsFull(one) ? true : undefined;
  };
  // Of an animal that was got several times the wrong answer counts.
  const answers = new Map(
    evidence
      .filter((one) => toldOf(one) !== undefined)
      .toSorted((a, b) => Number(toldOf(b)) - Number(toldOf(a)))
      .map((one) => [one.operation === 'get' ? one.request.url : one.id, one]),
  );
  const requests = [...answers.values()].map((one): Asked => ({ ...askedOf(one), isRight: toldOf(one) }));
  const flaws = told.get(proof) ?? [];
  const flawed = typeof flaws === 'object' ? flaws.flatMap(pathsOf).map(([at]) => Number(at)) : [];
  const items = (itemsIn(proof) ?? []).map((item, at): Asked | undefined => {
    const made = creates.get(idOf(item) ?? '');
    return made && { ...askedOf(made), isRight: !flawed.includes(at) };
  });
  const [index, member = 'id'] = pathsOf(check)[0] ?? [];
  const item = member === 'id' ? undefined : items[Number(index)];
  const asked = item ?? askedOf(proof);
  const like = (item === undefined ? requests : items).filter((one) => one?.what === asked.what);
  const wrong = like.filter((one) => one?.isRight === false);
  // What only one spelling shows, others do not tell of.
  const isSpelled = wrong.every((one) => one?.how === asked.how);
  const right = like.filter((one) => one?.isRight === true && (!isSpelled || one.how === asked.how));
  if (right.length <= SHARE * wrong.length) return undefined;
  return `the run itself got ${counted(right.length, 'right answer')} to such requests, and ${String(wrong.length)} wrong: judge the whole again`;
}

/** Whether an animal was sent with the very body of an earlier one. */
function isCopy(one: Exchange, earlier: Exchange): boolean {
  const isSame = one.operation === 'create' && earlier.operation === 'create';
  return isSame && one.request.body === earlier.request.body && endOf(earlier) <= startOf(one);
}

/** Whether two animals were added at the same time. */
function isRace(one: Exchange, other: Exchange): boolean {
  return (
    one !== other &&
    other.operation === 'create' &&
    startOf(other) < endOf(one) &&
    startOf(one) < endOf(other)
  );
}

/** Says what requests of a run ask for. */
function asking(evidence: readonly Exchange[], tag = ''): (one: Exchange) => Pick<Asked, 'what' | 'how'> {
  const names = new RegExp(`(?:\\\\u[0-9a-f]{4}|[a-z]){3}${tag}`, 'giu');
  const unnamed = (text: string): string => (tag === '' ? text : text.replaceAll(names, ''));
  const askedOf = (one: Exchange, how = one.request.body ?? one.request.url) => {
    const kind = [one.operation, one.request.credential?.label, headerIn(one, 'content-type')].join(' ');
    const read = readJson(how);
    const members = read.ok && isObject(read.value) ? Object.entries(read.value) : undefined;
    const what = members && writeJson(Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1))));
    return { what: `${kind} ${unnamed(what ?? how)}`, how: unnamed(how) };
  };
  const creates = evidence.filter(({ operation }) => operation === 'create');
  const bodies = new Map(creates.map((one) => [idIn(one), one.request.body ?? undefined]));
  return (one) => askedOf(one, one.operation === 'get' ? bodies.get(askedIn(one)) : undefined);
}
